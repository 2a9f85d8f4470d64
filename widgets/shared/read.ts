import type { RawValue, Reading, Words } from '#engine/widget.ts'
import { spoken } from '#gateway/lib/models/text-keys.ts'
import { iconFor } from './icons.ts'
import { bandAt, levelOf } from './levels.ts'
import { clamp, digitsOf, toNumber } from './numbers.ts'
import { isBattery, type PropertySpec } from './property-spec.ts'
import { onOf } from './switching.ts'
import { optionOf, unitOf, wordOf } from './words.ts'

/** Stands for a value that nobody knows. */
export const UNKNOWN = '–'
const MASKED = '••••'
const LONGEST = 120

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text)

/** Wire number as the screen shows it: 254 with a scale of 100/254 is 100 (spec 2 §5). */
export const scaled = (number: number, { scale = 1 }: PropertySpec['value']): number =>
  Number((number * scale).toPrecision(12))

/** Digits after the point: those that the description asks for, else those of its step; undefined means as many as needed, two at most. */
const digitsFor = ({ precision, step, scale }: PropertySpec['value']): number | undefined =>
  precision ??
  (scale !== undefined ? undefined : step === undefined ? undefined : Math.min(2, digitsOf(step)))

/** With as many digits as asked for; else as many as there are, two at most (spec 2 §9). */
export const numberOf = (value: number, digits: number | undefined, words: Words): string =>
  digits === undefined ? words.number(Number(value.toFixed(2))) : words.number(value, digits)

/** Any value of any kind in words; never throws, whatever the gateway sends. */
export function readRaw(raw: RawValue | undefined, spec: PropertySpec, words: Words): Reading {
  const { value } = spec
  const icon = iconFor(spec, raw)
  if (raw === undefined || raw === null || raw === '') return { text: UNKNOWN, icon }
  if (value.secret) return { text: MASKED, icon }
  const option = optionOf(value.options, raw)
  if (option)
    return { text: cut(wordOf(spec, option.value, words, option.label)), icon, level: levelOf(raw, value) }
  if (value.kind === 'bool') return readSwitch(raw, spec, words, icon)
  const number = value.kind === 'text' || value.kind === 'option' ? undefined : toNumber(raw)
  if (number === undefined) return { text: cut(textOf(raw, spec, words)), icon }
  const shown = scaled(number, value)
  const figure = isBattery(spec) ? clamp(shown, { min: 0, max: 100 }) : shown
  const band = bandAt(figure, value.bands)
  return {
    ...(band?.word === undefined
      ? {
          text: numberOf(figure, isBattery(spec) ? 0 : digitsFor(value), words),
          unit: unitOf(value.unit, words),
        }
      : { text: wordOf(spec, band.word, words) }),
    icon: (spec.iconName === undefined ? band?.icon : undefined) ?? icon,
    level: band?.level,
  }
}

function readSwitch(raw: RawValue, spec: PropertySpec, words: Words, icon: string): Reading {
  const on = onOf(raw, spec.value)
  if (on === undefined) return { text: cut(textOf(raw, spec, words)), icon }
  const wire = (on ? spec.value.on : spec.value.off) ?? on
  return {
    text: wordOf(spec, wire, words, words.say(on ? 'widgets.on' : 'widgets.off', spoken(String(wire)))),
    icon,
    level: levelOf(raw, spec.value),
  }
}

function textOf(raw: RawValue, spec: PropertySpec, words: Words): string {
  if (typeof raw === 'string')
    return raw.length > 60 || spec.value.kind === 'text' ? raw : wordOf(spec, raw, words, raw)
  if (typeof raw === 'number' || typeof raw === 'boolean') return wordOf(spec, raw, words)
  return JSON.stringify(raw) ?? UNKNOWN
}
