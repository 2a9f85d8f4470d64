import { homeassistant } from './homeassistant/declaration.ts'
import { tasmota } from './tasmota/declaration.ts'
import { zigbee2mqtt } from './zigbee2mqtt/declaration.ts'

/** Drivers that speak with devices over a broker of their own; process, server and documents read them here. */
export const drivers = [zigbee2mqtt, homeassistant, tasmota] as const

export type DriverName = (typeof drivers)[number]['name']
