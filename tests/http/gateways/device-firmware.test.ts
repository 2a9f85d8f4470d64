import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { WAIT } from '../../channel/peer.ts'
import { HandDriver } from '../../gateway/kit.ts'
import { callerOf, Listener, quickSite } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'

const driver = new HandDriver()
const lamp = (state: string): Device =>
  ({
    ...{ id: 'lamp', device_name: 'Lamp', class: 'Lamp', status: 2, networkType: 'zigbee' },
    service_list: [
      {
        name: 'FirmwareService',
        property_list: [
          { name: 'update_state', value: state, type: 'text', readonly: true },
          { name: 'update_progress', value: 0, type: 'number', readonly: true },
        ],
      },
    ],
  }) as unknown as Device

let site: Site
beforeAll(async () => {
  site = await quickSite({}, {}, undefined, {
    insideOf: (_catalogue, shipped) => (gateway) => {
      const inside = shipped(gateway)
      return gateway.serialNumber === SN && inside ? { ...inside, drivers: [driver] } : inside
    },
  })
  // A home begins with the first who looks at it.
  const home = await callerOf(site, 'demo-home')
  await home('GET', `/home/${SN}/snapshot?first=1`)
  await vi.waitFor(() => driver.host.upsert(lamp('available')), WAIT)
})
afterAll(() => site.close())

test('firmware that a device installs is told to whoever may use its home and to administrators, and to nobody else', async () => {
  const [owner, guest, admin, stranger] = [
    await Listener.of(site, 'demo-home', SN),
    await Listener.of(site, 'demo-guest', SN),
    await Listener.of(site, 'demo-admin'),
    await Listener.of(site, 'demo-owner-0', SN),
  ]
  const report = (property: string, value: string | number): void =>
    driver.host.report({ device: 'lamp', service: 'FirmwareService', property, value })
  const said = (listener: Listener) => listener.own('device_firmware').map(({ data }) => data)
  report('update_state', 'updating')
  report('update_progress', 40)
  report('update_state', 'idle')
  const whole = [
    { serialNumber: SN, status: 'updating', progress: 0 },
    { serialNumber: SN, status: 'updating', progress: 40 },
    { serialNumber: SN, status: 'installed' },
  ]
  for (const listener of [owner, guest]) await vi.waitFor(() => expect(said(listener)).toEqual(whole), WAIT)
  expect(admin.admins('device_firmware').map(({ data }) => data)).toEqual(whole)
  expect(said(stranger)).toEqual([])
})
