import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { PropertyState } from '../../ports.ts'
import type { Delivery } from '../../widget.ts'
import { type Part, partsOf } from './address.ts'

/** An order under way or just ended, with what it is about. */
export interface Order {
  part: Part
  placed: Placed
  state: PropertyState
  delivery: Exclude<Delivery, { phase: 'reported' }>
}

/** What needs a person stands before what is under way. */
const URGENCY = { failed: 5, diverged: 4, sending: 3, accepted: 2, confirmed: 1 } as const

/** The parts of several placements, in the order in which their states are asked for. */
export const flatParts = (placed: readonly Placed[]): readonly { part: Part; placed: Placed }[] =>
  placed.flatMap((one) => partsOf(one).map((part) => ({ part, placed: one })))

/** The one order that a tile or a card tells of. */
export function mostUrgent(
  parts: readonly { part: Part; placed: Placed }[],
  states: readonly PropertyState[],
): Order | undefined {
  let found: Order | undefined
  parts.forEach(({ part, placed }, index) => {
    const state = states[index]
    if (!state || state.delivery.phase === 'reported') return
    if (!found || URGENCY[state.delivery.phase] > URGENCY[found.delivery.phase])
      found = { part, placed, state, delivery: state.delivery }
  })
  return found
}

/** Those values that are only remembered from before the gateway started. */
export const recalledOf = (states: readonly PropertyState[]): readonly PropertyState[] =>
  states.filter(({ recalled, delivery }) => recalled && delivery.phase === 'reported')

/** When any of the values was last reported, epoch ms. */
export const newest = (states: readonly PropertyState[]): number | undefined =>
  states.reduce<number | undefined>(
    (latest, { at }) => (at === undefined ? latest : Math.max(at, latest ?? at)),
    undefined,
  )
