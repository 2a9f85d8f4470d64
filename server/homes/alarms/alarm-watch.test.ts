import { beforeEach, describe, expect, test } from 'vitest'
import shipped from '#catalogue/rules/alarms.json' with { type: 'json' }
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { AlarmFacts, KeptAlarmNotification } from '#server/store/homes/alarms.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { dayOf, packPoints } from '../history/points.ts'
import type { Home } from '../home.ts'
import { AlarmWatch } from './alarm-watch.ts'

const SN = 'VOC2-0000-0001'
const rules = shipped as AlarmRules

let clock: TestClock
let told: string[]
let facts: AlarmFacts[]
let warned: string[]
/** How often keeping fails before it works. */
let failing: number
/** What is kept of what the device did. */
let recorded: Pick<HistoryDay, 'series' | 'day' | 'points'>[]
beforeEach(() => {
  clock = new TestClock()
  told = []
  facts = []
  warned = []
  failing = 0
  recorded = []
})

const keep = async (said: string): Promise<void> => {
  if (failing > 0) {
    failing -= 1
    throw new Error('The disk is full')
  }
  told.push(said)
}

const watched = (open: Partial<KeptAlarmNotification>[] = [], mostOpen = rules.mostOpen) =>
  AlarmWatch.open({
    rules: { ...rules, mostOpen },
    store: {
      alarmNotifications: { open: async () => open } as never,
      history: { ofDevice: async () => recorded } as never,
    },
    alarming: {
      raise: ({ code, subject, facts: about }) => {
        facts.push(about)
        return keep(`${code} ${subject}`)
      },
      over: ({ code, subject }) => keep(`over ${code} ${subject}`),
    },
    log: {
      info: () => {},
      warn: (_facts, message) => void warned.push(message),
      error: (_facts, message) => void warned.push(message),
    },
    clock,
  })

const sensor = (id: string, service: string, property: string, value: unknown, status = 2): Device =>
  ({
    id,
    device_name: 'Sensor',
    class: 'Sensor',
    status,
    networkType: 'zigbee',
    service_list: [{ name: service, property_list: [{ name: property, value }] }],
  }) as Device

const home = (...devices: Device[]): Home => ({
  serialNumber: SN,
  devices: () => devices,
  device: (id) => devices.find((one) => one.id === id),
  floors: () => [
    {
      floor_id: 'f',
      floor_name: 'Ground',
      rooms: [{ room_id: 'r', room_name: 'Laundry', devices: devices.map(({ id }) => id) }],
    },
  ],
  bridges: () => [],
  zone: () => undefined,
  rules: () => [],
  seq: () => 0,
  online: () => true,
})

const changed = (watch: AlarmWatch, device: Device) =>
  watch.event(home(device), {
    event: `device_${device.id}_property_changed`,
    data: {
      device_id: device.id,
      service_name: device.service_list[0]?.name,
      property_name: device.service_list[0]?.property_list[0]?.name,
    },
  })
const wet = (value: unknown) => sensor('w', 'FloodService', 'water_leak', value)

describe('a home raises alarms by rules that are data', () => {
  test('after its time, with device and room; over after its time without', async () => {
    const watch = await watched()
    changed(watch, wet(true))
    await clock.pass(9999)
    expect(told).toEqual([])
    await clock.pass(1)
    expect(told).toEqual(['water w'])
    expect(facts).toEqual([{ deviceId: 'w', deviceName: 'Sensor', roomName: 'Laundry' }])
    changed(watch, wet(false))
    await clock.pass(299_999)
    expect(told).toHaveLength(1)
    await clock.pass(1)
    expect(told).toEqual(['water w', 'over water w'])
  })

  test('a value that no alarm is about costs no look at its device, and none at all of them', async () => {
    const watch = await watched()
    const looked: string[] = []
    const place = (device: Device): Home => ({
      ...home(device),
      devices: () => {
        looked.push('all')
        return [device]
      },
      device: (id) => {
        looked.push(id)
        return device
      },
    })
    const says = (device: Device, service: string, property: string) =>
      watch.event(place(device), {
        event: `device_${device.id}_property_changed`,
        data: { device_id: device.id, service_name: service, property_name: property },
      })
    says(sensor('t', 'TemperatureService', 'temperature', 21), 'TemperatureService', 'temperature')
    expect(looked).toEqual([])
    says(wet(true), 'FloodService', 'water_leak')
    expect(looked).toEqual(['w'])
  })

  test('what is over before its time was nothing, and what comes back before it is over goes on', async () => {
    const watch = await watched()
    changed(watch, wet(true))
    await clock.pass(9000)
    changed(watch, wet(false))
    await clock.pass(60_000)
    expect(told).toEqual([])
    changed(watch, wet(true))
    await clock.pass(10_000)
    changed(watch, wet(false))
    await clock.pass(299_000)
    changed(watch, wet(true))
    await clock.pass(600_000)
    expect(told).toEqual(['water w'])
  })

  test('a number that wavers about its limit is told once', async () => {
    const watch = await watched()
    for (const percent of [4, 6, 4, 9, 4]) {
      changed(watch, sensor('b', 'BatteryService', 'battery', percent))
      await clock.pass(1000)
    }
    expect(told).toEqual(['battery_low b'])
    changed(watch, sensor('b', 'BatteryService', 'battery', 10))
    await clock.pass(0)
    expect(told).toEqual(['battery_low b', 'over battery_low b'])
  })

  test.each([undefined, null, 'x', Number.NaN, '4'])('a battery of %j is no reason', async (value) => {
    const watch = await watched()
    changed(watch, sensor('b', 'BatteryService', 'battery', value))
    await clock.pass(1_000_000)
    expect(told).toEqual([])
  })

  test('each of several devices is told of, and one that has gone is over', async () => {
    const watch = await watched()
    const [one, other] = ['a', 'b'].map((id) => sensor(id, 'SmokeService', 'smoke', true)) as [Device, Device]
    watch.described(home(one, other))
    await clock.pass(0)
    expect(told).toEqual(['smoke a', 'smoke b'])
    watch.described(home(one))
    await clock.pass(60_000)
    expect(told).toEqual(['smoke a', 'smoke b', 'over smoke b'])
  })

  test('a device that does not answer, and a gateway that is away', async () => {
    const watch = await watched()
    watch.event(home(sensor('d', 'LightService', 'on', true, 5)), {
      event: 'device_status_changed',
      data: { device_id: 'd', status: 5 },
    })
    watch.gateway(SN, false)
    await clock.pass(300_000)
    expect(told).toEqual(['gateway_offline '])
    await clock.pass(300_000)
    expect(told).toEqual(['gateway_offline ', 'device_offline d'])
    watch.gateway(SN, true)
    await clock.pass(0)
    expect(told).toEqual(['gateway_offline ', 'device_offline d', 'over gateway_offline '])
  })

  test('what was open when the server ended is not told again, and is over when it is', async () => {
    const watch = await watched([{ serialNumber: SN, code: 'smoke', subject: 'a' }])
    changed(watch, sensor('a', 'SmokeService', 'smoke', true))
    await clock.pass(60_000)
    expect(told).toEqual([])
    changed(watch, sensor('a', 'SmokeService', 'smoke', false))
    await clock.pass(60_000)
    expect(told).toEqual(['over smoke a'])
  })

  test('what cannot be kept is tried until it is', async () => {
    const watch = await watched()
    failing = 12
    changed(watch, sensor('a', 'SmokeService', 'smoke', true))
    await clock.pass(59_000)
    expect(told).toEqual([])
    await clock.pass(1000)
    expect(told).toEqual(['smoke a'])
    expect(new Set(warned)).toEqual(new Set(['An alarm could not be kept, and is tried again']))
  })

  test('what turns while it is being kept is not forgotten', async () => {
    const watch = await watched()
    changed(watch, sensor('a', 'SmokeService', 'smoke', true))
    const passing = clock.pass(0)
    changed(watch, sensor('a', 'SmokeService', 'smoke', false))
    await passing
    await clock.pass(60_000)
    expect(told.filter((one) => one === 'smoke a').length).toBe(
      told.filter((one) => one === 'over smoke a').length,
    )
  })

  test('a home that goes mad fills nothing', async () => {
    const watch = await watched([], 3)
    watch.described(
      home(...Array.from({ length: 50 }, (_one, n) => sensor(`s${n}`, 'SmokeService', 'smoke', true))),
    )
    await clock.pass(1000)
    expect(told).toHaveLength(3)
    expect(warned).toEqual(['A home has more alarms at once than are told'])
  })

  test.each([
    ['DoorLockService', 'lock_state', 'not_fully_locked', 'locked'],
    ['DoorLockService', 'door', 'JAMMED', 'CLOSED'],
    ['RollerShutterService', 'obstructed', true, false],
  ])('a %s of which %s is %j is jammed; an open lock is not', async (service, property, bad, good) => {
    const watch = await watched()
    // The same property of another kind of device says that it is open.
    changed(watch, sensor('open', 'DoorLockService', 'lock_state', true))
    changed(watch, sensor('l', service, property, bad))
    await clock.pass(10_000)
    changed(watch, sensor('l', service, property, good))
    await clock.pass(10_000)
    expect(told).toEqual(['jam l', 'over jam l'])
  })

  test('one that went off while it could not be kept is told, even if it is over by then', async () => {
    const watch = await watched()
    failing = 3
    changed(watch, sensor('s', 'SmokeService', 'smoke', true))
    await clock.pass(1000)
    changed(watch, sensor('s', 'SmokeService', 'smoke', false))
    await clock.pass(4000)
    expect(told).toEqual([])
    await clock.pass(11_000)
    expect(told).toEqual(['smoke s'])
    await clock.pass(60_000)
    expect(told).toEqual(['smoke s', 'over smoke s'])
  })

  describe('a device that is silent', () => {
    const HOUR = 3_600_000
    /** Reports each hour up to now, but for one pause. */
    const reportsHourly = (count: number, pause = 1) => {
      const now = clock.now()
      const times = Array.from({ length: count }, (_, n) => now - (n === 0 ? 0 : n - 1 + pause) * HOUR)
      recorded = [...Map.groupBy(times.toReversed(), dayOf)].map(([day, some]) => ({
        ...{ series: 'd/TemperatureService/temperature', day },
        points: packPoints({ times: some, values: some.map((_, n) => n) }),
      }))
    }
    const device = (at: number, status = 2): Device => {
      const made = sensor('d', 'TemperatureService', 'temperature', 20, status)
      for (const { property_list } of made.service_list)
        for (const property of property_list) property.at = new Date(at).toISOString()
      return made
    }
    const seen = async (about: Device) => {
      const watch = await watched()
      const place = { ...home(), devices: () => [about] }
      watch.described(place)
      return watch
    }

    test('is told of after thrice its longest usual silence, once, and is over when it is heard', async () => {
      reportsHourly(30, 4)
      const heard = clock.now()
      const watch = await seen(device(heard))
      await clock.pass(11 * HOUR + 50 * 60_000)
      expect(told).toEqual([])
      await clock.pass(2 * HOUR)
      expect([told, facts]).toMatchObject([['device_silent d'], [{ deviceId: 'd', deviceName: 'Sensor' }]])
      changed(watch, device(clock.now()))
      await clock.pass(1)
      expect(told).toEqual(['device_silent d', 'over device_silent d'])
    })

    test('is no news within some hours, however often it reports', async () => {
      reportsHourly(30)
      await seen(device(clock.now()))
      await clock.pass(5 * HOUR + 50 * 60_000)
      expect(told).toEqual([])
      await clock.pass(HOUR)
      expect(told).toEqual(['device_silent d'])
    })

    test.each([
      ['of which little is known', 10, 2, 0],
      ['that is known to be away, which is an alarm of its own', 30, 5, 0],
      ['whose gateway was away in the meantime', 30, 2, 20 * HOUR],
    ])('%s is not told of', async (_, reports, status, ago) => {
      reportsHourly(reports)
      await seen(device(clock.now() - ago, status))
      await clock.pass(5 * HOUR + 50 * 60_000)
      if (ago === 0) await clock.pass(48 * HOUR)
      expect(told.filter((one) => one.startsWith('device_silent'))).toEqual([])
    })
  })
})

describe('3.1-001 figures that an administrator changes hold at once', () => {
  const battery = (value: number) => sensor('b', 'BatteryService', 'battery', value)
  const ruled = (raisedBy: object) =>
    rules.alarms.map((rule) =>
      rule.alarmCode === 'battery_low'
        ? ({ ...rule, raisedBy: { ...rule.raisedBy, ...raisedBy } } as never)
        : rule,
    )

  test('for what homes say already: what was good is bad from now on, and over again', async () => {
    const watch = await watched()
    changed(watch, battery(15))
    await clock.pass(1000)
    expect(told).toEqual([])
    watch.ruled(ruled({ below: 20, overFrom: 25 }))
    await clock.pass(1000)
    expect(told).toEqual(['battery_low b'])
    watch.ruled(ruled({ below: 5, overFrom: 10 }))
    await clock.pass(1000)
    expect(told).toEqual(['battery_low b', 'over battery_low b'])
  })

  test('for what is about to be told: its time begins anew', async () => {
    const watch = await watched()
    watch.ruled(ruled({ forS: 100 }))
    changed(watch, battery(3))
    await clock.pass(90_000)
    watch.ruled(ruled({ forS: 20 }))
    await clock.pass(19_000)
    expect(told).toEqual([])
    await clock.pass(1000)
    expect(told).toEqual(['battery_low b'])
  })

  test('for nothing else: another rule keeps its time', async () => {
    const watch = await watched()
    changed(watch, sensor('w', 'FloodService', 'water_leak', true))
    await clock.pass(9000)
    watch.ruled(ruled({ forS: 20 }))
    await clock.pass(1000)
    expect(told).toEqual(['water w'])
  })
})
