import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import { readHistory } from '#server/homes/history/looking-back.ts'
import { readChanges, readMoment } from '#server/homes/history/moment.ts'
import { DAY } from '#server/homes/history/points.ts'
import { Recorder } from '#server/homes/history/recorder.ts'
import type { Home } from '#server/homes/home.ts'
import type { Store } from '#server/store/store.ts'
import { TestClock } from '../../gateway/test-clock.ts'
import { enginesUnderTest } from '../engines.ts'
import { account, gateway } from '../samples.ts'

const engines = await enginesUnderTest()

const START = Date.parse('2026-11-20T12:00:00Z')
const TEMPERATURE = 'd1/TemperatureService/temperature'
const CONTACT = 'd1/ContactService/contact'

const layout = {
  tile: { footer: [] },
  sections: {
    sensory: [
      {
        service: 'TemperatureService',
        property: 'temperature',
        value: { kind: 'number', history: 'area', unit: '°C' },
      },
      { service: 'ContactService', property: 'contact', value: { kind: 'bool', history: 'step' } },
      { service: 'PinService', property: 'pin', value: { kind: 'text', history: 'step', secret: true } },
      { service: 'ButtonService', property: 'action', value: { kind: 'option', history: 'none' } },
    ],
  },
} as unknown as DeviceLayout

const device = (id: string, value: unknown = 20): Device =>
  ({
    id,
    status: 2,
    service_list: [{ name: 'TemperatureService', property_list: [{ name: 'temperature', value }] }],
  }) as unknown as Device

const homeOf = (
  serialNumber: string,
  devices: readonly Device[] = ['d1', 'd2'].map((id) => device(id)),
): Home => ({
  serialNumber,
  devices: () => devices,
  device: (id) => devices.find((one) => one.id === id),
  floors: () => [],
  bridges: () => [],
  rules: () => [],
  zone: () => undefined,
  seq: () => 0,
  online: () => true,
})

describe.each(engines)('S-10 on $name: history', ({ fresh }) => {
  const recording = async () => {
    const store = await fresh()
    await store.accounts.create(account('mia'), { passwordHash: null, at: 1 })
    for (const sn of ['G1', 'G2']) await store.gateways.create(gateway(sn, { userId: 'mia' }))
    const clock = new TestClock(START)
    const errors: string[] = []
    const recorder = open(store, clock, errors)
    return { store, clock, recorder, errors }
  }
  const open = (store: Pick<Store, 'history'>, clock: TestClock, errors: string[] = []) => {
    const say = (_facts: object, text: string) => void errors.push(text)
    const recorder = new Recorder({
      store,
      clock,
      catalogue: { layoutOf: () => ({ hash: 'h', layout }) },
      log: { info: say, warn: say, error: say } as unknown as ConstructorParameters<
        typeof Recorder
      >[0]['log'],
    })
    onTestFinished(() => recorder.close())
    return recorder
  }
  const tell = (recorder: Recorder, home: Home, path: string, value: unknown, at: number) => {
    const [device_id = '', service_name, property_name] = path.split('/')
    recorder.event(home, {
      event: `device_${device_id}_property_changed`,
      at: new Date(at).toISOString(),
      data: { device_id, service_name, property_name, property_value: value },
    })
  }
  const read = async (
    store: Store,
    series: string,
    from = START - DAY,
    to = START + 400 * DAY,
    sn = 'G1',
  ) => {
    const points = (await readHistory(store, sn, [series], { from, to })).get(series)
    return points?.times.map((at, place) => [at - START, points.values[place]])
  }

  test('2.1-014 keeps what a value was and when, with its unit, before and after it was sorted', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    tell(recorder, home, TEMPERATURE, 20.5, START)
    tell(recorder, home, TEMPERATURE, '21.5', START + 5000)
    tell(recorder, home, CONTACT, true, START + 6000)
    await recorder.flush()
    expect(await read(store, TEMPERATURE)).toEqual([
      [0, 20.5],
      [5000, 21.5],
    ])
    await recorder.sort()
    expect(await store.history.waiting('G1')).toEqual([])
    expect(await read(store, TEMPERATURE)).toEqual([
      [0, 20.5],
      [5000, 21.5],
    ])
    expect(await read(store, CONTACT)).toEqual([[6000, true]])
    const range = { from: START, to: START + DAY }
    expect((await readHistory(store, 'G1', [TEMPERATURE], range)).get(TEMPERATURE)?.meaning).toEqual({
      draw: 'area',
      unit: '°C',
    })
  })

  test('keeps no secret, nothing that is no reading, and nothing of what nobody knows', async () => {
    const { store, recorder } = await recording()
    for (const [path, value] of [
      ['d1/PinService/pin', '1234'],
      ['d1/ButtonService/action', 'single'],
      ['d9/TemperatureService/temperature', 20],
      [TEMPERATURE, Number.NaN],
      [TEMPERATURE, 'x'.repeat(2000)],
      [TEMPERATURE, { deep: true }],
      [TEMPERATURE, null],
    ] as const)
      tell(recorder, homeOf('G1'), path, value, START)
    await recorder.sort()
    for (const path of [
      'd1/PinService/pin',
      'd1/ButtonService/action',
      'd9/TemperatureService/temperature',
      TEMPERATURE,
    ])
      expect(await read(store, path), path).toEqual([])
  })

  test('Z-02 two gateways with the same devices have a history each', async () => {
    const { store, recorder } = await recording()
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START)
    tell(recorder, homeOf('G2'), TEMPERATURE, 30, START)
    recorder.gateway('G2', false)
    await recorder.sort()
    expect(await read(store, TEMPERATURE)).toEqual([[0, 20]])
    expect(await read(store, TEMPERATURE, START - 1, START + 1, 'G2')).toEqual([[0, 30]])
    expect([await read(store, ''), await read(store, '', START, START, 'G2')]).toEqual([[], [[0, 0]]])
    await store.history.clear('G2')
    expect(await read(store, TEMPERATURE, START - 1, START + 1, 'G2')).toEqual([])
    expect(await read(store, TEMPERATURE)).toEqual([[0, 20]])
  })

  test('a device that tells 200 times a second is kept once a second, with its last value', async () => {
    const { store, recorder } = await recording()
    for (let n = 0; n < 1000; n++) tell(recorder, homeOf('G1'), TEMPERATURE, n, START + n * 5)
    await recorder.flush()
    const kept = (await read(store, TEMPERATURE)) ?? []
    expect(kept.length).toBe(5)
    expect(kept.at(-1)?.[1]).toBe(999)
  })

  test('L-07 a gateway whose clock is a day off is told by ours', async () => {
    const { store, recorder } = await recording()
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START + 3 * DAY)
    await recorder.flush()
    expect(await read(store, TEMPERATURE)).toEqual([[0, 20]])
  })

  test('S-02 a gateway hands over what it recorded without us, page by page, once', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    const changes: RecordedChange[] = Array.from({ length: 50 }, (_, n) => ({
      at: START - 60_000 * (50 - n),
      device_id: 'd1',
      service_name: 'TemperatureService',
      property_name: 'temperature',
      value: n,
    }))
    changes.push(
      { at: START - 30_000, device_id: 'd1', value: 5 },
      { at: START - 1, resource_id: 'away', value: true },
    )
    const asked: unknown[] = []
    const hand = (recording: Recorder) =>
      recording.handOver(home, async ({ from = 0, to = 0, after = 0 }) => {
        asked.push([from > 0, after])
        const wanted = changes.filter(({ at }) => at >= from && at <= to)
        const end = after + 20
        return {
          changes: wanted.slice(after, end),
          since: 0,
          zone: 'UTC',
          ...(end < wanted.length && { next: end }),
        }
      })
    tell(recorder, home, TEMPERATURE, 50, START)
    await hand(recorder)
    expect(asked).toEqual([
      [true, 0],
      [true, 20],
      [true, 40],
    ])
    await recorder.flush()
    expect(await read(store, TEMPERATURE)).toEqual(
      Array.from({ length: 51 }, (_, n) => [60_000 * (n - 50), n]),
    )
    expect(await read(store, 'd1')).toEqual([[-30_000, 5]])
    expect(await read(store, '@away')).toEqual([[-1, true]])
    await recorder.close()

    changes.push({ ...changes[0], at: START + 300_000, value: 99 } as RecordedChange)
    const again = open(store, new TestClock(START + 600_000))
    await hand(again)
    await hand(again)
    expect((await read(store, TEMPERATURE))?.slice(-2)).toEqual([
      [0, 50],
      [300_000, 99],
    ])
    expect((await read(store, TEMPERATURE))?.length).toBe(52)
  })

  test('statuses of the home are kept as they are made and switched, apart from devices of the same name', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    let at = START
    const say = (event: string, data: object): void =>
      recorder.event(home, { event, at: new Date(at).toISOString(), data })
    say('new_status_created', { resource_id: 'd1', name: 'away', icon: 1, state: false })
    at += 60_000
    say('status_changed', { resource_id: 'd1', name: 'away', icon: 1, state: true })
    // Renamed: it is no switch, and tells the same once more.
    say('status_changed', { resource_id: 'd1', name: 'gone', icon: 1, state: true })
    say('status_changed', { resource_id: 'd1', state: { much: 'nonsense' } })
    say('status_deleted', { resource_id: 'd1' })
    await recorder.flush()
    expect(await read(store, '@d1')).toEqual([
      [0, false],
      [60_000, true],
    ])
    expect(await read(store, 'd1')).toEqual([])
    const then = await readMoment(store, 'G1', START + 30_000, () => true)
    expect(then).toEqual({ devices: [], statuses: [{ resource_id: 'd1', state: false, since: START }] })
  })

  test('a hand-over that breaks off begins again where it was complete', async () => {
    const { store, recorder } = await recording()
    const froms: (number | undefined)[] = []
    await recorder.handOver(homeOf('G1'), async ({ from }) => void froms.push(from))
    await recorder.handOver(homeOf('G1'), async ({ from }) => void froms.push(from))
    expect(froms[1]).toBe(froms[0])
    expect(await store.history.handedOver('G1')).toBeUndefined()
  })

  test('follows a device that is replaced, also where the new one has told something already', async () => {
    const { store, recorder } = await recording()
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START)
    tell(recorder, homeOf('G1'), 'd2/TemperatureService/temperature', 25, START + 60_000)
    await recorder.succeed('G1', 'd1', 'd2')
    expect(await read(store, 'd2/TemperatureService/temperature')).toEqual([
      [0, 20],
      [60_000, 25],
    ])
    expect(await read(store, TEMPERATURE)).toEqual([])
  })

  test('loses nothing that the new device tells while the old one’s days become its own', async () => {
    const { store, clock } = await recording()
    const of = 'd2/TemperatureService/temperature'
    const steps: string[] = []
    let sorted: Promise<void> | undefined
    const recorder: Recorder = open(
      {
        history: {
          ...store.history,
          waiting: (...asked) => {
            if (sorted) steps.push('what is told is sorted')
            return store.history.waiting(...asked)
          },
          ofDevice: async (...asked) => {
            const days = await store.history.ofDevice(...asked)
            if (asked[1] !== 'd2') return days
            tell(recorder, homeOf('G1'), of, 26, START + 120_000)
            sorted = recorder.upToDate('G1')
            // Whoever does not wait for his turn begins as soon as it is on disk.
            await recorder.flush()
            await setImmediate()
            return days
          },
          forgetDevice: (...asked) => {
            steps.push('the old one is forgotten')
            return store.history.forgetDevice(...asked)
          },
        },
      },
      clock,
    )
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START)
    tell(recorder, homeOf('G1'), of, 25, START + 60_000)
    await recorder.succeed('G1', 'd1', 'd2')
    await sorted
    expect(steps).toEqual(['the old one is forgotten', 'what is told is sorted'])
    expect(await read(store, of)).toEqual([
      [0, 20],
      [60_000, 25],
      [120_000, 26],
    ])
  })

  test('S-08 after a week numbers are buckets with their peaks, states are whole, after six months both are gone', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    for (let n = 0; n < 60; n++) {
      tell(recorder, home, TEMPERATURE, n === 31 ? 90 : n % 5, START + n * 10_000 - 300_000)
      tell(recorder, home, CONTACT, n % 2 === 0, START + n * 10_000 - 300_000)
    }
    await recorder.sort()
    expect((await read(store, TEMPERATURE))?.length).toBe(60)
    await open(store, new TestClock(START + 9 * DAY)).sort()
    const left = (await read(store, TEMPERATURE)) ?? []
    expect(left.length).toBeLessThanOrEqual(9)
    expect(Math.max(...left.map(([, value]) => Number(value)))).toBe(90)
    expect((await read(store, CONTACT))?.length).toBe(60)
    await open(store, new TestClock(START + 190 * DAY)).sort()
    expect([await read(store, TEMPERATURE), await read(store, CONTACT)]).toEqual([[], []])
  })

  test('S-03 a disk that takes nothing stops the recording, says so once, and goes on where it was', async () => {
    const { store, clock } = await recording()
    let full = true
    const errors: string[] = []
    const recorder = open(
      {
        history: {
          ...store.history,
          append: (...told) =>
            full ? Promise.reject(new Error('disk full')) : store.history.append(...told),
        },
      },
      clock,
      errors,
    )
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START)
    await recorder.flush()
    tell(recorder, homeOf('G1'), TEMPERATURE, 21, START + 60_000)
    await recorder.flush()
    expect(errors).toEqual(['What homes do is not recorded'])
    full = false
    await recorder.flush()
    expect(await read(store, TEMPERATURE)).toEqual([
      [0, 20],
      [60_000, 21],
    ])
    expect(errors.at(-1)).toBe('What homes do is recorded again')
  })

  test('what changed unseen is seen when the home is described anew', async () => {
    const { store, recorder } = await recording()
    tell(recorder, homeOf('G1'), TEMPERATURE, 20, START - 60_000)
    recorder.described(homeOf('G1', [device('d1', 23)]))
    await recorder.flush()
    expect((await read(store, TEMPERATURE))?.map(([, value]) => value)).toEqual([20, 23])
    expect(await read(store, 'd1')).toEqual([[0, 2]])
  })

  test('2.7-094 a whole home at a moment: each value as it was last told, from its day, an earlier one or what waits', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    tell(recorder, home, TEMPERATURE, 18, START)
    tell(recorder, home, CONTACT, true, START)
    await recorder.sort()
    const dayAfter = open(store, new TestClock(START + DAY))
    tell(dayAfter, home, TEMPERATURE, 21, START + DAY)
    await dayAfter.sort()
    tell(dayAfter, home, CONTACT, false, START + DAY + 60_000)
    tell(dayAfter, home, 'd2/ContactService/contact', true, START + DAY + 60_000)
    await dayAfter.flush()

    const at = async (moment: number, match = (_: string) => true) =>
      (await readMoment(store, 'G1', moment, match)).devices
        .flatMap(({ device_id, values }) =>
          values.map(({ property_name, value, at: since }) => [
            device_id,
            property_name,
            value,
            since - START,
          ]),
        )
        .toSorted()
    expect(await at(START + 1000)).toEqual([
      ['d1', 'contact', true, 0],
      ['d1', 'temperature', 18, 0],
    ])
    // In the morning of a day on which it changed only later.
    expect(await at(START + DAY - 1)).toEqual(await at(START + 1000))
    expect(await at(START + DAY + 60_000)).toEqual([
      ['d1', 'contact', false, DAY + 60_000],
      ['d1', 'temperature', 21, DAY],
      ['d2', 'contact', true, DAY + 60_000],
    ])
    expect(await at(START + DAY, (series) => series === CONTACT)).toEqual([['d1', 'contact', true, 0]])
    const before = await readMoment(store, 'G1', START - 1, () => true)
    expect(before).toEqual({ devices: [], statuses: [], since: Math.floor(START / DAY) * DAY })
    expect(await readMoment(store, 'G2', START + DAY, () => true)).toEqual({ devices: [], statuses: [] })
  })

  test('the states of a home that changed in a range are counted by quarters of an hour, and named', async () => {
    const { store, recorder } = await recording()
    const home = homeOf('G1')
    for (let n = 0; n < 30; n++) tell(recorder, home, CONTACT, n % 2 === 0, START + n * 1000)
    await recorder.sort()
    const hourAfter = open(store, new TestClock(START + 3_600_000))
    tell(hourAfter, home, CONTACT, true, START + 3_600_000)
    await hourAfter.flush()
    const range = { from: START - 900_000, to: START + 2 * 3_600_000 }
    const { counts, changes } = await readChanges(store, 'G1', [CONTACT], range)
    expect(counts).toEqual([0, 30, 0, 0, 0, 1, 0, 0, 0])
    expect(changes.length).toBe(21)
    expect(changes.at(-1)).toEqual({
      at: START + 3_600_000,
      device_id: 'd1',
      service_name: 'ContactService',
      property_name: 'contact',
      value: true,
    })
    expect((await readChanges(store, 'G2', [CONTACT], range)).changes).toEqual([])
  })
})
