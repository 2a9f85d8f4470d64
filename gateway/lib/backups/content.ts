import { withWhiles } from '#gateway/lib/scenes/recipients.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { ActionSet, Rule, RuleNotification, RuleQuestion } from '#schemas/generated/entities/rule.ts'
import { withAsked } from '../scenes/conditions.ts'
import { withCopy } from '../scenes/copies.ts'
import { withTargets } from '../scenes/targets.ts'
import { isOfDevice } from '../scenes/texts.ts'

/** What in a home can come back by itself. */
export type ContentKind = 'floor' | 'room' | 'rule' | 'status' | 'device' | 'settings' | 'infrared'

/** A floor without its rooms, at its place among the others. */
export type FloorContent = Pick<Floor, 'floor_id' | 'floor_name'>
/** A room, and the floor that it is on. */
export type RoomContent = Floor['rooms'][number] & FloorContent

/** What one device is set to. */
export type SettingsContent = NonNullable<HomeContent['settings']>[number]

/** Things of a home by their ids. */
export interface Contents {
  floor: ReadonlyMap<string, FloorContent>
  room: ReadonlyMap<string, RoomContent>
  rule: ReadonlyMap<string, Rule>
  status: ReadonlyMap<string, HomeContent['statuses'][number]>
  device: ReadonlyMap<string, HomeContent['devices'][number]>
  settings: ReadonlyMap<string, SettingsContent>
  infrared: ReadonlyMap<string, HomeContent['infrared'][number]>
}

/** In the order in which a house is told. */
export const KINDS = ['rule', 'device', 'settings', 'room', 'floor', 'status', 'infrared'] as const

const byId = <T>(all: readonly T[], id: (one: T) => string): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [id(one), one]))

export const contentsOf = ({
  floors,
  rules,
  statuses,
  devices,
  settings = [],
  infrared,
}: HomeContent): Contents => ({
  floor: byId(
    floors.map(({ floor_id, floor_name }) => ({ floor_id, floor_name })),
    ({ floor_id }) => floor_id,
  ),
  room: byId(
    floors.flatMap(({ floor_id, floor_name, rooms }) =>
      rooms.map((room) => ({ ...room, floor_id, floor_name })),
    ),
    ({ room_id }) => room_id,
  ),
  rule: byId(rules, ({ id }) => id),
  status: byId(statuses, ({ resource_id }) => resource_id),
  device: byId(devices, ({ device_id }) => device_id),
  settings: byId(settings, ({ device_id }) => device_id),
  infrared: byId(infrared, ({ device_id }) => device_id),
})

/** A thing as it counts: not how often it was changed, nor what others are called that it names. */
const SENSE: { readonly [K in ContentKind]: (thing: never) => unknown } = {
  floor: ({ floor_name }: FloorContent) => floor_name,
  room: ({ floor_name: _floor, devices, ...room }: RoomContent) => ({
    ...room,
    devices: [...devices].sort(),
  }),
  rule: ({ version: _version, draft: _draft, ...whole }: Rule) => {
    const rule = {
      ...whole,
      ...withAsked(whole, {
        device: ({ device_name: _device, ...asked }) => asked,
        status: ({ resource_id, state }) => ({ resource_id, name: '', state }),
      }),
    }
    return {
      ...rule,
      time_triggers: rule.time_triggers?.map(
        ({ hour, minute, second, year, month, day, every, repeating }) => ({
          ...{ hour, minute, second, year, month, day, every, repeating },
        }),
      ),
      sun_triggers: rule.sun_triggers?.map(({ sun, repeating }) => ({ sun, repeating })),
      call_triggers: rule.call_triggers?.map(({ name }) => ({ name })),
      silence_triggers: rule.silence_triggers?.map(({ device_id, after }) => ({ device_id, after })),
      run_triggers: rule.run_triggers?.map(({ rule_id, end }) => ({ rule_id, end })),
      event_triggers: rule.event_triggers?.map(({ device_name: _device, ...trigger }) => trigger),
      statuses: rule.statuses?.map(({ resource_id, state }) => ({ resource_id, state })),
      scenes: rule.scenes?.map(senseOfScene),
    }
  },
  status: ({ name, icon, group }: HomeContent['statuses'][number]) => ({ name, icon, group }),
  device: ({ device_name }: HomeContent['devices'][number]) => device_name,
  settings: ({ values }: SettingsContent) => values.map((setting) => JSON.stringify(sorted(setting))).sort(),
  infrared: ({ type, codes }: HomeContent['infrared'][number]) => ({
    type,
    codes: codes.map((code) => JSON.stringify(sorted(code))).sort(),
  }),
}

/** Names change; who it is for, and by which status, stays. */
const senseOfSaid = ({
  desc,
  short_desc,
  values,
  recipients,
}: Omit<RuleQuestion, 'answers'> | Omit<RuleNotification, 'type'>) => ({
  ...{ desc, short_desc },
  values: values?.map((one) => (isOfDevice(one) ? { ...one, device_name: '' } : { ...one, name: '' })),
  ...withWhiles(
    {
      ...(recipients && {
        recipients: recipients.map((one) => (one.kind === 'person' ? { ...one, name: '' } : one)),
      }),
    },
    (status) => ({ ...status, name: '' }),
  ),
})

const senseOfScene = ({
  name,
  delay,
  spread,
  until,
  only_if,
  otherwise,
  by_chance,
  repeat,
  devices,
  targets,
  statuses,
  rules,
  notifications,
  question,
  on_answer,
  alarms,
}: ActionSet) => ({
  ...{ name, delay, spread, until, only_if, otherwise, by_chance, repeat, alarms },
  on_answer: on_answer && { ...on_answer, label: '' },
  devices: devices?.map(({ id, settings }) => ({
    id,
    settings: settings.map((setting) => withCopy(setting, ({ device_name: _name, ...copy }) => copy)),
  })),
  ...withTargets(
    { ...(targets && { targets: targets.map(({ id: _id, ...target }) => ({ id: '', ...target })) }) },
    {
      device: ({ device_id }) => ({ device_id }),
      place: (place) => ({ ...place, name: '' }),
      whose: ({ name: _name, ...one }) => one,
    },
  ),
  statuses: statuses?.map(({ resource_id, state }) => ({ resource_id, state })),
  rules: rules?.map(({ rule_id, act }) => ({ rule_id, act })),
  notifications: notifications?.map(({ type, destination, ...said }) => ({
    ...{ type, destination, ...senseOfSaid(said) },
  })),
  question: question && { answers: question.answers, late: question.late, ...senseOfSaid(question) },
})

/** Whether two things of a kind come to the same. */
export const isSame = <K extends ContentKind>(
  kind: K,
  one: MapValue<Contents[K]>,
  other: MapValue<Contents[K]>,
): boolean => senseOf(kind, one) === senseOf(kind, other)

export type MapValue<M> = M extends ReadonlyMap<string, infer V> ? V : never

const senseOf = (kind: ContentKind, thing: unknown): string =>
  JSON.stringify(sorted(SENSE[kind](thing as never)))

/** Kinds of which nobody sets up that there is one. */
const COME_AND_GO: ReadonlySet<ContentKind> = new Set<ContentKind>(['device', 'settings'])

/** Whether two homes are set up alike; devices that came or went meanwhile are no difference. */
export function isSameHome(one: HomeContent, other: HomeContent): boolean {
  const [a, b] = [contentsOf(one), contentsOf(other)]
  const orderOf = ({ floors }: HomeContent): string =>
    JSON.stringify(floors.map(({ floor_id, rooms }) => [floor_id, rooms.map(({ room_id }) => room_id)]))
  return (
    orderOf(one) === orderOf(other) &&
    KINDS.every((kind) =>
      [...a[kind], ...b[kind]].every(([id]) => {
        const [left, right] = [a[kind].get(id), b[kind].get(id)]
        if (left === undefined || right === undefined) return COME_AND_GO.has(kind)
        return senseOf(kind, left) === senseOf(kind, right)
      }),
    )
  )
}

/** The order of fields says nothing; what is empty or missing is alike. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && !(Array.isArray(field) && field.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  )
}
