import { useWords } from '#i18n/useWords.ts'
import type { DeviceHead } from '../../ports.ts'
import { addressesOf } from '../../property/state/address.ts'
import { useProperties } from '../../property/state/useProperty.ts'
import { useWidgets } from '../../property/state/widgets.ts'
import { mainOf, stateOf } from '../main-value.ts'

/** The main value of a device in words, its age and where an order for it stands; wakes only for it. */
export function useMain(head: DeviceHead) {
  const widgets = useWidgets()
  const words = useWords()
  const main = mainOf(head)
  return stateOf(main, useProperties(main ? addressesOf(head.id, main) : []), { widgets, words })
}
