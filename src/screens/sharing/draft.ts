import type { DayHours } from '#lib/hours.ts'
import { periodsOf, weekOf } from '#lib/hours.ts'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'

/** What is being chosen. `null` days: nothing may be done on them. */
export interface Draft {
  what: 'everything' | 'part'
  rooms: ReadonlySet<string>
  devices: ReadonlySet<string>
  when: 'always' | 'hours'
  week: readonly (DayHours | null)[]
}

/** A working day, to begin with. */
export const USUAL: DayHours = { from: '08:00', until: '18:00' }
const WORKING = 5

export function draftOf(limits: LinkLimits | undefined): Draft {
  const { everything = true, rooms = [], devices = [], hours = [] } = limits ?? {}
  return {
    what: everything ? 'everything' : 'part',
    rooms: new Set(rooms),
    devices: new Set(devices),
    when: hours.length === 0 ? 'always' : 'hours',
    week:
      hours.length === 0
        ? Array.from({ length: 7 }, (_, day) => (day < WORKING ? USUAL : null))
        : weekOf(hours),
  }
}

/** undefined: everything, at any time, which is no limit. */
export function limitsOf({ what, rooms, devices, when, week }: Draft): LinkLimits | undefined {
  const everything = what === 'everything'
  const hours = when === 'always' ? [] : periodsOf(week)
  if (everything && when === 'always') return undefined
  return {
    everything,
    rooms: everything ? [] : [...rooms].sort(),
    devices: everything ? [] : [...devices].sort(),
    hours,
  }
}

/** With hours but without any day, nobody could ever do anything; without limits that is what `look` would mean. */
export const lacksDays = ({ when, week }: Draft): boolean =>
  when === 'hours' && week.every((day) => day === null)

export const isSame = (one: Draft, other: LinkLimits | undefined): boolean =>
  JSON.stringify(limitsOf(one)) === JSON.stringify(limitsOf(draftOf(other)))

/** One part of the set more, or less. */
export function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
