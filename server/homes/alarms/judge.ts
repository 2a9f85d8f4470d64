import type { AlarmRule, RaisedByValue } from '#schemas/generated/definitions/rules-alarms.ts'
import type { Device } from '#schemas/generated/entities/device.ts'

export type Verdict = 'bad' | 'good' | 'between'

/** A rule that homes themselves can break, and when. */
export type Watched = Pick<AlarmRule, 'alarmCode'> & Required<Pick<AlarmRule, 'raisedBy'>>

export const isWatched = (rule: AlarmRule): rule is AlarmRule & Watched => rule.raisedBy !== undefined

/** Between the two limits of a number an alarm neither begins nor ends: what wavers does not go off again and again. */
function judgeValue({ is, below, overFrom }: RaisedByValue, value: unknown): Verdict {
  if (is) return is.some((one) => one === value) ? 'bad' : 'good'
  if (typeof value !== 'number' || below === undefined) return 'good'
  if (value < below) return 'bad'
  return value >= (overFrom ?? below) ? 'good' : 'between'
}

/** The worst of its values counts; undefined: the rule is not about such a device. */
export function judgeDevice({ raisedBy }: Watched, device: Device): Verdict | undefined {
  if ('gateway' in raisedBy) return undefined
  if ('status' in raisedBy) return raisedBy.status.includes(device.status) ? 'bad' : 'good'
  const verdicts = device.service_list.flatMap(({ name: service, property_list }) =>
    property_list
      .filter(({ name, value }) => value !== undefined && raisedBy.values.includes(`${service}/${name}`))
      .map(({ value }) => judgeValue(raisedBy, value)),
  )
  if (verdicts.length === 0) return undefined
  return (['bad', 'between'] as const).find((one) => verdicts.includes(one)) ?? 'good'
}
