import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import { keyOfChange, propertyKey } from '../conditions.ts'
import type { Scalar, World } from '../world.ts'

/** What happened in a home. */
export interface RecordedStory {
  /** In any order. */
  recorded: readonly RecordedChange[]
  /** The home as it was before. */
  start: World
}

/** The home as it was at any moment of a story, which has many changes: few of them are looked for. */
export function worldsOf({ recorded, start }: RecordedStory): (at: number) => World {
  let byKey: Map<string, RecordedChange[]> | undefined
  const seriesOf = (key: string): readonly RecordedChange[] => {
    byKey ??= Map.groupBy(
      recorded.toSorted((a, b) => a.at - b.at),
      keyOfChange,
    )
    return byKey.get(key) ?? []
  }
  /** How many of a series there were by then. */
  function by(series: readonly RecordedChange[], at: number): number {
    let [low, high] = [0, series.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((series[middle]?.at ?? Infinity) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
  return (at) => {
    const last = (key: string): Scalar | undefined => {
      const series = seriesOf(key)
      return series[by(series, at) - 1]?.value
    }
    return {
      ...start,
      value: (device, service, property) =>
        last(propertyKey(device, service, property)) ?? start.value(device, service, property),
      status: (id) => {
        const state = last(id)
        return state === undefined ? start.status(id) : state === true
      },
      past: (device, service, property) => {
        const series = seriesOf(propertyKey(device, service, property))
        return series.slice(0, by(series, at)).toReversed()
      },
    }
  }
}
