import type { Wire } from '#gateway/core/ports.ts'
import type { Property } from '#schemas/generated/entities/device.ts'
import { currentOf, drawn } from './load.ts'

export interface Place {
  service: string
  property: Property
}

/** What a device looks like from within. */
export interface Inner {
  places: readonly Place[]
  value(place: Place): Wire
  /** Draws that much while it is fully on. */
  watts: number
}

export interface Effect {
  place: Place
  value: Wire
  /** Ms until it shows; at once without. */
  after?: number
  /** Whether it still comes to it by then. */
  still?: () => boolean
}

type Reaction = (inner: Inner, cause: Place, value: Wire) => readonly Effect[]

const named = ({ places }: Inner, name: RegExp, service?: string): Place | undefined =>
  places.find(
    (place) => name.test(place.property.name) && (service === undefined || place.service === service),
  )

const isOn = ({ on = true }: Property, value: Wire): boolean => value === on

/** A lamp that is dimmed is on. */
const dimmedIsOn: Reaction = (inner, { service, property }, value) => {
  const state = named(inner, /^state$/, service)
  if (!/^(brightness|level)$/.test(property.name) || state?.property.type !== 'bool') return []
  const { on = true, off = false } = state.property
  const next = Number(value) > 0 ? on : off
  return inner.value(state) === next ? [] : [{ place: state, value: next }]
}

function effectOn({ places }: Inner, change: { property: Property; value: Wire } | undefined): Effect[] {
  const place = places.find(({ property }) => property === change?.property)
  return change && place ? [{ place, value: change.value }] : []
}

/** What is switched off draws no power, what is dimmed less. */
const draws: Reaction = (inner, { property }, value) => {
  if (!/^(state|brightness|level)$/.test(property.name)) return []
  const power = drawn(inner, { property, value })
  return power ? [...effectOn(inner, power), ...effectOn(inner, currentOf(inner, power))] : []
}

/** The current goes with the power. */
const carries: Reaction = (inner, { property }, value) =>
  /^(power|ActivePower)$/.test(property.name) ? effectOn(inner, currentOf(inner, { property, value })) : []

const MEASURED = /^local_temperature$/
const WANTED = /^occupied_heating_setpoint$/

/** A room comes nearer to what its thermostat wants, up or down. */
export function goalOf(inner: Inner, { service, property }: Place): number | undefined {
  const wanted = MEASURED.test(property.name) ? named(inner, WANTED, service) : undefined
  const goal = wanted && inner.value(wanted)
  return typeof goal === 'number' ? goal : undefined
}

/** A thermostat heats when it is colder than it should be. */
const heats: Reaction = (inner, { service, property }, value) => {
  const measured = named(inner, MEASURED, service)
  const wanted = named(inner, WANTED, service)
  if (!measured || !wanted || (property !== measured.property && property !== wanted.property)) return []
  const of = (place: Place): number => Number(place.property === property ? value : inner.value(place))
  const lacking = of(wanted) - of(measured)
  const effects: Effect[] = []
  const running = named(inner, /^running_state$/, service)
  if (running) effects.push({ place: running, value: lacking > 0 ? 'heat' : 'idle', after: 1500 })
  const demand = named(inner, /^pi_heating_demand$/, service)
  if (demand)
    effects.push({ place: demand, value: Math.round(Math.min(100, Math.max(0, lacking * 30))), after: 1500 })
  return effects
}

/** Somebody finds the key on a remote and presses it. */
const lesson = 4000

/**
 * spec 2 §4: in learn mode a key that is pressed is learnt, 1 while it lasts and 255 when it succeeded; what is being
 * learnt when the mode ends has failed.
 */
const learns: Reaction = (inner, { service, property }, value) => {
  const status = named(inner, /^LearnStatus$/, service)
  const mode = named(inner, /^LearnMode$/, service)
  if (!status || !mode) return []
  const learning = (): boolean => isOn(mode.property, inner.value(mode)) && inner.value(status) === 1
  if (property.name === 'LearnMode' && !isOn(property, value))
    return inner.value(status) === 1 ? [{ place: status, value: 0 }] : []
  if (property.name !== 'command' || !isOn(mode.property, inner.value(mode))) return []
  return [
    { place: status, value: 1 },
    { place: status, value: 255, after: lesson, still: learning },
  ]
}

/** A device that keeps no codes says each that it hears: a new one every time. */
const hears: Reaction = (inner, { service, property }, value) => {
  const learned = named(inner, /^learned_ir_code$/, service)
  if (property.name !== 'learn_ir_code' || !learned || !isOn(property, value)) return []
  const last = Number.parseInt(String(inner.value(learned) ?? '').slice(1), 36)
  const code = `B${((Number.isNaN(last) ? 1_679_616 : last) + 4711).toString(36)}`
  return [{ place: learned, value: code, after: lesson }]
}

/** A bridge whose button is pressed in time lets the gateway in. */
const links: Reaction = (inner, { service, property }) => {
  const linked = named(inner, /^linked$/, service)
  if (property.name !== 'link' || !linked) return []
  return [{ place: linked, value: linked.property.on ?? true, after: 4000 }]
}

/** What is played plays on until it is stopped; then there is no title any more, and a skip brings another one. */
const plays: Reaction = (inner, { service, property }, value) => {
  const track = named(inner, /^track$/, service)
  if (!track) return []
  const stopped = property.name === 'command' && isStop(property, value)
  const starts = property.name === 'command' && !stopped && !inner.value(track)
  if (stopped) return [{ place: track, value: '' }]
  return starts || property.name === 'skip'
    ? [{ place: track, value: nextTitle(inner.value(track)), after: 600 }]
    : []
}

const TITLES = ['Radio Swiss Jazz', 'Gymnopédie No. 1', 'Nordstern']
const nextTitle = (now: Wire): string => TITLES[(TITLES.indexOf(String(now)) + 1) % TITLES.length] ?? ''
const isStop = ({ options = [] }: Property, value: Wire): boolean =>
  options.some((option) => option.icon === 'stop' && option.value === value)

const SECONDS: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }
/** How often each timer has been set: one that is set anew runs out once. */
const settings = new WeakMap<Property, number>()

/** A timer that runs out stands at nothing and turns over what it belongs to. */
const runsOut: Reaction = (inner, place, value) => {
  const { name, unit = 's' } = place.property
  if (name !== 'countdown') return []
  const setting = (settings.get(place.property) ?? 0) + 1
  settings.set(place.property, setting)
  if (typeof value !== 'number' || value <= 0) return []
  const timing = {
    after: value * (SECONDS[unit] ?? 1) * 1000,
    still: () => settings.get(place.property) === setting,
  }
  const state = named(inner, /^state$/)
  const { on = true, off = false } = state?.property ?? {}
  const turned = state && inner.value(state) === on ? off : on
  return [
    { place, value: 0, ...timing },
    ...(state?.property.type === 'bool' ? [{ place: state, value: turned, ...timing }] : []),
  ]
}

const reactions: readonly Reaction[] = [
  dimmedIsOn,
  draws,
  carries,
  heats,
  learns,
  hears,
  links,
  plays,
  runsOut,
]

/** What else changes in a device once one of its values has. */
export const effectsOf: Reaction = (inner, cause, value) =>
  reactions.flatMap((reaction) => reaction(inner, cause, value))
