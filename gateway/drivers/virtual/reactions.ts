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

/** A thermostat heats when it is colder than it should be. */
const heats: Reaction = (inner, { service, property }, value) => {
  const measured = named(inner, /^local_temperature$/, service)
  if (property.name !== 'occupied_heating_setpoint' || !measured) return []
  const lacking = Number(value) - Number(inner.value(measured))
  const effects: Effect[] = []
  const running = named(inner, /^running_state$/, service)
  if (running) effects.push({ place: running, value: lacking > 0 ? 'heat' : 'idle', after: 1500 })
  const demand = named(inner, /^pi_heating_demand$/, service)
  if (demand)
    effects.push({ place: demand, value: Math.round(Math.min(100, Math.max(0, lacking * 30))), after: 1500 })
  return effects
}

/** spec 2 §4: learning an infrared key is 1 while it lasts and 255 when it succeeded; then the mode is over. */
const learns: Reaction = (inner, { service, property }, value) => {
  const status = named(inner, /^LearnStatus$/, service)
  const mode = named(inner, /^LearnMode$/, service)
  if (property.name !== 'LearnMode' || !status || !mode) return []
  if (!isOn(property, value)) return inner.value(status) === 1 ? [{ place: status, value: 0 }] : []
  return [
    { place: status, value: 1 },
    { place: status, value: 255, after: 4000 },
    { place: mode, value: mode.property.off ?? false, after: 4000 },
  ]
}

const reactions: readonly Reaction[] = [dimmedIsOn, draws, carries, heats, learns]

/** What else changes in a device once one of its values has. */
export const effectsOf: Reaction = (inner, cause, value) =>
  reactions.flatMap((reaction) => reaction(inner, cause, value))
