import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type PropertySpec, specOf } from '../../shared/property-spec.ts'

export {
  decodeCompound as decode,
  encodeCompound as encode,
  readCompound as read,
} from '../../shared/lazy/compound.ts'

export const kind = 'listEditor'

export type Options = PropertySpec

export const options = (value: Value, placed: Placed): Options => ({ ...specOf(placed), value })
