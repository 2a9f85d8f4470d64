import type { RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { type PropertySpec, specOf, writable } from '../shared/property-spec.ts'
import { readRaw } from '../shared/read.ts'
import { onOf } from '../shared/switching.ts'

export const kind = 'iconType'

export interface Options extends PropertySpec {
  /** On and off in one switch; otherwise the value is only shown, or stepped through. */
  control: 'switch' | 'cycle' | 'none'
  on: Plain
  off: Plain
}

type Plain = string | number | boolean
export type Shown = Plain | undefined

export function options(value: Value, placed: Placed): Options {
  const spec = specOf(placed)
  const choices = value.options ?? []
  const [first, second] = choices.map((choice) => choice.value)
  const switched = value.kind === 'bool' || (value.on !== undefined && value.off !== undefined)
  const on = value.on ?? (switched ? true : (second ?? true))
  const off = value.off ?? (switched ? false : (first ?? false))
  if (!writable(value)) return { ...spec, control: 'none', on, off }
  const pair = choices.length === 2 && choices.every((choice) => onOf(choice.value, value) !== undefined)
  if (!switched && pair) {
    const [a, b] = onOf(first, value) ? [first, second] : [second, first]
    return { ...spec, control: 'switch', on: a ?? on, off: b ?? off }
  }
  return { ...spec, control: switched ? 'switch' : choices.length > 1 ? 'cycle' : 'none', on, off }
}

export function decode(raw: RawValue | undefined, { value, control, on, off }: Options): Shown {
  if (raw === undefined || raw === null || raw === '' || typeof raw === 'object') return undefined
  const state = control === 'cycle' ? undefined : onOf(raw, { on, off })
  if (state !== undefined) return state ? on : off
  return value.options?.find((choice) => String(choice.value) === String(raw))?.value ?? raw
}

/** Only values that the description knows go out; anything else becomes off. */
export function encode(value: Shown, { value: { options: choices }, on, off, control }: Options): RawValue {
  if (control === 'switch') return value === on ? on : off
  return choices?.find((choice) => choice.value === value)?.value ?? choices?.[0]?.value ?? off
}

export const isOn = (value: Shown, { on }: Options): boolean => value !== undefined && value === on

/** The next option, from the last one back to the first. */
export function nextOf(value: Shown, { value: { options: choices = [] } }: Options): Shown {
  const at = choices.findIndex((choice) => choice.value === value)
  return choices[(at + 1) % choices.length]?.value ?? value
}

/** A switch is no alarm: its colour says on already. */
export function read(value: Shown, spec: Options, words: Words): Reading {
  const { level, ...reading } = readRaw(value, spec, words)
  return spec.control === 'none' && level ? { ...reading, level } : reading
}
