import { type Loaded, useLoad } from '#engine/facts/use-load.ts'
import type { PropertyAddress } from '#engine/ports.ts'
import type { Commands } from '#schemas/generated/channel.ts'

export type Change = Commands['get_property_causes']['data']['changes'][number]

/**
 * The last changes of a value, newest first, each with what caused it (spec 2 §4). Asked anew whenever `value` is another,
 * and with each `turn`.
 */
export function useCauses(at: PropertyAddress, value?: unknown, turn = 0): Loaded<readonly Change[]> {
  const loaded = useLoad(
    {
      command: 'get_property_causes',
      params: {
        device_id: 'form.device_id',
        service_name: 'form.service_name',
        property_name: 'form.property_name',
      },
    },
    JSON.stringify([at, value ?? null]),
    { form: { device_id: at.device, service_name: at.service, property_name: at.property } },
    turn,
  )
  if (loaded.state !== 'loaded') return loaded
  return { ...loaded, value: loaded.value.changes }
}
