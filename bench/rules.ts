/** What rules cost: an event among 500 rules and 1,000 devices, and a rehearsal of 10,000 recorded changes. */
import { contradictionsOf } from '#gateway/rules/concerns/contradictions.ts'
import { createEvaluator } from '#gateway/rules/evaluator.ts'
import { rehearse } from '#gateway/rules/rehearse.ts'
import type { World } from '#gateway/rules/world.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { DeviceTrigger, Rule, Week } from '#schemas/generated/entities/rule.ts'
import { costOfReports } from './rules-home.ts'
import { type Figure, median, percentile } from './support/figures.ts'

const RULES = 500
const DEVICES = 1000
const EVENTS = 10_000
/** A whole home does more with each of them. */
const REPORTS = 2000
const RUNS = 9
const DAY = 86_400_000
const from = Date.parse('2026-03-20T00:00:00Z')
const zone = 'Europe/Zurich'
const daily: Week = [true, true, true, true, true, true, true]

const world: World = { value: () => 20, status: () => false }

/** Devices are spread, so that some of them are waited for by several rules. */
const triggerOf = (n: number, delay: number): DeviceTrigger => ({
  id: `t${n}`,
  event_source: `device-${(n * 7) % DEVICES}`,
  service_name: 'TemperatureService',
  property_name: 'temperature',
  value: 20 + (n % 5),
  compare_type: n % 2 === 0 ? 'GT' : 'LT',
  delay,
})

const ruleOf = (n: number): Rule => ({
  id: `rule-${n}`,
  name: `Rule ${n}`,
  rule_logic: n % 3 === 0 ? 'AND' : 'OR',
  active: true,
  time_triggers: [
    {
      id: 'time',
      hour: n % 24,
      minute: n % 60,
      second: 0,
      repeating: [true, true, true, true, true, n % 2 === 0, false],
    },
  ],
  event_triggers: [0, 1, 2].map((k) => triggerOf(n * 3 + k, k === 1 ? 60_000 : 0)),
  statuses: n % 4 === 0 ? [{ name: 'Home', state: true, resource_id: 'home' }] : [],
  scenes: [
    {
      id: 's',
      name: 'Actions',
      devices: [
        {
          id: 'device-1',
          settings: [{ service_name: 'SwitchService', property_name: 'state', value: true }],
        },
      ],
    },
  ],
})

/** Seven days of readings that go up and down around what rules wait for. */
const recorded = (devices: number): RecordedChange[] =>
  Array.from({ length: EVENTS }, (_, n) => ({
    at: from + Math.floor((n * 7 * DAY) / EVENTS) + 1,
    device_id: `device-${(n * 13) % devices}`,
    service_name: 'TemperatureService',
    property_name: 'temperature',
    value: 17 + ((n * 31) % 90) / 10,
  }))

function costOfEvents(): number[] {
  const rules = Array.from({ length: RULES }, (_, n) => ruleOf(n))
  const evaluator = createEvaluator({ rules, zone, at: from, world })
  return recorded(DEVICES).map(({ at, device_id = '', service_name = '', property_name = '', value }) => {
    const began = performance.now()
    evaluator.take({ kind: 'value', at, device_id, service_name, property_name, value })
    return performance.now() - began
  })
}

function costOfRehearsal(): number {
  // Everything that happens concerns the rule.
  const rule: Rule = {
    ...ruleOf(0),
    event_triggers: [triggerOf(0, 60_000), { ...triggerOf(1, 0), event_source: 'device-1' }],
  }
  const changes = recorded(2)
  const began = performance.now()
  rehearse({
    rule,
    saved: { ...rule, rule_logic: 'OR' },
    recorded: changes,
    start: world,
    zone,
    from,
    to: from + 7 * DAY,
  })
  return performance.now() - began
}

/** How long a home's list of scenes takes to say which of them contradict each other; the first time, nothing is known. */
function costOfContradictions(): number {
  const logic = (n: number): Pick<Rule, 'only_if'> => ({
    only_if: {
      logic: 'ALL',
      conditions: [
        { kind: 'status', id: 'a', status: { name: 'Away', resource_id: 'away', state: n % 3 === 0 } },
        {
          ...{ kind: 'time', id: 'w' },
          window: { from: { sun: { event: 'sunset' } }, to: { sun: { event: 'sunrise' } }, repeating: daily },
        },
      ],
    },
  })
  const begins = (n: number): Partial<Rule> => {
    const time = { id: 't', hour: 8 + (n % 12), minute: 0, second: 0, repeating: daily }
    const sun = { event: n % 2 ? ('sunset' as const) : ('sunrise' as const), offset: (n % 10) * 60_000 }
    if (n % 4 === 0) return { time_triggers: [time] }
    if (n % 4 === 1) return { time_triggers: [time], ...logic(n) }
    if (n % 4 === 2) return { sun_triggers: [{ id: 's', sun, repeating: daily }] }
    return { event_triggers: [{ ...triggerOf(0, 0), event_source: `device-${n % 50}` }] }
  }
  const rules = Array.from(
    { length: RULES },
    (_, n): Rule => ({
      ...{ id: `rule-${n}`, name: `Rule ${n}`, rule_logic: 'OR', active: true, ...begins(n) },
      scenes: [
        {
          ...{ id: 's', name: 'Actions' },
          devices: (n % 5 === 0 ? [] : [0, 1, 2, 3]).map((k) => ({
            id: `device-${(n * 7 + k) % DEVICES}`,
            settings: [
              { service_name: 'LightService', property_name: 'state', value: Math.floor(n / 12) % 2 === 0 },
            ],
          })),
          targets: n % 5 === 0 ? [{ id: 't', kind: 'lights', sets: 'power', value: n % 2 === 0 }] : [],
        },
      ],
    }),
  )
  const lights = Array.from({ length: DEVICES }, (_, n) => ({
    ...{ device: `device-${n}`, service: 'LightService', property: 'state' },
  }))
  const began = performance.now()
  contradictionsOf(rules, {
    ...{ now: from, zone, place: { latitude: 47.5, longitude: 8.73 } },
    described: () => ({ kind: 'bool', access: ['read', 'write'] }),
    status: () => true,
    leaves: ({ value = false }) => lights.map((one) => ({ ...one, left: value })),
  })
  return performance.now() - began
}

export async function measure(): Promise<Figure[]> {
  const events = costOfEvents()
  const rules = Array.from({ length: RULES }, (_, n) => ruleOf(n))
  const reports = await costOfReports(rules, DEVICES, recorded(DEVICES).slice(0, REPORTS))
  const rehearsals = Array.from({ length: RUNS }, costOfRehearsal)
  return [
    {
      name: `rules: an event among ${RULES} rules and ${DEVICES} devices, p99`,
      value: percentile(events, 0.99),
      unit: 'ms',
      target: 5,
    },
    { name: 'rules: the dearest of 10,000 such events', value: Math.max(...events), unit: 'ms' },
    {
      name: `rules: a device's report in a whole home of ${RULES} rules and ${DEVICES} devices, p99`,
      value: percentile(reports, 0.99),
      unit: 'ms',
      target: 5,
    },
    {
      name: `rehearsal of ${EVENTS} changes, edited and saved rule`,
      value: median(rehearsals),
      unit: 'ms',
      target: 200,
    },
    {
      name: `rules: what contradicts in ${RULES} scenes over ${DEVICES} lights`,
      value: median(Array.from({ length: RUNS }, costOfContradictions)),
      unit: 'ms',
      target: 50,
    },
  ]
}
