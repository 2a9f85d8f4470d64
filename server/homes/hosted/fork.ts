import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { HomeFork } from '#schemas/generated/entities/home-fork.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'

type Models = Pick<Catalogue, 'model'>
type Statuses = Commands['get_scenario_statuses_collection']['data']['collection']

/** What the catalogue knows of the classes of these devices: scenes choose by it. */
export const kindsOf = (devices: readonly Device[], catalogue: Models): HomeFork['kinds'] =>
  Object.fromEntries(
    [...new Set(devices.map(({ class: name }) => name))].flatMap((name) => {
      const { type, capabilities } = catalogue.model(name) ?? {}
      // What joins and leaves is no scene's business.
      const { replace: _replace, exclude: _exclude, ...may } = capabilities ?? {}
      return type || capabilities
        ? [[name, { ...(type && { type }), ...(capabilities && { capabilities: may }) }] as const]
        : []
    }),
  )

/** Switched off: whether they are on is none of a backup's business. */
export const statusesOf = ({ statuses }: HomeContent): Statuses =>
  statuses.map((status) => ({ ...status, state: false }))

/**
 * The devices that a backup speaks of, all of them in reach: as the home has them, or else as the catalogue describes
 * their models; each with its name and settings of then. `unknown`: names of those that nobody can describe.
 */
export function devicesOf(
  content: HomeContent,
  present: readonly Device[],
  catalogue: Models,
): { devices: Device[]; unknown: string[] } {
  const here = new Map(present.map((device) => [device.id, device]))
  const settings = new Map((content.settings ?? []).map(({ device_id, values }) => [device_id, values]))
  const unknown: string[] = []
  const devices = content.devices.flatMap(({ device_id: id, device_name, class: name }): Device[] => {
    const model = catalogue.model(name)
    const found = here.get(id)
    const described =
      found ??
      (model?.services && {
        ...{ id, class: name, networkType: 'virtual', status: 2 as const, service_list: servicesOf(model) },
      })
    if (!described) {
      unknown.push(device_name)
      return []
    }
    const { status_reason: _reason, status_since: _since, ...device } = described as Device
    const set = settings.get(id) ?? []
    const service_list = device.service_list.map((service) => ({
      ...service,
      property_list: service.property_list.map((property) => {
        const was = set.find(
          (one) => one.service_name === service.name && one.property_name === property.name,
        )
        return was ? { ...property, value: was.value as typeof property.value } : property
      }),
    }))
    return [{ ...device, device_name, status: 2, service_list }]
  })
  return { devices, unknown }
}
