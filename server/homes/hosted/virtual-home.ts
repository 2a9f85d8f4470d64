import { createVirtualDriver } from '#gateway/drivers/virtual/driver.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { dice } from '../dice.ts'
import { newcomersOf } from '../newcomers.ts'
import type { Inside } from './hosted-home.ts'

const ROOMS = ['Wohnzimmer', 'Küche', 'Schlafzimmer', 'Bad', 'Korridor'] as const
const FEWEST = 3
const MOST = 12

/** A handful of devices of the catalogue's models, the same for the same gateway every time. */
export function virtualHome(
  { serialNumber, model, currentFWVersion, lockStatus = 0, connectionType }: Gateway,
  catalogue: Pick<Catalogue, 'models' | 'model'>,
): Pick<Inside, 'drivers' | 'floors' | 'platform'> {
  const seed = seedOf(serialNumber)
  const roll = dice(seed)
  const models = catalogue.models().filter(({ services }) => services !== undefined)
  const devices = Array.from(
    { length: models.length > 0 ? FEWEST + roll.upTo(MOST - FEWEST) : 0 },
    (_none, at) => {
      const [first, ...more] = models
      return first ? [deviceOf(at, roll.of([first, ...more]))] : []
    },
  ).flat()
  return {
    drivers: [
      createVirtualDriver({
        devices: devices.map((device) => ({ device })),
        seed,
        newcomers: newcomersOf(catalogue),
      }),
    ],
    floors: [
      {
        floor_id: 'ground',
        floor_name: 'Erdgeschoss',
        rooms: ROOMS.map((room_name, at) => ({
          room_id: `room-${at}`,
          room_name,
          devices: devices.filter((_device, place) => place % ROOMS.length === at).map(({ id }) => id),
        })),
      },
    ],
    platform: () => ({
      gateway: {
        app_version: currentFWVersion,
        osm_version: '1.27.0',
        ohm_version: '3.6.1',
        model: model.toLowerCase(),
      },
      network: { type: connectionType === 'Wifi' ? 'wifi_client' : 'eth0', ip: '192.168.1.20' },
      lock_status: lockStatus,
    }),
  }
}

const deviceOf = (at: number, model: DeviceModel): Device => ({
  id: `device-${at}`,
  device_name: `${ROOMS[at % ROOMS.length]} ${model.name ?? model.model}`,
  class: model.model,
  device_manufacturer: model.manufacturer ?? 'Gatehouse',
  bus_id: 'zigbee',
  status: 2,
  networkType: 'zigbee',
  address: `0x${(8192 + at * 37).toString(16)}`,
  service_list: servicesOf(model),
})

/** FNV-1a: any number will do, as long as it is the same for the same name. */
const seedOf = (text: string): number =>
  [...text].reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  ) >>> 0
