import { readFileSync } from 'node:fs'
import { localOf } from '#gateway/lib/times/zone.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import { dice } from '../homes/dice.ts'
import { ledTo, midnights, type Reading, rounded, sunAt, ZONE } from './days.ts'

type Value = RecordedChange['value']

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What a sensor reads: so much, more in the sun, more or less at night, and some noise. */
interface NumberHabit {
  at: number
  sun?: number
  asleep?: number
  noise?: number
  digits?: number
  /** Lost each day, as of a battery. */
  fades?: number
  /** Minutes. */
  every: number
}

interface StateHabit {
  on: Value
  off: Value
  /** Hours of the day, give or take so many minutes; so often of ten times. */
  times: readonly { from: number; to: number; spread: number; days?: 'work' | 'free'; chance?: number }[]
}

/** What happens every day in the demo home, by `device/service/property`: nothing that its rules look at or do. */
interface Habits {
  numbers: Readonly<Record<string, NumberHabit>>
  states: Readonly<Record<string, StateHabit>>
}

const { numbers, states } = JSON.parse(
  readFileSync(new URL('habits.json', import.meta.url), 'utf8'),
) as Habits

/**
 * What the devices of the demo home did in the last days beside what its rules look at, so that each value that is
 * recorded has a past. It ends with what they show now (`shown`); what has no habit has rested all the time.
 */
export function habitsUntil(
  now: number,
  shown: ReadonlyMap<string, Value>,
  others: ReadonlySet<string>,
): readonly Reading[] {
  const days = midnights(now).map((day) => ({ ...day, works: worksOn(day.midnight) }))
  const [{ midnight: start } = { midnight: now }] = days
  const known = [...shown].filter(([path]) => !others.has(path))
  return known.flatMap(([path, value]) => {
    const rest = { at: start, path, value }
    const number = numbers[path]
    const state = states[path]
    if (number && typeof value === 'number') {
      const read = days.flatMap(({ midnight, ago }) => readings(path, number, midnight, ago))
      const past = [{ ...rest, value: number.at }, ...read].filter(({ at }) => at <= now)
      return ledTo(new Map([[path, value]]), now, past, number.digits ?? 0)
    }
    if (!state) return [rest]
    const all = days.flatMap(({ midnight, works }) => turns(path, state, midnight, works))
    const past = all.filter(({ at }) => at <= now - HOUR).toSorted((a, b) => a.at - b.at)
    return [{ ...rest, value: state.off }, ...past, { at: now - HOUR / 2, path, value }]
  })
}

function readings(path: string, habit: NumberHabit, midnight: number, ago: number): Reading[] {
  const { at, sun = 0, asleep = 0, noise = 0, digits = 0, fades = 0, every } = habit
  const roll = diceOf(path, midnight)
  return Array.from({ length: Math.floor(1440 / every) }, (_none, turn) => {
    const hour = (turn * every) / 60
    const night = hour >= 22 || hour < 6 ? asleep : 0
    const value =
      at + sun * sunAt(hour) + night + (noise * roll.upTo(1000)) / 1000 + fades * (ago + 1 - hour / 24)
    return { at: midnight + hour * HOUR + roll.upTo(600) * 1000, path, value: rounded(value, digits) }
  })
}

const worksOn = (midnight: number): boolean => localOf(midnight + 12 * HOUR, ZONE).weekday < 5

function turns(path: string, { on, off, times }: StateHabit, midnight: number, works: boolean): Reading[] {
  const roll = diceOf(path, midnight)
  return times.flatMap(({ from, to, spread, days, chance = 10 }) => {
    const [late, happens] = [(roll.upTo(2 * spread) - spread) * MINUTE, roll.upTo(10) < chance]
    if (!happens || (days && (days === 'work') !== works)) return []
    const begins = midnight + from * HOUR + late
    return [
      { at: begins, path, value: on },
      { at: begins + (to - from) * HOUR, path, value: off },
    ]
  })
}

/** The same for the same day every time; two values do not go alike. */
const diceOf = (path: string, midnight: number) =>
  dice(Math.round(midnight / DAY) * 7919 + [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0))
