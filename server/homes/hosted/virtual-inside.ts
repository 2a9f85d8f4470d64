import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { AlarmEntry } from '#schemas/generated/entities/alarm-entry.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { mayBy } from '../abilities.ts'
import { newcomersOf } from '../newcomers.ts'
import type { Inside } from './hosted-home.ts'
import { virtualHome } from './virtual-home.ts'

/** Virtual gateways live in this process. `furnished` knows the homes of some; the others have a handful of devices. */
export function virtualInside(
  catalogue: Catalogue,
  flags: Readonly<Record<string, unknown>>,
  alarms: () => readonly AlarmEntry[],
  furnished: (
    gateway: Gateway,
  ) => Pick<Inside, 'drivers' | 'floors' | 'rules' | 'statuses' | 'past' | 'platform'> | undefined = () =>
    undefined,
): (gateway: Gateway) => Inside | undefined {
  const marks = (device: Device, service: string, property: string) =>
    catalogue.model(device.class)?.services?.[service]?.properties[property]
  const may = mayBy(catalogue, flags)
  const kindOf = ({ class: name }: Device) => {
    const model = catalogue.model(name)
    return {
      ...(model?.type && { type: model.type }),
      ...(model?.capabilities && { capabilities: model.capabilities }),
    }
  }
  const newcomers = newcomersOf(catalogue)
  return (gateway) => {
    if (gateway.type !== 'vg') return undefined
    return {
      ...(furnished(gateway) ?? virtualHome(gateway, catalogue)),
      emptied: {
        drivers: [createVirtualDriver({ devices: [], newcomers })],
        floors: [],
        rules: [],
        statuses: [],
        past: undefined,
      },
      alarms,
      marks,
      may,
      kindOf,
    }
  }
}
