import type { Delivery, PropertyKeyParts, RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { clamp, toNumber, toStep } from '../shared/numbers.ts'
import { paramOf } from '../shared/params.ts'
import { writable } from '../shared/property-spec.ts'
import { scaled, UNKNOWN } from '../shared/read.ts'
import { plainWord } from '../shared/switching.ts'
import type { Ends } from '../shared/track.ts'

export const kind = 'rollerShutter'

type Plain = string | number | boolean

/** One property of the shutter: 100 is open, whatever the wire says. */
export interface Axis extends PropertyKeyParts, Ends {
  key: string
  value: Value
  settable: boolean
}

interface Orders extends PropertyKeyParts {
  key: string
  open: Plain | undefined
  stop: Plain | undefined
  close: Plain | undefined
}

export interface Options {
  position: Axis | undefined
  tilt: Axis | undefined
  orders: Orders | undefined
  /** Says that the motor runs. */
  moving: { key: string } | undefined
  /** The wire counts closed as 100. */
  inverted: boolean
}

interface Part extends PropertyKeyParts {
  value: Value
}

const WORDS = { open: /^(open|up|auf)/i, stop: /^(stop|pause|halt)/i, close: /^(clos|down|zu|ab)/i }

export function options(placed: Placed): Options {
  const parts: readonly Part[] = [placed, ...(placed.more ?? [])]
  const numeric = parts.filter(({ value }) => value.kind === 'number' || value.kind === 'range')
  const tilt = numeric.find(({ property }) => /tilt|slat|lamel/i.test(property))
  const position = numeric.find((part) => part !== tilt)
  const orders = parts.find(({ value }) => writable(value) && choicesOf(value).some(isOrder))
  const moving = parts.find((part) => part !== orders && /moving|motor|running/i.test(part.property))
  return {
    position: position && axisOf(position),
    tilt: tilt && axisOf(tilt),
    orders: orders && ordersOf(orders),
    moving: moving && { key: keyOf(moving) },
    inverted: paramOf(placed, 'inverted') === true,
  }
}

const keyOf = ({ service, property }: PropertyKeyParts): string => `${service}/${property}`
const choicesOf = ({ options: choices = [], on, off }: Value): readonly Plain[] =>
  choices.length > 0 ? choices.map(({ value }) => value) : [on, off].filter((word) => word !== undefined)
const isOrder = (word: Plain): boolean => WORDS.open.test(String(word)) || WORDS.close.test(String(word))

function ordersOf(part: Part): Orders {
  const choices = choicesOf(part.value)
  const named = (pattern: RegExp) => choices.find((word) => pattern.test(String(word)))
  return {
    service: part.service,
    property: part.property,
    key: keyOf(part),
    open: named(WORDS.open),
    stop: named(WORDS.stop),
    close: named(WORDS.close),
  }
}

function axisOf({ service, property, value }: Part): Axis {
  const [a, b] = [scaled(value.min ?? 0, value), scaled(value.max ?? 100, value)]
  const [min, max] = a < b ? [a, b] : [0, 100]
  return {
    service,
    property,
    key: `${service}/${property}`,
    value,
    min,
    max,
    step: 1,
    settable: writable(value),
  }
}

/** What the wire says, on the screen's scale; undefined while unknown. */
export function positionOf(raw: RawValue | undefined, axis: Axis, inverted = false): number | undefined {
  const wire = toNumber(raw)
  if (wire === undefined) return undefined
  const shown = clamp(scaled(wire, axis.value), axis)
  return inverted ? axis.min + axis.max - shown : shown
}

/** What goes out for a position of the screen: clamped, on a step. */
export function wireOf(shown: number, axis: Axis, inverted = false): number {
  const turned = inverted ? axis.min + axis.max - shown : shown
  const { scale = 1, step = 1, min, max } = axis.value
  const ordered = min !== undefined && max !== undefined && min < max
  return toStep(clamp(Number.isNaN(turned) ? axis.min : turned, axis) / scale, {
    min: ordered ? min : scale === 1 ? axis.min : undefined,
    max: ordered ? max : scale === 1 ? axis.max : undefined,
    step,
  })
}

export interface Standing {
  /** Per cent open, 0 to 100; undefined while unknown. */
  open: number | undefined
  /** Where it is going, or where it was wanted and did not arrive. */
  target: number | undefined
  moving: boolean
}

/** Where the shutter stands and where it goes, from its values and its orders. */
export function standingOf(
  values: ReadonlyMap<string, RawValue>,
  states: ReadonlyMap<string, Delivery>,
  { position, orders, moving, inverted }: Options,
): Standing {
  const open = position
    ? positionOf(values.get(position.key), position, inverted)
    : byWord(values.get(orders?.key ?? ''))
  const target = targetOf(states, { position, orders, inverted })
  const runs =
    moving !== undefined && /^(up|down|true|open|clos|moving)/i.test(plainWord(values.get(moving.key)))
  return {
    open,
    target,
    moving: runs || (target !== undefined && target !== open && !diverged(states, position?.key)),
  }
}

const byWord = (raw: RawValue | undefined): number | undefined =>
  WORDS.open.test(plainWord(raw)) ? 100 : WORDS.close.test(plainWord(raw)) ? 0 : undefined

const diverged = (states: ReadonlyMap<string, Delivery>, key = ''): boolean =>
  states.get(key)?.phase === 'diverged'

function targetOf(
  states: ReadonlyMap<string, Delivery>,
  { position, orders, inverted }: Pick<Options, 'position' | 'orders' | 'inverted'>,
): number | undefined {
  const order = orders && states.get(orders.key)
  if (order && (order.phase === 'sending' || order.phase === 'accepted')) return byWord(order.wanted)
  const asked = position && states.get(position.key)
  if (!asked || asked.phase === 'reported' || asked.phase === 'confirmed' || asked.phase === 'failed')
    return undefined
  return positionOf(asked.wanted, position, inverted)
}

export function read(values: ReadonlyMap<string, RawValue>, options: Options, words: Words): Reading {
  const { open } = standingOf(values, new Map(), options)
  if (open === undefined) return { text: UNKNOWN, icon: 'shutter' }
  return { text: words.number(open, 0), unit: '%', icon: 'shutter' }
}
