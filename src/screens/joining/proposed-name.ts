import type { DeviceHead } from '#engine/ports.ts'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import type { Text } from '#i18n/useText.ts'

/** A device that nobody has named is called what its model is called in the language of the person. */
export const proposedName = ({ name, model, layout }: DeviceHead, { say }: Text): string =>
  name === layout?.name ? say(modelKey(model), name) : name
