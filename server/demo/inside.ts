import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Inside } from '../homes/hosted-home.ts'
import { demoSerialNumber } from './accounts.ts'
import { fleetHome } from './fleet-home.ts'
import { demoHome } from './home.ts'

/** Virtual gateways live in this process: the demo home, and small homes for the fleet. */
export function demoInside(catalogue: Catalogue): (gateway: Gateway) => Inside | undefined {
  const marks = (device: Device, service: string, property: string) =>
    catalogue.model(device.class)?.services?.[service]?.properties[property]
  return (gateway) => {
    if (gateway.type !== 'vg') return undefined
    const home =
      gateway.serialNumber === demoSerialNumber ? demoHome(catalogue) : fleetHome(gateway, catalogue)
    return { ...home, marks }
  }
}
