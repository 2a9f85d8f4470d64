import { localOf, momentOf } from '#gateway/lib/times/zone.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import { dice } from '../homes/dice.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
export const DAYS = 30
/** The day, counted back from today, on which water ran out in the bathroom. */
const LEAK = 12

type Value = RecordedChange['value']
export type Said = (at: number, path: string, value: Value) => void

export interface Reading {
  at: number
  path: string
  value: Value
}

/** What sensors say while nothing happens. */
export const atRest: Readonly<Record<string, Value>> = {
  'entrance-motion/MotionService/occupancy': false,
  'entrance-contact/ContactService/contact': true,
  'bedroom-window/ContactService/contact': true,
  'bedroom-remote/ButtonService/button_1': 0,
  'bathroom-leak/FloodService/water_leak': false,
}

/** What happened of itself in the demo home on one of the last days, at local times; the same for the same day every time. */
export function dayOf(midnight: number, ago: number, say: Said): void {
  const roll = dice(Math.round(midnight / DAY))
  const { weekday } = localOf(midnight + 12 * HOUR, ZONE)
  const works = weekday < 5
  const at = (hours: number, spread = 20): number =>
    midnight + hours * HOUR + (roll.upTo(2 * spread) - spread) * MINUTE + roll.upTo(60) * 1000
  const forAWhile = (from: number, minutes: number, path: string, on: Value, off: Value): void => {
    say(from, path, on)
    say(from + minutes * MINUTE, path, off)
  }
  const passes = (when: number): void => {
    forAWhile(when, 2, 'entrance-motion/MotionService/occupancy', true, false)
    forAWhile(when + MINUTE, 1, 'entrance-contact/ContactService/contact', false, true)
  }

  say(midnight + 22.5 * HOUR + roll.upTo(40) * MINUTE, 'night', true)
  if (!works) say(at(8.5), 'night', false)
  const comings = works ? [at(7.5), at(8), at(17.6), at(18.5)] : [at(10), at(13), at(16)]
  for (const when of comings) passes(when)
  if (works) say((comings[1] ?? midnight) + 4 * MINUTE, 'away', true)
  // Somebody is thirsty at night.
  if (roll.upTo(3) > 0) forAWhile(at(2.5, 60), 3, 'entrance-motion/MotionService/occupancy', true, false)
  forAWhile(at(7), 8 + roll.upTo(30), 'bedroom-window/ContactService/contact', false, true)
  if (roll.upTo(2) === 0) forAWhile(at(21.8), 1, 'bedroom-remote/ButtonService/button_1', 1, 0)
  if (ago === LEAK) forAWhile(at(19.2, 5), 25, 'bathroom-leak/FloodService/water_leak', true, false)
  for (let half = 0; half < 48; half++)
    readings(midnight + half * 30 * MINUTE + roll.upTo(600) * 1000, half / 2, say, roll.upTo)
}

/** How high the sun stands in November at an hour of the day, of 1. */
export const sunAt = (hour: number): number =>
  hour > 7 && hour < 17 ? Math.max(0, Math.sin(((hour - 7) / 10) * Math.PI)) : 0

/** What sensors read at an hour of the day. */
function readings(at: number, hour: number, say: Said, upTo: (end: number) => number): void {
  const sun = sunAt(hour)
  const asleep = hour >= 21 || hour < 7
  say(at, 'entrance-motion/LightLevelService/illuminance', Math.round(2 + sun * 340 + upTo(6)))
  say(
    at + 1000,
    'child-air/AirQualityService/co2',
    Math.round((asleep ? 980 : 620) + upTo(asleep ? 220 : 260)),
  )
  say(at + 2000, 'child-air/TemperatureService/temperature', round1(19.4 + sun * 2.2 + upTo(8) / 10))
  say(at + 3000, 'child-climate/TemperatureService/temperature', round1(19.2 + sun * 2 + upTo(8) / 10))
  say(at + 4000, 'child-climate/HumidityService/humidity', 42 + upTo(9) + (asleep ? 4 : 0))
  say(
    at + 5000,
    'living-climate/ThermostatService/local_temperature',
    round1(20.3 + sun * 1.6 + upTo(6) / 10),
  )
  say(
    at + 6000,
    'bedroom-radiator/ThermostatService/local_temperature',
    round1((hour < 7 ? 17.4 : 18.2) + sun + upTo(5) / 10),
  )
  say(at + 7000, 'garden-weather/TemperatureService/temperature', round1(5.5 + sun * 6 + upTo(10) / 10))
}

/** How long a reading takes to come from where the day has it to where it stands now. */
const MEETING = 5 * HOUR

/** Readings lead to what the devices show now: a chart whose line jumped at its end would show a fault that there is not. */
export function ledTo(
  ends: ReadonlyMap<string, number>,
  now: number,
  events: readonly Reading[],
  digits = 1,
): readonly Reading[] {
  const last = new Map<string, Reading>()
  for (const event of events)
    if (event.at <= now && (last.get(event.path)?.at ?? 0) < event.at) last.set(event.path, event)
  return events.map((event) => {
    const [end, ending] = [ends.get(event.path), last.get(event.path)?.value]
    if (end === undefined || typeof ending !== 'number' || typeof event.value !== 'number') return event
    const nearness = Math.exp((event.at - now) / MEETING)
    return { ...event, value: rounded(event.value + (end - ending) * Math.min(1, nearness), digits) }
  })
}

const round1 = (value: number): number => rounded(value, 1)

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** Where the demo home is. */
export const ZONE = 'Europe/Zurich'

/** The beginnings of the last days, oldest first, with how many days ago each was. */
export function midnights(now: number): { midnight: number; ago: number }[] {
  const { year, month, day } = localOf(now, ZONE)
  return Array.from({ length: DAYS }, (_none, place) => {
    const ago = DAYS - 1 - place
    return { midnight: momentOf(Date.UTC(year, month - 1, day - ago), ZONE), ago }
  })
}
