import { loadAreas } from './i18n.ts'
import type { Area } from './keys.ts'
import type { Text } from './useText.ts'

const asked = new Set<Area>()

/** Says what there is, and brings the whole area once a text of it is missed; whoever draws it wakes then. */
export const sayFetching =
  (text: Text, area: Area): Text['say'] =>
  (key, fallback, values) => {
    if (!asked.has(area) && key.startsWith(`${area}.`) && !text.has(key)) {
      asked.add(area)
      loadAreas([area]).catch((error: unknown) => {
        asked.delete(area)
        reportError(error)
      })
    }
    return text.say(key, fallback, values)
  }
