import { describe, expect, test } from 'vitest'
import { Recorder } from '#gateway/core/rules/running/recorder.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import { MemoryStore } from '../kit.ts'
import { houseWith, lampNamed, motion, ruleOf, when } from '../rules-kit.ts'
import { TestClock } from '../test-clock.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** A recorder whose store is the map that it writes to. */
function recorderWith(bounds?: { entries: number; bytes: number }, clock = new TestClock()) {
  const waiting = new Map<string, () => unknown>()
  const storage = { later: (key: string, value: () => unknown) => void waiting.set(key, value) }
  /** What the store holds of each chunk. */
  const written = () =>
    [...waiting.values()].flatMap((value) => (value() === undefined ? [] : [JSON.stringify(value())]))
  const recorder = new Recorder({ storage, clock, ...(bounds && { bounds }) })
  const at = (property_name: string, value: unknown) =>
    recorder.value({ device_id: 'd1', service_name: 'S', property_name, value })
  const all = () => recorder.changes({ from: 0, to: clock.now() }, 1_000_000)
  return { recorder, clock, written, at, all }
}

describe('recorded changes', () => {
  test('are asked for by time, page by page, oldest first; statuses are among them', async () => {
    const store = new MemoryStore()
    const statuses = [{ resource_id: 'away', name: 'Away', icon: 15, state: false }]
    const { ask, report, clock } = await houseWith([motion(), lampNamed('hall')], { store, statuses })
    const start = clock.now()
    for (let at = 0; at < 2500; at++) {
      report('motion', 'MotionService/motion', at % 2 === 0)
      await clock.pass(1000)
    }
    await ask('set_scenario_status', { resource_id: 'away', state: true })
    const pages: RecordedChange[][] = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { data } = await ask('get_recorded_changes', { from: start, to: clock.now(), after })
      const { changes, next } = data as unknown as { changes: RecordedChange[]; next?: number }
      pages.push(changes)
      after = next
    }
    expect(pages.map(({ length }) => length)).toEqual([2000, 501])
    const changes = pages.flat()
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted((a, b) => a - b))
    expect(changes[0]).toEqual({
      at: start,
      device_id: 'motion',
      service_name: 'MotionService',
      property_name: 'motion',
      value: true,
    })
    expect(changes.at(-1)).toMatchObject({ resource_id: 'away', value: true })
    const one = await ask('get_recorded_changes', { from: start, to: start + 3000, device_ids: ['hall'] })
    expect(one.data).toMatchObject({ changes: [] })
  })

  test('numbers once a minute, and the last of a minute is not lost', async () => {
    const { clock, at, all } = recorderWith()
    for (let second = 0; second < 90; second++) {
      at('lux', second)
      await clock.pass(1000)
    }
    await clock.pass(5 * MINUTE)
    expect(all().changes.map(({ value }) => value)).toEqual([0, 60, 89])
  })

  test('a number that a rule waits for, each time', async () => {
    const rules = [
      ruleOf('dark', { event_triggers: [when('motion', 'MotionService/lux', 10, { compare_type: 'LT' })] }),
    ]
    const { ask, report, clock } = await houseWith([motion()], { rules })
    for (const lux of [30, 20, 9, 11]) {
      report('motion', 'MotionService/lux', lux)
      await clock.pass(1000)
    }
    const { data } = await ask('get_recorded_changes', { from: 0, to: clock.now() })
    const { changes } = data as { changes: RecordedChange[] }
    // That the rule has run is another thing that happened.
    expect(changes.flatMap(({ rule_id, value }) => (rule_id ? [] : [value]))).toEqual([30, 20, 9, 11])
  })

  test('S-08 30 days, in chunks of 200 that are small to write; readings of yesterday become fewer', async () => {
    const { clock, at, all, written } = recorderWith()
    const start = clock.now()
    for (let hour = 0; hour < 40 * 24; hour++) {
      at('state', hour % 2 === 0)
      for (let ten = 0; ten < 6; ten++) {
        at('lux', hour * 10 + ten)
        await clock.pass(10 * MINUTE)
      }
    }
    const { changes, since } = all()
    // A chunk goes as a whole, once all of it is too old: a day and a half of this home.
    expect(since).toBeGreaterThan(start + 7 * DAY)
    expect(changes.filter(({ value }) => typeof value === 'boolean').length).toBeGreaterThan(30 * 24)
    const readings = changes.filter(
      ({ value, at: when }) => typeof value === 'number' && when < clock.now() - 4 * DAY,
    )
    expect(readings.length).toBeLessThan(30 * 24 * 4)
    expect(Math.max(...written().map(({ length }) => length))).toBeLessThan(8000)
    expect(written().length).toBeLessThan(40)
  })

  test('S-08 never more than there is room for, whatever a device says', async () => {
    const { clock, at, all, written } = recorderWith({ entries: 1000, bytes: 60_000 })
    for (let at1 = 0; at1 < 5000; at1++) {
      at(`p${at1 % 7}`, 'x'.repeat(at1 % 180))
      await clock.pass(1000)
    }
    expect(all().changes.length).toBeLessThanOrEqual(1000)
    expect(written().join().length).toBeLessThan(80_000)
  })

  test('survive a gateway that is killed: what is a second old is there, and it goes on behind it', async () => {
    const store = new MemoryStore()
    const clock = new TestClock()
    const first = await houseWith([motion()], { store, clock })
    first.report('motion', 'MotionService/motion', true)
    await clock.pass(1100)
    first.report('motion', 'MotionService/motion', false)
    const after = new MemoryStore()
    after.entries = new Map(store.entries)
    const second = await houseWith([motion()], { store: after, clock: new TestClock(clock.now() + 5000) })
    second.report('motion', 'MotionService/motion', false)
    const { data } = await second.ask('get_recorded_changes', { from: 0, to: second.clock.now() })
    expect((data as { changes: RecordedChange[] }).changes.map(({ value }) => value)).toEqual([true, false])
  })
})
