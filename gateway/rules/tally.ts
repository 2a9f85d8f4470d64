import type { DeviceTrigger } from '#schemas/generated/entities/rule.ts'
import { meets } from './conditions.ts'
import type { Scalar } from './world.ts'

/** How often a trigger came true lately, or how its value changed: kept only for triggers that wait for that (decision 0206). */
export interface Tally {
  /** A value was reported; answers with what it has changed from where that, or that it came true once more, was it. */
  take(value: Scalar, at: number, happened: boolean): { from?: number } | undefined
  /** The clock was set back. */
  shift(by: number): void
}

/** `now`: the value as it is, or undefined while it is unknown. */
export function tallyOf(trigger: DeviceTrigger, now: Scalar | undefined, at: number): Tally | undefined {
  if (trigger.change !== undefined) return changes(trigger, now, at)
  return trigger.count === undefined ? undefined : times(trigger, now)
}

function times(trigger: DeviceTrigger, now: Scalar | undefined): Tally {
  const { count = 0, within = 0 } = trigger
  let met = meets(trigger, now)
  let moments: number[] = []
  return {
    take(value, at, happened) {
      const before = met
      met = meets(trigger, value)
      // What only happens does so anew each time; what is first heard of may have been so for long.
      if (!met || !(happened || before === false)) return undefined
      moments = [...moments.filter((one) => one >= at - within), at]
      if (moments.length < count) return undefined
      moments = []
      return {}
    },
    shift(by) {
      moments = moments.map((one) => one - by)
    },
  }
}

/** So many values are compared at most: whatever reports more often in the time is compared with the last of them. */
const MOST = 500
/** Sums of decimals miss each other by so little. */
const NEARLY = 1e-9

function changes({ change, value, within }: DeviceTrigger, now: Scalar | undefined, at: number): Tally {
  const by = Number(value) * (1 - NEARLY)
  let values: { at: number; value: number }[] = typeof now === 'number' ? [{ at, value: now }] : []
  /** Without a time only the extremes count. */
  const keep = (): void => {
    if (within !== undefined || values.length < 3) return
    const all = values.map((one) => one.value)
    values = [Math.min(...all), Math.max(...all)].map((one) => ({ at, value: one }))
  }
  return {
    take(found, moment) {
      if (typeof found !== 'number') return undefined
      // What was so when the time began counts, too.
      const begun = values.findIndex(
        (_one, n) => within === undefined || (values[n + 1]?.at ?? Infinity) > moment - within,
      )
      values = begun < 0 ? [] : values.slice(begun)
      const all = values.map((one) => one.value)
      const [low, high] = [Math.min(...all), Math.max(...all)]
      const from =
        change !== 'down' && found - low >= by
          ? low
          : change !== 'up' && high - found >= by
            ? high
            : undefined
      values = [...(from === undefined ? values : []), { at: moment, value: found }].slice(-MOST)
      keep()
      return from === undefined ? undefined : { from }
    },
    shift(back) {
      values = values.map((one) => ({ ...one, at: one.at - back }))
    },
  }
}
