import { describe, expect, test } from 'vitest'
import alarmRules from '#catalogue/rules/alarms.json' with { type: 'json' }
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { RuleMiss } from '#schemas/generated/entities/rule-miss.ts'
import type { RuleRow } from '#schemas/generated/entities/rule-row.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { demoHome } from '#server/demo/home.ts'
import { homeWith, MemoryStore } from '../kit.ts'
import { TestClock } from '../test-clock.ts'

const catalogue = await openCatalogue('catalogue')
const DAY = 86_400_000
/** A Thursday afternoon, so that the days of all kinds are behind it. */
const NOW = Date.UTC(2026, 10, 19, 14)

const open = (more: { store?: MemoryStore; clock?: TestClock } = {}) =>
  homeWith([], {
    ...demoHome(catalogue, { pace: 0 }),
    alarms: () => alarmRules.alarms.map(({ alarmId, alarmName: alarm }) => ({ alarmId, alarm })),
    scenes: vocabulary as SceneVocabulary,
    kindOf: ({ class: name }) => ({ type: catalogue.model(name)?.type }),
    clock: new TestClock(NOW),
    place: { latitude: 47.5, longitude: 8.73 },
    ...more,
  })

async function recordedIn({ ask }: Awaited<ReturnType<typeof open>>, from = NOW - 31 * DAY) {
  const changes: RecordedChange[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { data } = await ask('get_recorded_changes', { from, to: NOW, after })
    const page = data as unknown as { changes: RecordedChange[]; next?: number }
    changes.push(...page.changes)
    after = page.next
  }
  return changes
}

describe('the demo home', () => {
  test('has ten scenes that name nothing that is not there, and six statuses', async () => {
    const { ask } = await open()
    const { data } = await ask('get_rules_list')
    const { rules } = data as unknown as { rules: RuleRow[] }
    expect(rules).toHaveLength(10)
    expect(rules.filter(({ faults }) => faults)).toEqual([])
    expect(rules.filter(({ loop, never, contradicts }) => loop ?? never ?? contradicts)).toEqual([])
    expect(rules.filter(({ active }) => !active).map(({ name }) => name)).toEqual(['Als wäre jemand da'])
    const statuses = await ask('get_scenario_statuses_collection')
    expect(JSON.stringify(statuses.data).match(/"resource_id"/g)).toHaveLength(6)
  })

  test('each of its scenes can be saved as it is', async () => {
    const { ask } = await open()
    const { data } = await ask('get_rules', {})
    for (const rule of (data as unknown as { rules: { id: string; version: number }[] }).rules)
      expect(await ask('save_rule', { rule, base: rule.version }), rule.id).toMatchObject({ code: 0 })
  })

  test('what it measured leads to what it shows now, so that no chart jumps at its end', async () => {
    const home = await open()
    const last = new Map(
      (await recordedIn(home)).flatMap(({ device_id, service_name, property_name, value }) =>
        property_name?.endsWith('temperature')
          ? [[`${device_id}/${service_name}/${property_name}`, value]]
          : [],
      ),
    )
    expect(last.size).toBeGreaterThan(4)
    for (const device of home.home.devices())
      for (const { name, property_list } of device.service_list)
        for (const property of property_list) {
          const was = last.get(`${device.id}/${name}/${property.name}`)
          if (typeof was === 'number')
            expect(Math.abs(was - Number(property.value)), device.device_name).toBeLessThan(0.5)
        }
  })

  test('has 30 days behind it, to the minute the same each time', async () => {
    const [home, again] = [await open(), await open()]
    const changes = await recordedIn(home)
    expect(await recordedIn(again)).toEqual(changes)
    expect(changes.length).toBeGreaterThan(5000)
    expect(changes[0]?.at).toBeLessThan(NOW - 29 * DAY)
    expect(changes.filter(({ at }) => at > NOW)).toEqual([])
    expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted((a, b) => a - b))
    const devices = new Map(home.home.devices().map((device) => [device.id, device]))
    const unknown = changes.filter(
      ({ device_id, service_name, property_name }) =>
        device_id !== undefined &&
        !devices
          .get(device_id)
          ?.service_list.some(
            ({ name, property_list }) =>
              name === service_name && property_list.some((property) => property.name === property_name),
          ),
    )
    expect(unknown).toEqual([])
  })

  test('its scenes ran, and did not, as their triggers say; one reason for each kind of chance is there', async () => {
    const { ask } = await open()
    const { data } = await ask('get_rule_runs', { limit: 100 })
    const { runs, misses } = data as unknown as { runs: RuleRun[]; misses: RuleMiss[] }
    expect(runs).toHaveLength(100)
    expect(new Set(runs.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'partly']))
    expect(new Set(runs.map(({ rule_id }) => rule_id)).size).toBeGreaterThanOrEqual(7)
    expect(new Set(misses.flatMap(({ why }) => why.map(({ reason }) => reason)))).toEqual(
      expect.objectContaining(new Set(['condition'])),
    )
    const water = await ask('get_rule_runs', { rule_id: 'water' })
    expect(water.data).toMatchObject({ runs: [{ outcome: 'done', trigger: { device_id: 'bathroom-leak' } }] })
    const idle = await ask('get_rule_runs', { rule_id: 'as-if-home' })
    expect((idle.data as unknown as { runs: RuleRun[] }).runs).toEqual([])
  })

  test('says of its values who changed them: a scene, a person, the device itself', async () => {
    const { ask } = await open()
    const causes = async (device_id: string, property: string) => {
      const [service_name, property_name] = property.split('/')
      const { data } = await ask('get_property_causes', { device_id, service_name, property_name })
      return (data as { changes: { cause: { kind: string; user_id?: string; rule_id?: string } }[] }).changes
    }
    expect((await causes('bathroom-mirror', 'SwitchService/state'))[0]?.cause).toMatchObject({
      kind: 'rule',
      rule_id: expect.stringMatching(/night|home/),
    })
    expect((await causes('utility-valve', 'ValveService/state')).map(({ cause }) => cause)).toMatchObject([
      { kind: 'person', user_id: 'demo-home' },
      { kind: 'rule', rule_id: 'water' },
    ])
  })

  test('its past is kept: a server that starts again has it, and adds nothing', async () => {
    const store = new MemoryStore()
    const clock = new TestClock(NOW)
    const first = await open({ store, clock })
    const before = await recordedIn(first, NOW - 20 * DAY)
    await first.home.stop()
    const again = await open({ store, clock: new TestClock(NOW) })
    // Readings of days long gone become fewer.
    const after = await recordedIn(again, NOW - 20 * DAY)
    expect(after.length).toBeLessThanOrEqual(before.length)
    expect(after.filter(({ value }) => typeof value !== 'number')).toEqual(
      before.filter(({ value }) => typeof value !== 'number'),
    )
  })
})
