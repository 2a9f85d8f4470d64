import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Inside } from './hosted-home.ts'
import { virtualHome } from './virtual-home.ts'

/** Virtual gateways live in this process. `furnished` knows the homes of some; the others have a handful of devices. */
export function virtualInside(
  catalogue: Catalogue,
  furnished: (gateway: Gateway) => Pick<Inside, 'drivers' | 'floors' | 'platform'> | undefined = () =>
    undefined,
): (gateway: Gateway) => Inside | undefined {
  const marks = (device: Device, service: string, property: string) =>
    catalogue.model(device.class)?.services?.[service]?.properties[property]
  return (gateway) => {
    if (gateway.type !== 'vg') return undefined
    return {
      ...(furnished(gateway) ?? virtualHome(gateway, catalogue)),
      emptied: { drivers: [createVirtualDriver({ devices: [] })], floors: [] },
      marks,
    }
  }
}
