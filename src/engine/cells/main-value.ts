import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead, PropertyState } from '../ports.ts'
import { addressesOf, onTile } from '../property/state/address.ts'
import { readPlaced, valuesOf } from '../property/state/words-of.ts'
import type { Reading } from '../widget.ts'
import type { LiveValue, Telling } from './cell.ts'

/** What stands for a device in one line: the figure in its head, else its one control or first switch, else its first quiet value. */
export function mainOf({ layout }: DeviceHead): Placed | undefined {
  return layout && onTile(layout.tile)[0]
}

const QUIET: PropertyState = { value: undefined, at: undefined, delivery: { phase: 'reported' } }

export type MainState = PropertyState & { reading: Reading | undefined }

/** The states of a placement as one: that of its first value, with all of them in words. */
export function stateOf(
  main: Placed | undefined,
  states: readonly PropertyState[],
  { widgets, words }: Pick<Telling, 'widgets' | 'words'>,
): MainState {
  const [state = QUIET] = states
  const known = main !== undefined && state.value !== undefined && state.value !== null
  return { ...state, reading: known ? readPlaced(main, valuesOf(main, states), widgets, words) : undefined }
}

/** Where nothing is drawn; what draws it is `live/use-main.ts`. */
export const mainLive: Pick<LiveValue, 'watches'> & {
  state(head: DeviceHead, telling: Telling): MainState
} = {
  watches(head) {
    const main = mainOf(head)
    return main ? addressesOf(head.id, main) : []
  },
  state(head, { link, ...telling }) {
    const main = mainOf(head)
    const states = main ? addressesOf(head.id, main).map((address) => link.get(address)) : []
    return stateOf(main, states, telling)
  },
}
