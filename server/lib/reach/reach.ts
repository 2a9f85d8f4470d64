import { type OpenNow, openNow } from '#gateway/lib/times/periods.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { Floor } from '#schemas/generated/entities/floor-layout.ts'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { ruleWithin } from './scenes.ts'

/** What somebody finds of a home within the limits that its owner has set (decision 0190). */
export interface Reach {
  devices: ReadonlySet<string>
  /** Rooms in which one of these devices stands; of others he does not hear that they are there. */
  rooms: ReadonlySet<string>
  floors: ReadonlySet<string>
  /** Scenes that touch these devices and nothing else, as far as the server knows them. */
  rules: ReadonlySet<string>
  hours: LinkLimits['hours']
  /** IANA; by whose clocks the hours go. */
  zone: string
}

/** Nothing of a home, all of it, or a part. */
export type Sight = 'none' | 'all' | Reach

interface Place {
  devices: readonly Device[]
  floors: readonly Floor[]
  rules: readonly Rule[]
  zone: string
}

export function reachOf(limits: LinkLimits, { devices, floors, rules, zone }: Place): Reach {
  const rooms = floors.flatMap((floor) => floor.rooms)
  const chosen = new Set(limits.rooms)
  const seen = new Set(
    limits.everything
      ? devices.map(({ id }) => id)
      : [
          ...limits.devices,
          ...rooms.filter(({ room_id: id }) => chosen.has(id)).flatMap((room) => room.devices),
        ],
  )
  const shown = floorsWithin(seen, floors)
  return {
    devices: seen,
    rooms: new Set(shown.flatMap((floor) => floor.rooms.map(({ room_id: id }) => id))),
    floors: new Set(shown.map(({ floor_id: id }) => id)),
    rules: new Set(rules.filter((rule) => ruleWithin(rule, seen)).map(({ id }) => id)),
    hours: limits.hours,
    zone,
  }
}

/** Floors and rooms as far as one of the devices stands there. */
export const floorsWithin = (devices: ReadonlySet<string>, floors: readonly Floor[]): Floor[] =>
  floors
    .map((floor) => ({
      ...floor,
      rooms: floor.rooms
        .map((room) => ({ ...room, devices: room.devices.filter((id) => devices.has(id)) }))
        .filter((room) => room.devices.length > 0),
    }))
    .filter((floor) => floor.rooms.length > 0)

/** A device without what it says of others: over which of them its messages go. */
export function deviceWithin({ route: _route, routeTimestamp: _at, ...device }: Device): Device {
  return device
}

export const hoursOf = ({ hours, zone }: Pick<Reach, 'hours' | 'zone'>, now: number): OpenNow =>
  openNow(hours, now, zone)

/** Tells two reaches apart. */
export const printOf = ({ devices, rooms, floors, rules, hours, zone }: Reach): string =>
  JSON.stringify([...[devices, rooms, floors, rules].map((one) => [...one].sort()), hours, zone])
