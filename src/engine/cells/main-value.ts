import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../engine.ts'
import type { DeviceHead, PropertyState } from '../ports.ts'
import { addressesOf, onTile } from '../property/state/address.ts'
import { useProperties } from '../property/state/useProperty.ts'
import { readPlaced, valuesOf } from '../property/state/words-of.ts'
import type { Reading } from '../widget.ts'
import type { LiveValue, Telling } from './cell.ts'

/** What stands for a device in one line: the figure in its head, else its one control or first switch, else its first quiet value. */
function mainOf({ layout }: DeviceHead): Placed | undefined {
  return layout && onTile(layout.tile)[0]
}

const QUIET: PropertyState = { value: undefined, at: undefined, delivery: { phase: 'reported' } }

function usePlaced(head: DeviceHead, placed: Placed | undefined) {
  const { widgets } = usePorts()
  const words = useWords()
  const states = useProperties(placed ? addressesOf(head.id, placed) : [])
  const [state = QUIET] = states
  const known = placed !== undefined && state.value !== undefined && state.value !== null
  const reading: Reading | undefined = known
    ? readPlaced(placed, valuesOf(placed, states), widgets, words)
    : undefined
  return { ...state, reading }
}

/** The same where nothing is drawn. */
export const mainLive: Pick<LiveValue, 'watches'> & {
  state(head: DeviceHead, telling: Telling): PropertyState & { reading: Reading | undefined }
} = {
  watches(head) {
    const main = mainOf(head)
    return main ? addressesOf(head.id, main) : []
  },
  state(head, { link, widgets, words }) {
    const main = mainOf(head)
    const states = main ? addressesOf(head.id, main).map((address) => link.get(address)) : []
    const [state = QUIET] = states
    const known = main !== undefined && state.value !== undefined && state.value !== null
    return { ...state, reading: known ? readPlaced(main, valuesOf(main, states), widgets, words) : undefined }
  },
}

/** The main value of a device in words, its age and where an order for it stands; wakes only for it. */
export const useMain = (head: DeviceHead) => usePlaced(head, mainOf(head))
