import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { sameName } from '../names/clean-name.ts'
import { devicesOf } from '../scenes/devices-of.ts'
import { withMentions } from '../scenes/mentions.ts'
import {
  type ContentKind,
  type Contents,
  contentsOf,
  isSame,
  KINDS,
  type RoomContent,
  type SettingsContent,
} from './content.ts'

/** What somebody wants back. */
export type Chosen = Pick<PlanItem, 'kind' | 'id'>

const NAMES: { readonly [K in ContentKind]: (thing: never, contents: Contents) => string } = {
  floor: ({ floor_name }: Floor) => floor_name,
  room: ({ room_name }: RoomContent) => room_name,
  rule: ({ name }: Rule) => name,
  status: ({ name }: HomeContent['statuses'][number]) => name,
  device: ({ device_name }: HomeContent['devices'][number]) => device_name,
  settings: nameOfDevice,
  infrared: nameOfDevice,
}

function nameOfDevice({ device_id }: { device_id: string }, { device }: Contents): string {
  return device.get(device_id)?.device_name ?? device_id
}

/** What the home would be told to be, were all of the backup to come back; devices that are gone are left out of rooms. */
function reachable(now: HomeContent, then: HomeContent): HomeContent {
  const here = new Set(now.devices.map(({ device_id }) => device_id))
  const before = new Map(then.devices.map((device) => [device.device_id, device]))
  return {
    ...then,
    // A scene that cannot do what it says comes back switched off.
    rules: then.rules.map((rule) =>
      [...devicesOf(rule)].every((id) => here.has(id)) ? rule : { ...rule, active: false },
    ),
    floors: then.floors.map((floor) => ({
      ...floor,
      rooms: floor.rooms.map((room) => ({ ...room, devices: room.devices.filter((id) => here.has(id)) })),
    })),
    devices: now.devices.map((device) => ({
      ...device,
      device_name: before.get(device.device_id)?.device_name ?? device.device_name,
    })),
    // Each value that can be set today becomes what it was; what the backup does not know stays.
    ...(now.settings && { settings: now.settings.map((one) => withValuesOf(one, then.settings)) }),
    infrared: [
      ...then.infrared.filter(({ device_id }) => here.has(device_id)),
      // Codes of devices that the home did not have then stay.
      ...now.infrared.filter(({ device_id }) => !before.has(device_id)),
    ],
  }
}

function withValuesOf(present: SettingsContent, kept: HomeContent['settings'] = []): SettingsContent {
  const before = kept.find(({ device_id }) => device_id === present.device_id)
  const asItWas = ({ service_name, property_name, value }: SettingsContent['values'][number]) => {
    const was = before?.values.find(
      (one) => one.service_name === service_name && one.property_name === property_name,
    )
    return { service_name, property_name, value: was ? was.value : value }
  }
  return { ...present, values: present.values.map(asItWas) }
}

/** What restoring would change; the same backup of the same home gives the same plan. */
export function planOf(now: HomeContent, backup: HomeContent): BackupPlan {
  const then = reachable(now, backup)
  const [here, there] = [contentsOf(now), contentsOf(then)]
  const named = contentsOf(backup).device
  const same: Record<string, number> = {}
  const items: PlanItem[] = []
  for (const kind of KINDS) {
    same[kind] = 0
    const ids = new Set([...there[kind].keys(), ...here[kind].keys()])
    for (const id of ids) {
      const [is, was] = [here[kind].get(id), there[kind].get(id)]
      if (is && was && isSame(kind, is as never, was as never)) same[kind] += 1
      else
        items.push({
          ...{ kind, id, change: is ? (was ? 'changed' : 'removed') : 'returns' },
          name: NAMES[kind]((was ?? is) as never, was ? { ...there, device: named } : here),
          ...(is && { present: { ...is } }),
          ...(was && { kept: { ...was } }),
          ...(kind === 'rule' && was && missesOf(was as Rule, here, named)),
        })
    }
  }
  const rules = backup.rules.map(devicesOf)
  const gone = backup.devices.filter(({ device_id }) => !here.device.has(device_id))
  return {
    items: [
      ...items,
      ...gone.map(
        ({ device_id, device_name, class: model }): PlanItem => ({
          ...{ kind: 'device', id: device_id, name: device_name, change: 'gone', model },
          used: rules.filter((ids) => ids.has(device_id)).length,
        }),
      ),
    ],
    same,
    candidates: now.devices.filter(
      ({ device_id, class: model }) => !named.has(device_id) && gone.some((one) => one.class === model),
    ),
  }
}

function missesOf(rule: Rule, { device }: Contents, named: Contents['device']): Pick<PlanItem, 'misses'> {
  const missing = [...devicesOf(rule)].filter((id) => !device.has(id))
  return missing.length === 0 ? {} : { misses: missing.map((id) => named.get(id)?.device_name ?? id) }
}

/** The backup with other devices at the places of those that are gone. */
export function withSubstitutes(
  backup: HomeContent,
  substitutes: Readonly<Record<string, string>>,
): HomeContent {
  const to = (id: string): string => (Object.hasOwn(substitutes, id) ? (substitutes[id] ?? id) : id)
  return {
    ...backup,
    floors: backup.floors.map((floor) => ({
      ...floor,
      rooms: floor.rooms.map((room) => ({ ...room, devices: room.devices.map(to) })),
    })),
    rules: backup.rules.map((rule) => withMentions(rule, (one) => ({ ...one, device: to(one.device) }))),
    devices: backup.devices.map((device) => ({ ...device, device_id: to(device.device_id) })),
    ...(backup.settings && {
      settings: backup.settings.map((one) => ({ ...one, device_id: to(one.device_id) })),
    }),
    infrared: backup.infrared.map((codes) => ({ ...codes, device_id: to(codes.device_id) })),
  }
}

/** How the home is to be set up once what was chosen has come back; everything else stays as it is. */
export function targetOf(now: HomeContent, backup: HomeContent, chosen: readonly Chosen[]): HomeContent {
  const then = reachable(now, backup)
  const wanted = new Set(chosen.map(({ kind, id }) => `${kind} ${id}`))
  const { items } = planOf(now, backup)
  const coming = items.filter(({ change }) => change !== 'gone')
  // All of it: in its order too.
  if (coming.every(({ kind, id }) => wanted.has(`${kind} ${id}`))) return then
  const [here, there] = [contentsOf(now), contentsOf(then)]
  const after = Object.fromEntries(
    KINDS.map((kind) => {
      const things = new Map<string, unknown>(here[kind])
      for (const item of coming) {
        if (item.kind !== kind || !wanted.has(`${kind} ${item.id}`)) continue
        if (item.change === 'removed') things.delete(item.id)
        else things.set(item.id, there[kind].get(item.id))
      }
      return [kind, things]
    }),
  ) as unknown as Contents
  return {
    floors: floorsOf(after, wanted),
    rules: named([...after.rule.values()], 'name', ({ id }) => wanted.has(`rule ${id}`)),
    statuses: named([...after.status.values()], 'name', ({ resource_id }) =>
      wanted.has(`status ${resource_id}`),
    ),
    devices: [...after.device.values()],
    ...(now.settings && { settings: [...after.settings.values()] }),
    infrared: [...after.infrared.values()],
  }
}

/** Rooms bring the floor along that they need; a device is in the room that comes back, not in another one too. */
function floorsOf({ floor, room }: Contents, wanted: ReadonlySet<string>): Floor[] {
  const isWanted = ({ room_id }: RoomContent): boolean => wanted.has(`room ${room_id}`)
  const rooms = [...room.values()]
  const claimed = new Set(rooms.filter(isWanted).flatMap(({ devices }) => devices))
  const floors = new Map(floor)
  for (const { floor_id, floor_name } of rooms)
    if (!floors.has(floor_id)) floors.set(floor_id, { floor_id, floor_name })
  const comes = ({ floor_id }: Pick<Floor, 'floor_id'>): boolean =>
    wanted.has(`floor ${floor_id}`) || !floor.has(floor_id)
  return named([...floors.values()], 'floor_name', comes).map((one) => ({
    ...one,
    rooms: named(
      rooms.filter(({ floor_id }) => floor_id === one.floor_id),
      'room_name',
      isWanted,
    ).map((placed) => {
      const { floor_id: _floor, floor_name: _name, ...kept } = placed
      return isWanted(placed) ? kept : { ...kept, devices: kept.devices.filter((id) => !claimed.has(id)) }
    }),
  }))
}

/** Each under a name of its own: what comes back makes room for what has taken its name meanwhile. */
function named<T extends object, F extends keyof T>(
  things: readonly T[],
  field: F,
  comes: (thing: T) => boolean,
): T[] {
  const taken = things.filter((thing) => !comes(thing)).map((thing) => String(thing[field]))
  return things.map((thing) => {
    if (!comes(thing)) return thing
    const wanted = String(thing[field])
    let name = wanted
    for (let number = 2; taken.some((one) => sameName(one, name)); number += 1) name = `${wanted} ${number}`
    taken.push(name)
    return { ...thing, [field]: name }
  })
}
