import type { DataOf } from '#schemas/calls.ts'
import type { PropertyAddress, Source } from '../ports.ts'

export type Change = DataOf<'get_property_causes'>['changes'][number]

export const CAUSE_ICONS = {
  rule: 'scenes',
  person: 'user',
  device: 'device',
  gateway: 'gateway',
  call: 'link',
  calendar: 'calendar',
} as const

/** What changed each of these values; nothing of one whose causes are not to be had: it is worth showing without them. */
export const changesOf = (
  source: Source,
  addresses: readonly PropertyAddress[],
): Promise<readonly Change[][]> =>
  Promise.all(
    addresses.map(({ device, service, property }) =>
      source
        .ask('get_property_causes', {
          device_id: device,
          service_name: service,
          property_name: property,
        })
        .then(
          ({ changes }) => changes,
          (): Change[] => [],
        ),
    ),
  )
