import { exact, stepOf } from '#gateway/lib/values/scale.ts'
import { judge } from '#gateway/lib/values/value-check.ts'
import { coerce, isMoment, isOn, readable } from '#gateway/lib/values/value-kinds.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ComputedValue } from '#schemas/generated/entities/rule.ts'
import type { Scalar } from '../world.ts'

/** A value of a device as it is now, and what it may be. */
export interface Present {
  value: unknown
  described: Value
}

/**
 * What a device is set to, in the end, where an action says how to find it: always a value that its property takes, at most as far as
 * its limits and on its steps (decision 0171). Undefined while what it goes by is unknown.
 */
export function computedValue(
  computed: ComputedValue,
  at: Present,
  other: Present | undefined,
): Scalar | undefined {
  const found = raw(computed, at, other)
  if (found === undefined) return undefined
  const { value, faults } = judge(found, at.described)
  return faults.length === 0 && isScalar(value) ? value : undefined
}

function raw(computed: ComputedValue, at: Present, other: Present | undefined): unknown {
  switch (computed.kind) {
    case 'toggle':
      return otherSide(at)
    case 'step': {
      const now = coerce(at.described, at.value)
      return typeof now === 'number' ? fitted(now + computed.amount, at.described) : undefined
    }
    case 'ramp': {
      const begins = computed.from ?? coerce(at.described, at.value)
      return typeof begins === 'number' ? fitted(computed.to, at.described) : undefined
    }
    // What it was then, and when, only the record of the home knows.
    case 'replay':
      return undefined
    case 'copy':
      return other && takenOver(other, at.described)
  }
}

/** A device of which nobody knows how it is may still know how to turn itself. */
function otherSide({ value, described }: Present): Scalar | undefined {
  const now = coerce(described, value)
  if (now === null || now === undefined) return described.toggle
  return isOn(described, now) ? (described.off ?? false) : (described.on ?? true)
}

function takenOver({ value, described }: Present, to: Value): unknown {
  const found = coerce(described, value)
  if (found === null || found === undefined) return undefined
  if (to.kind === 'bool') return isOn(described, found) ? (to.on ?? true) : (to.off ?? false)
  return typeof found === 'number' ? fitted(found, to) : found
}

/** The nearest value within the limits that lies on a step. */
export function fitted(wanted: number, described: Value): number {
  const { min = -Infinity, max = Infinity } = described
  const step = stepOf(described)
  const within = (value: number): number => Math.min(max, Math.max(min, value))
  if (step === undefined) return exact(within(wanted))
  const from = Number.isFinite(min) ? min : 0
  const steps = Math.round((within(wanted) - from) / step)
  const value = from + steps * step
  // The last step may lie beyond the upper limit.
  return exact(value > max ? from + (steps - 1) * step : value)
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const isNumber = ({ kind }: Value): boolean => kind === 'number' || kind === 'range'

/** Whether a value may be found in this way at all; which ways there are for which kinds is data. */
export const canCompute = (
  kind: ComputedValue['kind'],
  described: Value,
  { computed }: Pick<SceneVocabulary, 'computed'>,
): boolean => {
  const way = computed.find(({ id }) => id === kind)
  if (!way?.kinds.some((one) => one === described.kind)) return false
  if (kind === 'toggle') return readable(described) || described.toggle !== undefined
  return kind === 'copy' || readable(described)
}

/** An amount that says something, and less than the whole span. */
export const isAmount = (amount: number, { min = -Infinity, max = Infinity }: Value): boolean =>
  amount !== 0 && Number.isFinite(amount) && Math.abs(amount) <= max - min

/** Whether one value can stand for another: numbers of one measure, the two sides of switches, words in common. */
export function canCopy(from: Value, to: Value): boolean {
  if (!readable(from) || isMoment(from) || from.secret === true) return false
  if (isNumber(from) || isNumber(to))
    return isNumber(from) && isNumber(to) && from.unit === to.unit && (from.scale ?? 1) === (to.scale ?? 1)
  if (from.kind !== to.kind) return false
  if (from.kind !== 'option') return from.kind === 'bool' || from.kind === 'text'
  return (from.options ?? []).some(({ value }) => to.options?.some((one) => one.value === value))
}
