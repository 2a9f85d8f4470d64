import type { AlarmRule } from '#schemas/generated/definitions/rules-alarms.ts'
import type { AlarmWhen } from '#schemas/generated/entities/alarm.ts'
import type { AlarmCondition } from '#schemas/generated/entities/alarm-condition.ts'

type RaisedBy = NonNullable<AlarmRule['raisedBy']>

const KINDS = {
  is: 'value',
  values: 'number',
  status: 'status',
  gateway: 'gateway',
  silent: 'silence',
} as const

const kindOf = (raisedBy: RaisedBy): AlarmWhen['by'] =>
  (Object.keys(raisedBy) as (keyof typeof KINDS)[]).map((key) => KINDS[key]).find((kind) => kind) ?? 'value'

/** What of a rule may be otherwise in one deployment: by how much, not what. */
export function figuresOf(raisedBy: RaisedBy): AlarmCondition {
  const { forS, overS } = raisedBy
  if ('below' in raisedBy) {
    const { below, overFrom = below } = raisedBy
    return { forS, overS, below, overFrom }
  }
  if (!('silent' in raisedBy)) return { forS, overS }
  const { times, leastS } = raisedBy.silent
  return { forS, overS, times, leastS }
}

/** The rule with the figures of an administrator; what of them it does not know is left out. */
export function raisedWith(raisedBy: RaisedBy, condition: AlarmCondition | undefined): RaisedBy {
  if (!condition) return raisedBy
  const { forS, overS, below, overFrom, times, leastS } = condition
  if ('below' in raisedBy)
    return { ...raisedBy, forS, overS, ...(below !== undefined && { below, overFrom: overFrom ?? below }) }
  if (!('silent' in raisedBy)) return { ...raisedBy, forS, overS }
  const silent = {
    ...raisedBy.silent,
    ...(times !== undefined && { times }),
    ...(leastS !== undefined && { leastS }),
  }
  return { ...raisedBy, forS, overS, silent }
}

/** Which figure does not fit what raises the alarm, as a pointer into it. */
export function misfit(raisedBy: RaisedBy, condition: AlarmCondition): string | undefined {
  const figures = figuresOf(raisedBy)
  const strange = Object.keys(condition).find((name) => !(name in figures))
  if (strange !== undefined) return `/${strange}`
  const { below, overFrom } = condition
  return below !== undefined && overFrom !== undefined && overFrom < below ? '/overFrom' : undefined
}

export const sameFigures = (one: AlarmCondition, other: AlarmCondition): boolean =>
  (['forS', 'overS', 'below', 'overFrom', 'times', 'leastS'] as const).every(
    (name) => one[name] === other[name],
  )

/** The rule as people are told of it: which values it looks at says what the alarm is called. */
export function whenOf(raisedBy: RaisedBy, condition: AlarmCondition | undefined): AlarmWhen {
  const shipped = figuresOf(raisedBy)
  const figures = figuresOf(raisedWith(raisedBy, condition))
  return { by: kindOf(raisedBy), ...figures, ...(!sameFigures(figures, shipped) && { shipped }) }
}
