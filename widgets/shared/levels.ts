import type { RawValue, Reading } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { onOf } from './switching.ts'

type Bands = NonNullable<Value['bands']>

/** The last band that begins at or below a number of the screen; what lies below all of them is in the first. */
export const bandAt = (shown: number, bands: Bands | undefined): Bands[number] | undefined =>
  bands?.findLast(({ from }) => from <= shown) ?? bands?.[0]

/** Colour of one value: by its own word, or as the on or off of its pair. */
export function levelOf(raw: RawValue, { levels, on, off }: Value): Reading['level'] {
  if (!levels || typeof raw === 'object') return undefined
  const own = Object.entries(levels).find(([word]) => word === String(raw))?.[1]
  if (own) return own
  const state = onOf(raw, { on, off })
  return state === undefined ? undefined : levels[state ? 'on' : 'off']
}
