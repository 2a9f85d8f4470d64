import { isZone } from '#gateway/lib/times/is-zone.ts'
import { isDaily, isRepeat, nextOf } from '#gateway/lib/times/repeat.ts'
import type { AnnouncementContent } from '#schemas/generated/entities/announcement-content.ts'
import { invalid } from '../lib/refusal.ts'

type When = Pick<AnnouncementContent, 'sendAt' | 'sendUntil' | 'zone'>

const repeatIn = ({ sendAt }: When): string | undefined =>
  sendAt !== undefined && isRepeat(sendAt) ? sendAt : undefined

/** Whether it comes again and again. */
export const isRepeated = (content: When): boolean => repeatIn(content) !== undefined

/** Epoch ms of its first time after `after`; undefined where it does not come again. */
export function nextTime(content: When, after: number): number | undefined {
  const repeat = repeatIn(content)
  const { zone = 'UTC', sendUntil } = content
  const at = repeat === undefined ? undefined : nextOf(repeat, after, zone)
  return at !== undefined && sendUntil !== undefined && at > Date.parse(sendUntil) ? undefined : at
}

/** Epoch ms of its beginning. Refuses what is over, and what would come more often than once a day (decision 0189). */
export function startOf(content: When, now: number): number {
  const { sendAt, zone } = content
  if (sendAt === undefined) return now
  const repeat = repeatIn(content)
  if (repeat && !isDaily(repeat)) throw invalid('/sendAt')
  if (repeat && zone !== undefined && !isZone(zone)) throw invalid('/zone')
  // What is no such string is a time, and nothing else that a parser of dates makes one of.
  const at = repeat ? nextTime(content, now) : /^\d{4}-/.test(sendAt) ? Date.parse(sendAt) : Number.NaN
  if (Number.isNaN(at)) throw invalid('/sendAt')
  if (at === undefined || at < now) throw invalid('/sendAt', undefined, 'DATE_IN_PAST')
  return at
}
