import { sameName } from '#gateway/lib/names/clean-name.ts'
import type { BulkScene, KindRule } from '#schemas/generated/entities/bulk-content.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { Cannot } from '../reach.ts'
import { type ContentKind, type Row, versionOf } from './content-kind.ts'

interface Kind {
  service_name: string
  property_name: string
}

/** Those of a home that have the property; to be set, it must let itself be. */
const devicesOf = (devices: readonly Device[], { service_name, property_name }: Kind, sets: boolean) =>
  devices.filter(({ service_list }) =>
    service_list.some(
      ({ name, property_list }) =>
        name === service_name &&
        property_list.some((property) => property.name === property_name && !(sets && property.readonly)),
    ),
  )

/** The scene as this home can have it: kinds become their devices, kinds that it has not are left out. */
function ruleFor(
  wanted: KindRule,
  devices: readonly Device[],
  id: (name: string) => string,
): Omit<Rule, 'id'> {
  const scenes = wanted.scenes.flatMap(({ name, delay, devices: kinds }, place) => {
    const settings = new Map<string, { id: string; settings: Kind[] }>()
    for (const { value, ...kind } of kinds)
      for (const device of devicesOf(devices, kind, true)) {
        const one = settings.get(device.id) ?? { id: device.id, settings: [] }
        one.settings.push({ ...kind, ...{ value } })
        settings.set(device.id, one)
      }
    if (settings.size === 0) return []
    return [
      {
        id: id(`scene ${place}`),
        name,
        ...(delay !== undefined && { delay }),
        devices: [...settings.values()],
      },
    ]
  })
  if (scenes.length === 0) throw new Cannot('NO_FITTING_DEVICE')
  const times = wanted.time_triggers?.map(({ hour, minute, repeating }, place) => ({
    ...{ id: id(`time ${place}`), hour, minute, second: 0 },
    ...(repeating && { repeating, isRepeating: repeating.some((day) => day) }),
  }))
  const events = wanted.event_triggers?.flatMap(({ value, compare_type, ...kind }, place) =>
    devicesOf(devices, kind, false).map((device) => ({
      ...{ id: id(`event ${place} ${device.id}`), event_source: device.id, ...kind, value, compare_type },
    })),
  )
  if (wanted.event_triggers?.length && events?.length === 0 && !times?.length)
    throw new Cannot('NO_FITTING_DEVICE')
  return {
    ...{ name: wanted.name, rule_logic: wanted.rule_logic, active: true },
    ...(times && { time_triggers: times }),
    ...(events && { event_triggers: events }),
    scenes: scenes as NonNullable<Rule['scenes']>,
  }
}

/** What counts of a rule: not its ids, nor what the home adds to be read. */
const essence = ({
  rule_logic,
  active,
  time_triggers = [],
  event_triggers = [],
  sun_triggers = [],
  call_triggers = [],
  silence_triggers = [],
  run_triggers = [],
  only_if,
  run_mode,
  scenes = [],
}: Omit<Rule, 'id' | 'name'>) =>
  JSON.stringify([
    rule_logic,
    active,
    time_triggers.map(({ hour, minute, every, repeating }) => [hour, minute, every ?? repeating ?? null]),
    event_triggers.map((one) => [
      one.event_source,
      one.service_name,
      one.property_name,
      one.value,
      one.compare_type,
      [one.count, one.change, one.upper, one.negated, one.inclusive].some(Boolean),
    ]),
    sun_triggers,
    call_triggers.map(({ name }) => name ?? null),
    silence_triggers.map(({ device_id, after }) => [device_id, after]),
    run_triggers.map(({ rule_id, end }) => [rule_id, end]),
    only_if ?? null,
    run_mode ?? null,
    scenes.map(({ name, delay = 0, spread = 0, devices = [], targets = [], ...more }) => [
      name,
      saysMore(more),
      delay,
      spread,
      targets,
      devices.map(({ id, settings }) => [
        id,
        settings.map((one) => [
          one.service_name,
          one.property_name,
          'computed' in one ? one.computed : one.value,
        ]),
      ]),
    ]),
  ])

/** Whether an action set does what a bulk operation cannot bring; what a home adds to be read says no more than that. */
const saysMore = ({ id: _, ...more }: Partial<ActionSet>): boolean =>
  Object.values(more).some((one) => (Array.isArray(one) ? one.length > 0 : Boolean(one)))

const clock = (hour: number, minute: number): string =>
  [hour, minute].map((number) => String(number).padStart(2, '0')).join(':')

/** What a person compares: when it runs, and what it sets each property to. */
function tellingOf({
  time_triggers = [],
  scenes = [],
}: Omit<Rule, 'id' | 'name'>): ReadonlyMap<string, string> {
  const told = new Map<string, string>()
  const times = time_triggers.map(({ hour, minute }) => clock(hour, minute))
  if (times.length > 0) told.set('time', times.join(', '))
  for (const { devices = [] } of scenes)
    for (const { settings } of devices)
      for (const setting of settings)
        if ('value' in setting)
          told.set(`${setting.service_name}.${setting.property_name}`, String(setting.value))
  return told
}

function rowsOf(before: Rule | undefined, after: Omit<Rule, 'id'>): Row[] {
  const [was, becomes] = [before && tellingOf(before), tellingOf(after)]
  return [...new Set([...(was?.keys() ?? []), ...becomes.keys()])].map((what) => {
    const today = was?.get(what)
    return { what, ...(today !== undefined && { today }), after: becomes.get(what) ?? '' }
  })
}

/** A scene on kinds of devices. One of the same name is replaced; what it was stays in its history. */
export const sceneContent: ContentKind<BulkScene['params']> = {
  async look(reach, { rule: wanted }, id) {
    const [devices, { rules }] = await Promise.all([reach.devices(), reach.ask('get_rules', {})])
    const rule = ruleFor(wanted, devices, id)
    const known = rules.find(({ name, draft }) => !draft && sameName(name, wanted.name))
    if (known && essence(known) === essence(rule)) return { says: 'same' }
    const own = known?.id ?? id('rule')
    return {
      says: known ? 'replaces' : 'adds',
      rows: rowsOf(known, rule),
      back: [{ kind: 'rule', id: own, was: known ? await versionOf(reach, 'rule', own) : 0 }],
      act: () => reach.ask('import_objects', { rules: [{ id: own, ...rule }] }, 'act'),
    }
  },
}
