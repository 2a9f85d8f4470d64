import fc from 'fast-check'
import { type Place, sunMoment } from '#gateway/lib/times/sun.ts'
import type {
  DateSpan,
  DeviceTrigger,
  OnlyIf,
  PlainCondition,
  Rule,
  RuleStatus,
  RunTrigger,
  SilenceTrigger,
  SunTrigger,
  TimeTrigger,
  TimeWindow,
  Week,
} from '#schemas/generated/entities/rule.ts'
import type { Happening, Scalar, World } from '../world.ts'
import type { Story, Told } from './reference.ts'

const SECOND = 1000
const DEVICES = ['lamp', 'door', 'sensor']
const STATUSES = ['home', 'night']
const BUTTON = 'button/ButtonService/action'
const EVENTS = new Set([BUTTON])
const LENGTH = 90 * SECOND

/** A minute and a half around moments at which clocks change, and at a usual one. */
const scenes = [
  ['Europe/Zurich', Date.UTC(2026, 2, 29, 0, 59, 15)],
  ['Europe/Zurich', Date.UTC(2026, 9, 25, 0, 59, 15)],
  ['Europe/Zurich', Date.UTC(2026, 9, 25, 0, 29, 15)],
  ['America/New_York', Date.UTC(2026, 2, 8, 6, 59, 15)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 14, 59, 15)],
  ['America/Havana', Date.UTC(2026, 2, 8, 4, 59, 15)],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1, 18, 14, 15)],
] as const

const flag = fc.boolean()

/** Times of day that come up within the stories, or nearly. */
const time = (hours: readonly number[]): fc.Arbitrary<Omit<TimeTrigger, 'id'>> =>
  fc.record(
    {
      hour: fc.constantFrom(...hours),
      minute: fc.constantFrom(0, 14, 15, 29, 30, 59),
      second: fc.nat(59),
      repeating: fc.oneof(
        fc.constant<[boolean, boolean, boolean, boolean, boolean, boolean, boolean]>([
          true,
          true,
          true,
          true,
          true,
          true,
          true,
        ]),
        fc.tuple(flag, flag, flag, flag, flag, flag, flag),
      ),
    },
    { requiredKeys: ['hour', 'minute', 'second', 'repeating'] },
  )

const lasting = fc.record({
  event_source: fc.constantFrom(...DEVICES),
  service_name: fc.constant('S'),
  property_name: fc.constantFrom('a', 'b'),
  value: fc.nat(2),
  delay: fc.constantFrom(0, 0, 1500, 4000, 10_000),
})

/** Every word for comparing; those of the specification more often. */
const comparison: fc.Arbitrary<Pick<DeviceTrigger, 'compare_type' | 'inclusive' | 'upper' | 'negated'>> =
  fc.constantFrom(
    { compare_type: 'EQ' },
    { compare_type: 'LT' },
    { compare_type: 'GT' },
    { compare_type: 'EQ', negated: true },
    { compare_type: 'LT', inclusive: true },
    { compare_type: 'GT', inclusive: true },
    { compare_type: 'GT', inclusive: true, upper: 1 },
    { compare_type: 'GT', upper: 2 },
  )

const waiting = fc.tuple(lasting, comparison).map(([one, way]) => ({ ...one, ...way }))

/** How often, and in which time: short enough to come about, and to be over. */
const counted = fc.record({ count: fc.constantFrom(2, 2, 3), within: fc.constantFrom(1000, 3000, 20_000) })

/** Triggers that count how often something comes true, or wait for a change. */
const tallied: fc.Arbitrary<Omit<DeviceTrigger, 'id'>> = fc.oneof(
  fc.tuple(waiting, counted).map(([one, times]) => ({ ...one, ...times, delay: 0 })),
  fc
    .record({
      event_source: fc.constantFrom(...DEVICES),
      service_name: fc.constant('S'),
      property_name: fc.constantFrom('a', 'b'),
      value: fc.constantFrom(1, 2),
      change: fc.constantFrom('any' as const, 'up' as const, 'down' as const),
      within: fc.option(fc.constantFrom(1000, 3000, 20_000), { nil: undefined }),
    })
    .map(({ within, ...one }) => ({
      ...one,
      compare_type: 'GT' as const,
      inclusive: true,
      ...(within !== undefined && { within }),
    })),
)

/** Days near those of the stories, and the last of a month. */
const everyOf = (hours: readonly number[]): fc.Arbitrary<Omit<TimeTrigger, 'id'>> =>
  fc
    .record({
      time: time(hours),
      every: fc.constantFrom('year' as const, 'month' as const),
      month: fc.constantFrom(3, 4, 6, 10),
      day: fc.constantFrom(1, 2, 7, 8, 24, 25, 28, 29, 30, 31),
    })
    .map(({ time: { hour, minute, second }, every, month, day }) => ({
      ...{ hour, minute, second, every, day },
      ...(every === 'year' && { month }),
    }))

const sunTrigger: fc.Arbitrary<Omit<SunTrigger, 'id'>> = fc.record({
  sun: fc.record({
    event: fc.constantFrom('dawn' as const, 'sunrise' as const, 'sunset' as const, 'dusk' as const),
    offset: fc.constantFrom(0, 0, -10_000, 7000, 3_600_000),
  }),
  repeating: fc.constant<Week>([true, true, true, true, true, true, true]),
})

/** A place at which one of the sun's moments comes within the story. */
const placeFor = (from: number): fc.Arbitrary<Place> =>
  fc
    .record({
      event: fc.constantFrom('dawn' as const, 'sunrise' as const, 'sunset' as const, 'dusk' as const),
      latitude: fc.constantFrom(-33.9, 0, 47.5),
      after: fc.integer({ min: 5, max: 80 }),
    })
    .map(({ event, latitude, after }) => {
      const there = Number(sunMoment(event, from, { latitude, longitude: 0 }))
      // A degree to the east it comes four minutes earlier.
      const degrees = (there - from - after * SECOND) / 240_000
      return { latitude, longitude: ((((degrees + 180) % 360) + 360) % 360) - 180 }
    })

/** Silences short enough to come about more than once, also of a device whose values nobody waits for. */
const silence: fc.Arbitrary<Omit<SilenceTrigger, 'id'>> = fc.record({
  device_id: fc.constantFrom(...DEVICES, 'button', 'meter'),
  after: fc.constantFrom(2000, 5500, 12_000, 30_000),
})

/** The end of another run, perhaps of a rule that there is not. */
const runEnd: fc.Arbitrary<Omit<RunTrigger, 'id'>> = fc
  .record({
    rule_id: fc.constantFrom('r0', 'r1', 'r9'),
    end: fc.constantFrom('over' as const, 'failed' as const),
  })
  .map((one) => ({ ...one, name: one.rule_id }))

const press = fc.record({
  event_source: fc.constant('button'),
  service_name: fc.constant('ButtonService'),
  property_name: fc.constant('action'),
  value: fc.nat(2),
  compare_type: fc.constant('EQ' as const),
  delay: fc.constantFrom(0, 5000),
})

const status: fc.Arbitrary<RuleStatus> = fc
  .record({ resource_id: fc.constantFrom(...STATUSES), state: flag })
  .map((one) => ({ ...one, name: one.resource_id }))

const everyDay: Week = [true, true, true, true, true, true, true]
const someDays = fc.oneof(fc.constant(everyDay), fc.tuple(flag, flag, flag, flag, flag, flag, flag))

/** Windows whose ends lie within the stories, or around them; those by the sun come every day. */
const windowOf = (hours: readonly number[]): fc.Arbitrary<TimeWindow> => {
  const clock = fc.record({
    hour: fc.constantFrom(...hours),
    minute: fc.constantFrom(0, 14, 15, 29, 30, 59),
  })
  const sun = sunTrigger.map(({ sun: moment }) => ({ sun: moment }))
  const end = fc.oneof({ weight: 2, arbitrary: clock }, { weight: 1, arbitrary: sun })
  return fc.oneof(
    { weight: 1, arbitrary: fc.record({ repeating: someDays }) },
    { weight: 4, arbitrary: fc.record({ from: clock, to: clock, repeating: someDays }) },
    { weight: 2, arbitrary: fc.record({ from: end, to: end, repeating: fc.constant(everyDay) }) },
  )
}

const day = fc.record({ month: fc.constantFrom(3, 4, 6, 10, 11), day: fc.constantFrom(1, 2, 8, 24, 25, 29) })
const dates: fc.Arbitrary<DateSpan> = fc.oneof(
  fc.record({ from: day, to: day }),
  fc.tuple(day, day).map(([from, to]) => ({ from: { ...from, year: 2026 }, to: { ...to, year: 2026 } })),
)

const plain = (hours: readonly number[], times: boolean): fc.Arbitrary<PlainCondition> => {
  const id = fc.constant('c')
  const kind = <K extends PlainCondition['kind']>(one: K) => fc.constant(one)
  const lasts = fc.oneof(
    fc.record({ kind: kind('device'), id, device: waiting.map((one) => ({ ...one, id: 'c' })) }),
    fc.record({ kind: kind('status'), id, status }),
  )
  if (!times) return lasts
  return fc.oneof(
    { weight: 3, arbitrary: lasts },
    { weight: 2, arbitrary: fc.record({ kind: kind('time'), id, window: windowOf(hours) }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('date'), id, dates }) },
  )
}

const logic = fc.constantFrom('ALL' as const, 'ANY' as const, 'NONE' as const)

/** What is asked before a rule runs, groups included; often nothing. */
const onlyIf = (hours: readonly number[], times: boolean): fc.Arbitrary<OnlyIf | undefined> => {
  const one = plain(hours, times)
  const group = fc.record({
    kind: fc.constant('group' as const),
    id: fc.constant('g'),
    logic,
    conditions: fc.array(one, { minLength: 1, maxLength: 3 }),
  })
  const conditions = fc.array(fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: group }), {
    minLength: 1,
    maxLength: 3,
  })
  return fc.option(fc.record({ logic, conditions }), { nil: undefined, freq: 2 })
}

const ruleOf = (
  id: string,
  hours: readonly number[],
  { times = true }: { times?: boolean } = {},
): fc.Arbitrary<Rule> =>
  fc
    .record({
      rule_logic: fc.constantFrom('OR' as const, 'AND' as const),
      active: fc.constantFrom(true, true, true, false),
      time_triggers: fc.array(
        fc.oneof({ weight: 6, arbitrary: time(hours) }, { weight: 1, arbitrary: everyOf(hours) }),
        { maxLength: times ? 2 : 0 },
      ),
      sun_triggers: fc.array(sunTrigger, { maxLength: times ? 1 : 0 }),
      calls: fc.constantFrom(0, 0, 0, 1, 2),
      silence_triggers: fc.array(silence, { maxLength: 1 }),
      run_triggers: fc.array(runEnd, { maxLength: 1 }),
      event_triggers: fc.array(
        fc.oneof(
          { weight: 8, arbitrary: waiting },
          { weight: 2, arbitrary: press },
          { weight: 2, arbitrary: tallied },
          {
            weight: 1,
            arbitrary: fc.tuple(press, counted).map(([one, times]) => ({ ...one, ...times, delay: 0 })),
          },
        ),
        { maxLength: 3 },
      ),
      statuses: fc.array(status, { maxLength: 1 }),
      only_if: onlyIf(hours, times),
    })
    .map(({ time_triggers, sun_triggers, calls: count, event_triggers, only_if, ...rest }) => ({
      ...rest,
      silence_triggers: rest.silence_triggers.map((one, n): SilenceTrigger => ({ ...one, id: `q${n}` })),
      run_triggers: rest.run_triggers.map((one, n): RunTrigger => ({ ...one, id: `e${n}` })),
      ...(count > 0 && { call_triggers: ['c0', 'c1'].slice(0, count).map((one) => ({ id: one })) }),
      ...(only_if && { only_if }),
      id,
      name: id,
      time_triggers: time_triggers.map((one, n): TimeTrigger => ({ ...one, id: `t${n}` })),
      sun_triggers: sun_triggers.map((one, n): SunTrigger => ({ ...one, id: `s${n}` })),
      event_triggers: event_triggers.map((one, n): DeviceTrigger => ({ ...one, id: `d${n}` })),
    }))

const value = fc.nat(2)
const properties = DEVICES.flatMap((device) => ['a', 'b'].map((name) => `${device}/S/${name}`))

/** An address is called, perhaps one that no rule has. */
const addresses: fc.Arbitrary<Omit<Told, 'at'>> = fc
  .tuple(fc.constantFrom('r0', 'r1', 'r2', 'r9'), fc.constantFrom('c0', 'c1'))
  .map(([rule, call]) => ({ key: `call:${rule}/${call}`, value: true }))

/** A device says what was known, or what nobody waits for. */
const reports: fc.Arbitrary<Omit<Told, 'at'>> = fc.record({
  key: fc.constantFrom('heard:lamp', 'heard:sensor', 'heard:meter'),
  value: fc.constant(true),
})

/** A run of one of the rules is over; what these rules fire themselves runs nowhere. */
const ends: fc.Arbitrary<Omit<Told, 'at'>> = fc.record({
  key: fc.constantFrom('run:r0', 'run:r1', 'run:r2'),
  value: fc.constantFrom('done', 'done', 'partly', 'failed'),
})

const happens: fc.Arbitrary<Omit<Told, 'at'>> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ key: fc.constantFrom(...properties), value }) },
  { weight: 1, arbitrary: fc.record({ key: fc.constant(BUTTON), value }) },
  { weight: 2, arbitrary: fc.record({ key: fc.constantFrom(...STATUSES), value: flag }) },
  { weight: 1, arbitrary: addresses },
  { weight: 1, arbitrary: reports },
  { weight: 1, arbitrary: ends },
)

/** Another rule runs one of these. */
const calls: fc.Arbitrary<Omit<Told, 'at'>> = fc.record({
  key: fc.constantFrom('rule:r0', 'rule:r1', 'rule:r2'),
  value: fc.constant(true),
})

/** What is known at the start: often everything. */
const known = <T>(keys: readonly string[], one: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.oneof(
    fc.dictionary(fc.constantFrom(...keys), one),
    fc
      .array(one, { minLength: keys.length, maxLength: keys.length })
      .map((all) => Object.fromEntries(all.map((found, n) => [keys[n] ?? '', found]))),
  )

/** Steps of half a second, so that what is due and what is told often meet. */
const gap = fc.oneof(fc.nat(6), fc.nat(2), fc.nat(24)).map((half) => (half * SECOND) / 2)

export const stories = (options: { times?: boolean; called?: boolean } = {}): fc.Arbitrary<Story> =>
  fc.constantFrom(...scenes).chain(([zone, from]) => {
    const hours = [-1, 0, 1, 2, 14, 15].map((n) => (new Date(from).getUTCHours() + n + 24) % 24)
    const local = [...new Set([...hours, 0, 1, 2, 3])]
    return fc
      .record({
        rules: fc.tuple(
          ruleOf('r0', local, options),
          ruleOf('r1', local, options),
          ruleOf('r2', local, options),
        ),
        place: fc.option(placeFor(from), { nil: undefined, freq: 4 }),
        start: known(properties, value),
        states: known(STATUSES, flag),
        heard: fc.dictionary(fc.constantFrom(...DEVICES, 'meter'), fc.nat(40)),
        gaps: fc.array(
          fc.tuple(gap, options.called ? fc.oneof({ weight: 5, arbitrary: happens }, calls) : happens),
          {
            maxLength: 40,
            size: 'max',
          },
        ),
      })
      .map(({ rules, place, start, states, heard, gaps }): Story => {
        let at = from
        const all = gaps.map(([step, one]): Told => {
          at += step
          // The start itself is no step.
          return { at: Math.max(at, from + 1), ...one }
        })
        return {
          zone,
          ...(place && { place }),
          from,
          until: from + LENGTH,
          rules,
          start: new Map<string, Scalar>([
            ...[...Object.entries(start), ...Object.entries(states)],
            ...Object.entries(heard).map(([id, ago]) => [`heard:${id}`, from - ago * SECOND] as const),
          ]),
          told: all.filter((one) => one.at <= from + LENGTH),
          events: EVENTS,
        }
      })
  })

export const worldOf = (values: ReadonlyMap<string, Scalar>): World => ({
  value: (device, service, property) => values.get(`${device}/${service}/${property}`),
  status: (id) => {
    const state = values.get(id)
    return typeof state === 'boolean' ? state : undefined
  },
  heard: (device) => {
    const at = values.get(`heard:${device}`)
    return typeof at === 'number' ? at : undefined
  },
  moment: ({ event_source, service_name, property_name }) =>
    EVENTS.has(`${event_source}/${service_name}/${property_name}`),
})

export function happeningOf({ at, key, value: found }: Told): Happening {
  if (key.startsWith('call:')) {
    const [rule_id = '', trigger_id = ''] = key.slice('call:'.length).split('/')
    return { kind: 'call', at, rule_id, trigger_id }
  }
  if (key.startsWith('heard:')) return { kind: 'heard', at, device_id: key.slice('heard:'.length) }
  if (key.startsWith('run:')) {
    const outcome = found === 'done' || found === 'partly' ? found : 'failed'
    return { kind: 'run', at, rule_id: key.slice('run:'.length), run: { outcome } }
  }
  const called = key.startsWith('rule:') && key.slice('rule:'.length)
  if (called) return { kind: 'rule', at, rule_id: called, trigger: { type: 'RULE_TRIGGER', at } }
  const [device_id = '', service_name = '', property_name = ''] = key.split('/')
  return key.includes('/')
    ? { kind: 'value', at, device_id, service_name, property_name, value: found, transient: EVENTS.has(key) }
    : { kind: 'status', at, resource_id: key, state: found === true }
}
