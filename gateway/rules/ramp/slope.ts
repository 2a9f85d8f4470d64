import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionSet, RampedValue } from '#schemas/generated/entities/rule.ts'
import { fitted } from '../computed/computed.ts'

/** What a value is told to be, so long after the begin. */
export interface SlopePoint {
  /** ms. */
  after: number
  value: number
}

/** Radios carry so much at most: an order a second to one device, and ten a second to all that a set brings along. */
const SHORTEST = 1000
const SHORTEST_OF_MANY = 100
/** No eye and no ear tells finer steps from one another. */
const MOST = 300

/**
 * The values on the way from one to another, each of them one that its property takes and none told twice: no more than it
 * has steps, and no faster than one a second. `begins`: the first is told, too. `among`: so many are brought along at once.
 */
export function slopeOf(
  { from, to, over }: { from: number; to: number; over: number },
  described: Value,
  { begins = false, among = 1 }: { begins?: boolean; among?: number } = {},
): SlopePoint[] {
  const span = Math.abs(to - from)
  const grain = grainOf(described, span)
  const at = (value: number): number => fitted(value, { ...described, step: grain })
  const fastest = Math.floor(over / Math.max(SHORTEST, SHORTEST_OF_MANY * among))
  const count = Math.max(1, Math.min(Math.ceil(span / grain), fastest, MOST))
  const first = begins ? fitted(from, described) : from
  const points: SlopePoint[] = begins ? [{ after: 0, value: first }] : []
  let before = first
  for (let n = 1; n <= count; n++) {
    const value = n === count ? fitted(to, described) : at(from + ((to - from) * n) / count)
    if (value !== before) points.push({ after: Math.round((over * n) / count), value })
    before = value
  }
  return points
}

/** Of what has no step, whole figures are told where there are many of them, else hundredths of its range. */
function grainOf({ step, min, max }: Value, span: number): number {
  if (step !== undefined && step > 0) return step
  const range = min === undefined || max === undefined ? span : max - min
  return range >= WHOLE ? 1 : range / 100
}

const WHOLE = 10

/** Whether a ramp goes from one value of a property to another. */
export const isSlope = (
  { from, to, over }: RampedValue,
  { min = -Infinity, max = Infinity }: Value,
): boolean => {
  const within = (value: number): boolean => Number.isFinite(value) && value >= min && value <= max
  return within(to) && (from === undefined || (within(from) && from !== to)) && over >= SHORTEST
}

/** As the property has it, of what is told as screens show it. */
export function scaled(ramp: RampedValue, described: Value): RampedValue {
  const own = (value: number): number => fitted(value / (described.scale ?? 1), described)
  return { ...ramp, ...(ramp.from !== undefined && { from: own(ramp.from) }), to: own(ramp.to) }
}

/** Every ramp of an action set. */
export const rampsOf = (set: Pick<ActionSet, 'devices' | 'targets'>): RampedValue[] =>
  computedIn(set).filter((one) => one.kind === 'ramp')

/** How values are found that a set does not name. */
export const computedIn = ({ devices = [], targets = [] }: Pick<ActionSet, 'devices' | 'targets'>) =>
  [
    ...devices.flatMap(({ settings }) =>
      settings.map((setting) => ('computed' in setting ? setting.computed : undefined)),
    ),
    ...targets.map(({ computed }) => computed),
  ].filter((one) => one !== undefined)

/** How long a set takes at most by what lasts in it, whatever becomes of that on the way; ms. */
export const longestRamp = (set: Pick<ActionSet, 'devices' | 'targets'>): number =>
  Math.max(0, ...computedIn(set).map((one) => ('over' in one ? one.over : 0)))
