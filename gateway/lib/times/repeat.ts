import { Cron } from 'croner'

/** Five fields with one blank between them; names and what only some programs know stay out (spec 3 §3). */
const FIELDS = /^[\d*,/-]+(?: [\d*,/-]+){4}$/
const ONE_TIME = /^\d+ \d+ /

const cronOf = (text: string, timezone?: string): Cron =>
  new Cron(text, { mode: '5-part', ...(timezone !== undefined && { timezone }) })

/** Whether a text is a cron-like string: minute, hour, day, month and weekday (0 and 7 are Sunday). */
export function isRepeat(text: string): boolean {
  if (!FIELDS.test(text)) return false
  try {
    cronOf(text)
    return true
  } catch {
    return false
  }
}

/** Whether what it says comes once on a day, and not several times. */
export const isDaily = (repeat: string): boolean => ONE_TIME.test(repeat)

/** Epoch ms of the first time after `after` (epoch ms), by the clocks of a zone; undefined where it never comes. */
export const nextOf = (repeat: string, after: number, zone: string): number | undefined =>
  cronOf(repeat, zone).nextRun(new Date(after))?.getTime()
