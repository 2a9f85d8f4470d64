import type { BulkContent, KindRule } from '#schemas/generated/entities/bulk-content.ts'
import type { DriftAspect, DriftHow, DriftRow } from '#schemas/generated/entities/drift-thing.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'

/** A home as it was read: how it is set up, and what its gateway is. */
export interface Reading {
  content: HomeContent
  model: string
  version?: string
  /** Of a home that only a file tells of nobody knows it. */
  automaticBackup?: boolean
}

/** Whether a home has devices with a property; a scene asks of it only what it has. */
export type Has = (service: string, property: string) => boolean

/** One thing that two homes can have in common. */
interface Trait {
  aspect: DriftAspect
  /** The same in every home, whatever ids it gives. */
  key: string
  name: string
  /** What counts of it. */
  essence: string
  /** What of it can be read, by what it is about. */
  told: ReadonlyMap<string, string>
  /** Says nothing where only one of the two has it. */
  shared?: boolean
}

export interface Difference {
  aspect: DriftAspect
  key: string
  name: string
  how: DriftHow
  rows: DriftRow[]
}

const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort(byText)

/** In what a home differs from the model: what the model has first, then what it has not. */
export function differencesOf(model: Reading, home: Reading, has: Has = () => true): Difference[] {
  const [wanted, there] = [byKey(traitsOf(model, has)), byKey(traitsOf(home, has))]
  const isComparable = ({ aspect }: Trait): boolean => aspect !== 'software' || model.model === home.model
  return [...new Map([...wanted, ...there]).keys()].flatMap((id) => {
    const [is, should] = [there.get(id), wanted.get(id)]
    const trait = should ?? is
    if (!trait || !isComparable(trait) || is?.essence === should?.essence) return []
    if ((!is || !should) && trait.shared) return []
    const { aspect, key, name } = trait
    const how = is && should ? 'changed' : should ? 'missing' : 'extra'
    return [{ aspect, key, name, how, rows: rowsOf(is, should) } satisfies Difference]
  })
}

const byKey = (traits: readonly Trait[]): Map<string, Trait> =>
  new Map(traits.map((trait) => [`${trait.aspect}\n${trait.key}`, trait]))

function rowsOf(is: Trait | undefined, should: Trait | undefined): DriftRow[] {
  const rows = distinct([...(is?.told.keys() ?? []), ...(should?.told.keys() ?? [])]).flatMap((what) => {
    const [now, model] = [is?.told.get(what), should?.told.get(what)]
    if (now === model) return []
    return [{ what, ...(now !== undefined && { now }), ...(model !== undefined && { model }) }]
  })
  return rows.length > 0 || !is || !should ? rows : [{ what: 'further' }]
}

function traitsOf({ content, model, version, automaticBackup }: Reading, has: Has): Trait[] {
  const plain = (
    aspect: DriftAspect,
    key: string,
    { name = key, what = 'value', value, shared = false }: PlainTrait,
  ): Trait => ({
    aspect,
    key,
    name,
    essence: value,
    told: new Map(value === '' ? [] : [[what, value]]),
    shared,
  })
  return [
    ...(version === undefined
      ? []
      : [plain('software', 'version', { name: model, value: version, shared: true })]),
    plain('models', 'model', { name: model, value: model }),
    ...[...Map.groupBy(content.devices, (device) => device.class)].map(([kind, { length }]) =>
      plain('devices', kind, { what: 'count', value: String(length) }),
    ),
    ...content.floors.flatMap(({ floor_name, rooms }) =>
      rooms.length === 0
        ? [plain('rooms', roomKey(floor_name), { name: floor_name, value: '' })]
        : rooms.map(({ room_name }) =>
            plain('rooms', roomKey(floor_name, room_name), {
              name: `${floor_name} › ${room_name}`,
              value: '',
            }),
          ),
    ),
    ...content.rules.flatMap((rule) => sceneTrait(rule, content, has) ?? []),
    ...content.statuses.map((status) => statusTrait(status)),
    ...settingTraits(content).map(({ key, name, what, values }) =>
      plain('settings', key, { name, what, value: distinct(values).join(', '), shared: true }),
    ),
    ...(automaticBackup === undefined
      ? []
      : [plain('settings', 'automaticBackup', { value: String(automaticBackup), shared: true })]),
  ]
}

/** Whether it is on is the home's own affair; in what group it is decides what goes off when it comes on. */
function statusTrait({ name, icon, group = '' }: HomeContent['statuses'][number]): Trait {
  return {
    ...{ aspect: 'statuses', key: folded(name), name },
    essence: JSON.stringify([icon, folded(group)]),
    told: new Map([['icon', String(icon)], ...(group === '' ? [] : [['group', group] as const])]),
  }
}

interface PlainTrait {
  name?: string
  what?: string
  value: string
  shared?: boolean
}

/** Names stand in no key with what parts them. */
const roomKey = (floor: string, room?: string): string =>
  JSON.stringify([folded(floor), ...(room === undefined ? [] : [folded(room)])])

/** What devices of a class are set to, taken together. */
function settingTraits({ devices, settings = [] }: HomeContent) {
  const classes = new Map(devices.map((device) => [device.device_id, device.class]))
  const found = new Map<string, { key: string; name: string; what: string; values: string[] }>()
  for (const { device_id, values } of settings) {
    const name = classes.get(device_id)
    if (name === undefined) continue
    for (const { service_name, property_name, value } of values) {
      const what = `${service_name}.${property_name}`
      const key = JSON.stringify([name, what])
      const one = found.get(key) ?? { key, name, what, values: [] }
      one.values.push(typeof value === 'string' ? value : JSON.stringify(value))
      found.set(key, one)
    }
  }
  return [...found.values()]
}

/** Ids that a home gives, and what is worked out of other fields. */
const OWN: ReadonlySet<string> = new Set([
  ...['id', 'rule_id', 'trigger_id', 'resource_id', 'device', 'device_id', 'device_name', 'event_source'],
  ...['fullTime', 'time', 'time_to_trigger', 'isRepeating', 'icon', 'version'],
])

/** A part of a scene without what only its own home knows; lists of things are sets. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object')) return value
    return distinct(value.map((one) => JSON.stringify(bare(one))))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, field]) => field !== undefined && (!OWN.has(name) || typeof field === 'object'))
      .sort(([a], [b]) => byText(a, b))
      .map(([name, field]) => [name, bare(field)]),
  )
}

const clock = (...parts: readonly number[]): string =>
  parts.map((part) => String(part).padStart(2, '0')).join(':')
const daysOf = (week: readonly boolean[] | undefined): string =>
  (week ?? []).map((day) => (day ? '1' : '0')).join('')

type Setting = NonNullable<ActionSet['devices']>[number]['settings'][number]
const settingsOf = ({ devices = [] }: ActionSet): Setting[] => devices.flatMap(({ settings }) => settings)

/** A scene as it says what happens on kinds of devices; undefined where the home has none of those that it is about. */
function sceneTrait(rule: Rule, { statuses }: HomeContent, has: Has): Trait | undefined {
  if (rule.draft) return undefined
  const { scenes = [], time_triggers = [], sun_triggers = [], event_triggers = [] } = rule
  const calls = rule.call_triggers?.map(({ name }) => folded(name ?? ''))
  // Which device, and which other scene, only the home knows.
  const silences = rule.silence_triggers?.map(({ after }) => after)
  const runs = rule.run_triggers?.map(({ name, end }) => ({ name: folded(name), end }))
  const known = new Map(statuses.map(({ resource_id, name }) => [resource_id, name]))
  const withNames = (all: readonly { name: string; resource_id?: string; state: boolean }[] = []) =>
    all.map(({ name, resource_id = '', state }) => ({ name: folded(known.get(resource_id) ?? name), state }))
  const fits = ({ service_name, property_name }: Setting): boolean => has(service_name, property_name)
  const all = scenes.flatMap(settingsOf)
  if (all.length > 0 && !all.some(fits)) return undefined
  const events = event_triggers.filter(({ service_name, property_name }) => has(service_name, property_name))
  const essence = JSON.stringify(
    bare({
      ...{ logic: rule.rule_logic, active: rule.active, mode: rule.run_mode, only: rule.only_if },
      ...{ times: time_triggers, suns: sun_triggers, calls, silences, runs, events },
      statuses: withNames(rule.statuses),
      // Their order counts: each begins when the one before has.
      scenes: scenes.map((set) =>
        JSON.stringify(
          bare({
            ...{ delay: set.delay ?? 0, spread: set.spread, until: set.until, alarms: set.alarms },
            ...{ only: set.only_if, otherwise: set.otherwise, chance: set.by_chance, repeat: set.repeat },
            ...{ asks: set.question?.short_desc, answers: set.question?.answers, on: set.on_answer },
            settings: settingsOf(set).filter(fits),
            statuses: withNames(set.statuses),
            rules: set.rules,
            notifications: set.notifications?.map(({ type, desc, short_desc, call }) => ({
              ...{ type, desc, short_desc },
              ...(call && { call: { name: folded(call.name), fields: call.fields } }),
            })),
          }),
        ),
      ),
    }),
  )
  const told = new Map<string, string>()
  const tell = (what: string, values: readonly string[]): void => {
    if (values.length > 0) told.set(what, distinct(values).join(', '))
  }
  tell(
    'time',
    time_triggers.map(({ hour, minute, second }) => clock(hour, minute, ...(second > 0 ? [second] : []))),
  )
  tell('days', [...time_triggers, ...sun_triggers].map(({ repeating }) => daysOf(repeating)).filter(Boolean))
  tell(
    'sun',
    sun_triggers.map(
      ({ sun: { event, offset = 0 } }) => `${event}${offset === 0 ? '' : ` ${offset / 60_000}`}`,
    ),
  )
  for (const [what, some] of Map.groupBy(events, (one) => `when:${one.service_name}.${one.property_name}`))
    tell(
      what,
      some.map(({ compare_type, value }) => `${SIGNS[compare_type]} ${String(value)}`),
    )
  for (const [what, some] of Map.groupBy(
    all.filter(fits),
    (one) => `${one.service_name}.${one.property_name}`,
  ))
    tell(
      what,
      some.flatMap((one) => ('value' in one ? [String(one.value)] : [])),
    )
  for (const { name, state } of scenes.flatMap((set) => withNames(set.statuses)))
    told.set(`status:${name}`, String(state))
  told.set('active', String(rule.active))
  return { aspect: 'scenes', key: folded(rule.name), name: rule.name, essence, told }
}

const SIGNS = { EQ: '=', LT: '<', GT: '>' } as const

type Filled<T> = readonly [T, ...T[]]
const filled = <T>(all: readonly T[]): all is Filled<T> => all.length > 0

/** What a scene says of kinds of devices; undefined where that is not all that it says. */
export function kindRuleOf(rule: Rule): KindRule | undefined {
  const { name, rule_logic, active, time_triggers = [], event_triggers = [], scenes = [] } = rule
  const others = [
    ...[rule.sun_triggers, rule.call_triggers, rule.silence_triggers, rule.run_triggers],
    ...[rule.statuses, rule.only_if?.conditions],
  ].some((one) => one?.length)
  if (!active || others || rule.run_mode !== undefined || !filled(scenes)) return undefined
  if (
    time_triggers.some(
      ({ second, year, month, day, every }) => second > 0 || (year ?? month ?? day ?? every) !== undefined,
    )
  )
    return undefined
  if (
    event_triggers.some(
      ({ delay, inclusive, upper, negated, count, change }) =>
        delay || inclusive || negated || (upper ?? count ?? change) !== undefined,
    )
  )
    return undefined
  const sets = scenes.flatMap((set) => {
    const { spread, until, question, on_answer, only_if, otherwise, by_chance, repeat } = set
    const beyond = [spread, until, question, on_answer, only_if, otherwise, by_chance, repeat]
    if (beyond.some((one) => one !== undefined)) return []
    const { targets, statuses, rules, notifications, alarms } = set
    if ([targets, statuses, rules, notifications, alarms].some((one) => one?.length)) return []
    const settings = new Map<string, { service_name: string; property_name: string; value: Plain }>()
    for (const one of settingsOf(set)) {
      if (!('value' in one) || !isPlain(one.value)) return []
      const { service_name, property_name, value } = one
      const key = `${service_name}.${property_name}`
      // Of devices of a kind, one is set to this and another one to that.
      if ((settings.get(key)?.value ?? value) !== value) return []
      settings.set(key, { service_name, property_name, value })
    }
    const devices = [...settings.values()]
    if (!filled(devices)) return []
    return [{ name: set.name, ...(set.delay !== undefined && { delay: set.delay }), devices: [...devices] }]
  })
  if (sets.length < scenes.length || !filled(sets)) return undefined
  const events = new Map(
    event_triggers.map(({ service_name, property_name, value, compare_type }) => {
      const kind = { service_name, property_name, value, compare_type }
      return [JSON.stringify(kind), kind]
    }),
  )
  return {
    ...{ name, rule_logic },
    ...(time_triggers.length > 0 && {
      time_triggers: time_triggers.map(({ hour, minute, repeating }) => ({
        ...{ hour, minute },
        ...(repeating && { repeating: [...repeating] as typeof repeating }),
      })),
    }),
    ...(events.size > 0 && { event_triggers: [...events.values()] }),
    scenes: [...sets] as unknown as KindRule['scenes'],
  }
}

type Plain = string | number | boolean
const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value)

/** A thing in which homes differ from the model. */
export interface DriftKey {
  aspect: DriftAspect
  key: string
}

/** What a bulk operation brings so that homes are as the model in these; undefined where it can bring nothing like it. */
export function contentOf(
  reading: Reading,
  { things, name }: { things: readonly DriftKey[]; name: string },
): BulkContent | undefined {
  const parts = contentsOf(reading, things)
  const [first, ...others] = parts
  if (!first || others.length === 0) return first && { ...first, content_name: first.content_name || name }
  const [part, ...more] = parts.flatMap(({ content_params }) => content_params)
  return part && { content_name: name, content_type: 'set', content_params: [part, ...more] }
}

/** Rooms of all floors together, then statuses and scenes, each by itself. */
function contentsOf({ content }: Reading, things: readonly DriftKey[]): BulkContent[] {
  const wanted = new Set(things.map(({ aspect, key }) => `${aspect}\n${key}`))
  const is = (aspect: DriftAspect, key: string): boolean => wanted.has(`${aspect}\n${key}`)
  const floors = content.floors.flatMap(({ floor_name, rooms }) => {
    const some = rooms.filter(({ room_name }) => is('rooms', roomKey(floor_name, room_name)))
    if (some.length === 0 && !is('rooms', roomKey(floor_name))) return []
    return [
      {
        floor_name,
        rooms: some.map(({ room_name, icon }) => ({ room_name, ...(icon !== undefined && { icon }) })),
      },
    ]
  })
  const destination_class = 'ScenarioController'
  return [
    ...(filled(floors)
      ? [
          {
            // Rooms have no name for all of them.
            ...{ content_name: '', content_type: 'lyt' as const },
            content_params: [
              {
                name: 'create_layout' as const,
                type: 'query' as const,
                params: { floors: [...floors] as never },
              },
            ] satisfies BulkContent['content_params'],
          },
        ]
      : []),
    ...content.statuses.flatMap(({ name, icon, group = null }): BulkContent[] =>
      is('statuses', folded(name))
        ? [
            {
              ...{ content_name: name, content_type: 'ts' },
              content_params: [
                {
                  name: 'update_scenario_status',
                  type: 'query',
                  destination_class,
                  params: { name, icon, group },
                },
              ],
            },
          ]
        : [],
    ),
    ...content.rules.flatMap((one): BulkContent[] => {
      const rule = !one.draft && is('scenes', folded(one.name)) ? kindRuleOf(one) : undefined
      return rule
        ? [
            {
              ...{ content_name: rule.name, content_type: 'scn' },
              content_params: [{ name: 'create_rule', type: 'query', destination_class, params: { rule } }],
            },
          ]
        : []
    }),
  ]
}

/** The same of things that somebody has made or changed, by their own content; what is gone, and what only one home knows, is no part of it. */
export function contentOfThings(
  content: HomeContent,
  { changed, name }: { changed: readonly ChangedThing[]; name: string },
): BulkContent | undefined {
  const things = changed.flatMap((one) => keyOfThing(one) ?? [])
  return contentOf({ content, model: '', automaticBackup: false }, { things, name })
}

interface ChangedThing {
  kind: string
  after?: object
  name: string
}

function keyOfThing({ kind, after, name }: ChangedThing): DriftKey | undefined {
  if (after === undefined) return undefined
  if (kind === 'rule') return { aspect: 'scenes', key: folded(name) }
  if (kind === 'status') return { aspect: 'statuses', key: folded(name) }
  const { floor_name = '', room_name } = after as { floor_name?: string; room_name?: string }
  return kind === 'room' || kind === 'floor'
    ? { aspect: 'rooms', key: roomKey(floor_name, room_name) }
    : undefined
}
