import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { paramOf } from '../shared/params.ts'
import { type PropertySpec, specOf } from '../shared/property-spec.ts'
import { readRaw } from '../shared/read.ts'

export const kind = 'serviceWithUnit'

export interface Options extends PropertySpec {
  /** Tells of something that happened rather than of something that is. */
  event: boolean
  /** An address opened by its name rather than shown. */
  link: boolean
}

export type Shown = RawValue | undefined

export function options(value: Value, placed: Placed): Options {
  const unit = paramOf(placed, 'unit')
  return {
    ...specOf(placed),
    value: typeof unit === 'string' ? { ...value, unit } : value,
    link: paramOf(placed, 'look') === 'link',
    event: value.access.includes('event') && !value.access.includes('read'),
  }
}

export const decode = (raw: RawValue | undefined): Shown => (raw === null || raw === '' ? undefined : raw)

export const read = (value: Shown, spec: Options, words: Words): Reading => readRaw(value, spec, words)

/** Only addresses that a browser opens safely become links. */
export const linkOf = (value: Shown): string | undefined =>
  typeof value === 'string' && value.length < 2000 && URL.canParse(value) && /^https?:/i.test(value)
    ? value
    : undefined
