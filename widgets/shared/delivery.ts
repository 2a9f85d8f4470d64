import type { Delivery, RawValue } from '#engine/widget.ts'

/** What was asked for while the device has not said so yet; undefined in every quiet state. */
export const wantedOf = (state: Delivery): RawValue | undefined =>
  state.phase === 'sending' || state.phase === 'accepted' ? state.wanted : undefined

/** What was asked for and did not come true. */
export const missedOf = (state: Delivery): RawValue | undefined =>
  state.phase === 'diverged' ? state.wanted : undefined

export const busy = (state: Delivery): boolean => state.phase === 'sending' || state.phase === 'accepted'
