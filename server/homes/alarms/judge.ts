import type { AlarmRule, RaisedByNumber } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { heardAt } from './silence.ts'

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
