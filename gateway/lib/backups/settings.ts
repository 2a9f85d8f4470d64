import type { Property } from '#schemas/generated/entities/device.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { SettingsContent } from './content.ts'

/** What the devices of a home are set to, as far as their layouts say that it is a setting, and it may be told and set. */
export function settingsOf({
  devices,
  layouts,
}: Pick<HomeSnapshot, 'devices' | 'layouts'>): SettingsContent[] {
  return devices.flatMap(({ device, layout }) => {
    const placed = layouts[layout]?.sections.configuration ?? []
    const found = new Map<string, SettingsContent['values'][number]>()
    for (const { service, property } of placed.flatMap((one) => [one, ...(one.more ?? [])])) {
      const described = device.service_list
        .find(({ name }) => name === service)
        ?.property_list.find(({ name }) => name === property)
      if (described && isSetting(described))
        found.set(`${service}/${property}`, {
          service_name: service,
          property_name: property,
          value: described.value,
        })
    }
    return found.size > 0 ? [{ device_id: device.id, values: [...found.values()] }] : []
  })
}

/** What lets people in, or is a secret, comes back by nobody's backup. */
const isSetting = ({ value, readonly, secret, guarded }: Property): boolean =>
  !readonly && !secret && !guarded && value !== null && value !== undefined

/** The values that devices have to be told. */
export function changedSettings(
  before: HomeContent['settings'] = [],
  wanted: HomeContent['settings'] = [],
): { device_id: string; service_name: string; property_name: string; property_value: unknown }[] {
  const keyOf = (device: string, { service_name, property_name }: SettingsContent['values'][number]) =>
    JSON.stringify([device, service_name, property_name])
  const known = new Map(
    before.flatMap(({ device_id, values }) =>
      values.map((one) => [keyOf(device_id, one), JSON.stringify(one.value)] as const),
    ),
  )
  return wanted.flatMap(({ device_id, values }) =>
    values
      .filter((one) => known.get(keyOf(device_id, one)) !== JSON.stringify(one.value))
      .map(({ service_name, property_name, value }) => ({
        ...{ device_id, service_name, property_name },
        property_value: value,
      })),
  )
}
