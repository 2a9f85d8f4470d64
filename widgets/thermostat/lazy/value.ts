import type { Delivery, RawValue, Reading, Words } from '#engine/widget.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { missedOf, wantedOf } from '../../shared/delivery.ts'
import { toNumber } from '../../shared/numbers.ts'
import { type PropertySpec, specOf, writable } from '../../shared/property-spec.ts'
import { numberOf, readRaw, UNKNOWN } from '../../shared/read.ts'
import { decode, read as readTarget, type Setting, type Shown, settingOf } from '../../shared/setting.ts'
import { afterFigure } from '../../shared/words.ts'

export const kind = 'thermostat'

interface Part extends PropertySpec {
  key: string
}

export interface Options {
  /** What is set; the placed property. */
  target: Setting & { key: string; settable: boolean }
  /** What is measured, on the same scale. */
  actual: Part | undefined
  /** What it does now: heats, how far the valve is open. */
  says: readonly Part[]
}

const keyOf = ({ service, property }: { service: string; property: string }): string =>
  `${service}/${property}`

/** The placed property is the target; the first number of its unit that is only read is the actual value. */
export function options(placed: Placed): Options {
  const target = settingOf(placed.value, placed)
  const more = (placed.more ?? []).map((part): Part => ({ ...specOf(part), key: keyOf(part) }))
  const actual = more.find(({ value }) => !writable(value) && value.unit === placed.value.unit)
  return {
    target: {
      ...target,
      key: keyOf(placed),
      settable: writable(placed.value),
      min: target.min ?? 0,
      max: target.max ?? 100,
    },
    actual,
    says: more.filter((part) => part !== actual),
  }
}

export interface Standing {
  /** Where it is set to, or was just asked to be. */
  target: Shown
  /** What the device reports, while it is asked for something else. */
  was: Shown
  /** Asked for, and the device reports something else. */
  missed: Shown
  actual: number | undefined
}

export function standingOf(
  values: ReadonlyMap<string, RawValue>,
  states: ReadonlyMap<string, Delivery>,
  { target, actual }: Options,
): Standing {
  const state: Delivery = states.get(target.key) ?? { phase: 'reported' }
  const reported = decode(values.get(target.key), target)
  const wanted = wantedOf(state)
  const missed = missedOf(state)
  return {
    target: wanted === undefined ? reported : decode(wanted, target),
    was: wanted === undefined ? undefined : reported,
    missed: missed === undefined ? undefined : decode(missed, target),
    actual: actual && toNumber(values.get(actual.key)),
  }
}

/** One line of what it does now, the first word as a sentence begins. */
export function sayings(
  values: ReadonlyMap<string, RawValue>,
  { says }: Options,
  words: Words,
): readonly Reading[] {
  return says.map((part) => readRaw(values.get(part.key), part, words)).filter(({ text }) => text !== UNKNOWN)
}

export const degrees = (value: number | undefined, { digits, unit }: Setting, words: Words): string =>
  value === undefined ? UNKNOWN : numberOf(value, digits, words) + (unit ? afterFigure(unit) : '')

export const read = (values: ReadonlyMap<string, RawValue>, { target }: Options, words: Words): Reading =>
  readTarget(decode(values.get(target.key), target), target, words)
