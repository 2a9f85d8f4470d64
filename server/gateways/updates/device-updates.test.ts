import { beforeEach, describe, expect, test } from 'vitest'
import rules from '#catalogue/rules/device-updates.json' with { type: 'json' }
import type { Events } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Home } from '#server/homes/home.ts'
import { DeviceUpdates } from './device-updates.ts'

const SN = 'A'
let devices: Map<string, Device>
let told: Events['device_firmware'][]
let lost: string[]
let updates: DeviceUpdates
beforeEach(() => {
  devices = new Map()
  told = []
  updates = new DeviceUpdates(rules)
  lost = []
  updates.told({ tell: (one) => void told.push(one), lost: (one) => void lost.push(one) }, [SN])
})

const home = {
  serialNumber: SN,
  devices: () => [...devices.values()],
  device: (id: string) => devices.get(id),
} as unknown as Home

const is = (id: string, state: string, progress?: number): void =>
  void devices.set(id, {
    id,
    service_list: [
      {
        name: 'FirmwareService',
        property_list: [
          { name: 'update_state', value: state },
          { name: 'update_progress', value: progress ?? null },
        ],
      },
    ],
  } as unknown as Device)
const hears = (id: string, state: string, progress?: number): void => {
  is(id, state, progress)
  updates.event(home, {
    ...{ event: `device_${id}_property_changed`, at: '' },
    data: { device_id: id, service_name: 'FirmwareService', property_name: 'update_state' },
  } as never)
}

test('firmware of a device is one job of its home: begun, per cent after per cent, installed', () => {
  hears('lamp', 'available')
  expect(told).toEqual([])
  hears('lamp', 'updating', 0)
  hears('lamp', 'updating', 42.4)
  hears('lamp', 'updating', 42.4)
  hears('lamp', 'idle')
  expect(told).toEqual([
    { serialNumber: SN, status: 'updating', progress: 0 },
    { serialNumber: SN, status: 'updating', progress: 42 },
    { serialNumber: SN, status: 'installed' },
  ])
})

test('of several at once the job is over with the last, and failed when one of them was not installed', () => {
  hears('lamp', 'updating', 50)
  hears('fan', 'updating', 0)
  hears('lamp', 'available')
  expect(told.at(-1)).toEqual({ serialNumber: SN, status: 'updating', progress: 50 })
  hears('fan', 'idle')
  expect(told.at(-1)).toEqual({ serialNumber: SN, status: 'failed' })
  // The next one is another job.
  hears('fan', 'updating', 10)
  hears('fan', 'idle')
  expect(told.at(-1)).toEqual({ serialNumber: SN, status: 'installed' })
})

test('a home that comes back is taken as it is: what goes on, what ended unseen, and what has left it', () => {
  is('lamp', 'updating', 30)
  updates.described(home)
  expect(told).toEqual([{ serialNumber: SN, status: 'updating', progress: 30 }])
  updates.described(home)
  expect(told).toHaveLength(1)
  is('lamp', 'idle')
  updates.described(home)
  expect(told.at(-1)).toEqual({ serialNumber: SN, status: 'installed' })
  hears('fan', 'updating', 1)
  devices.delete('fan')
  updates.described(home)
  expect(told.at(-1)).toEqual({ serialNumber: SN, status: 'failed' })
})

test.each([undefined, null, 'x', Number.NaN, -5, 500])(
  'a progress of %j stays within what per cent can be',
  (progress) => {
    hears('lamp', 'updating', progress as number)
    const [{ progress: said = -1 } = {}] = told
    expect(said).toBeGreaterThanOrEqual(0)
    expect(said).toBeLessThanOrEqual(100)
  },
)

describe('after a start of the server in the midst of it', () => {
  test('what still goes on is told of, and its end', () => {
    is('lamp', 'updating', 30)
    updates.found(home)
    hears('lamp', 'idle')
    expect(told).toEqual([
      { serialNumber: SN, status: 'updating', progress: 30 },
      { serialNumber: SN, status: 'installed' },
    ])
    expect(lost).toEqual([])
  })

  test('what has ended meanwhile is said to be over, once, also by a home that comes later', () => {
    is('lamp', 'idle')
    updates.described(home)
    updates.described(home)
    updates.found(home)
    expect([told, lost]).toEqual([[], [SN]])
  })
})
