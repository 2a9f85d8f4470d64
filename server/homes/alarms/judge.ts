import type { AlarmRule, RaisedByNumber, Silence } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import type { HistoryDay } from '#server/store/homes/history.ts'
import { DAY, unpackPoints } from '../history/points.ts'

export type Verdict = 'bad' | 'good' | 'between'

/** A rule that homes themselves can break, and when. */
export type Watched = Pick<AlarmRule, 'alarmCode'> & Required<Pick<AlarmRule, 'raisedBy'>>

export const isWatched = (rule: AlarmRule): rule is AlarmRule & Watched => rule.raisedBy !== undefined

/** Between the two limits of a number an alarm neither begins nor ends: what wavers does not go off again and again. */
function judgeNumber({ below, overFrom = below }: RaisedByNumber, value: unknown): Verdict {
  if (typeof value !== 'number') return 'good'
  if (value < below) return 'bad'
  return value >= overFrom ? 'good' : 'between'
}

/** Whether a rule is about what has changed of a device: a value (`service/property`), or how it fares. */
export function isTouched({ raisedBy }: Watched, path: string | undefined): boolean {
  if ('status' in raisedBy) return path === undefined
  if (path === undefined) return false
  if ('below' in raisedBy) return raisedBy.values.includes(path)
  return 'is' in raisedBy && Object.hasOwn(raisedBy.is, path)
}

/** The worst of its values counts; undefined: the rule is not about such a device, or not about its values alone. */
export function judgeDevice({ raisedBy }: Watched, device: Device, now: number): Verdict | undefined {
  if ('gateway' in raisedBy) return undefined
  if ('status' in raisedBy) return raisedBy.status.includes(device.status) ? 'bad' : 'good'
  if ('silent' in raisedBy) {
    const heard = heardAt(device)
    return heard !== undefined && now - heard < raisedBy.silent.leastS * 1000 ? 'good' : undefined
  }
  const verdictOf = (path: string, value: unknown): Verdict | undefined => {
    if ('below' in raisedBy) return raisedBy.values.includes(path) ? judgeNumber(raisedBy, value) : undefined
    const bad = Object.hasOwn(raisedBy.is, path) ? raisedBy.is[path] : undefined
    return bad && (bad.some((one) => one === value) ? 'bad' : 'good')
  }
  const verdicts = device.service_list.flatMap(({ name: service, property_list }) =>
    property_list
      .filter(({ value }) => value !== undefined)
      .flatMap(({ name, value }) => verdictOf(`${service}/${name}`, value) ?? []),
  )
  if (verdicts.length === 0) return undefined
  return (['bad', 'between'] as const).find((one) => verdicts.includes(one)) ?? 'good'
}

/** When anything was last heard from a device, epoch ms; undefined: nobody knows. */
export function heardAt({ service_list }: Pick<Device, 'service_list'>): number | undefined {
  const times = service_list.flatMap(({ property_list }) =>
    property_list.flatMap(({ at }) => (at === undefined ? [] : [Date.parse(at)])),
  )
  return times.length === 0 ? undefined : Math.max(...times)
}

/**
 * The longest silence (ms) of a device in the days before it was last heard; undefined: too little is known of it. What is
 * recorded is what changed, so that a device which says the same again and again counts as more silent than it is.
 */
export function usualSilence(
  recorded: readonly HistoryDay[],
  device: string,
  until: number,
  { days, reports }: Pick<Silence, 'days' | 'reports'>,
): number | undefined {
  const from = until - days * DAY
  const times = new Set(
    recorded
      // How a device fared is no report of its own.
      .filter(({ series, day }) => series !== device && (day + 1) * DAY > from)
      .flatMap(({ points }) => unpackPoints(points).times.filter((at) => at >= from && at <= until)),
  )
  if (times.size < reports) return undefined
  const ordered = [...times, until].sort((a, b) => a - b)
  return ordered.reduce((most, at, place) => Math.max(most, at - (ordered[place - 1] ?? at)), 0)
}
