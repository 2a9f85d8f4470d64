/**
 * By whoever's clocks the page is read. What happens in a home is told by the clocks of the home (decision 0107), so that
 * nothing on a page says another time than its neighbour: each moment says whose it is.
 */
export const READER = undefined

/** Numbers and times in the manner of the language; the engine's `Words` and more. */
export interface LocalWords {
  number(value: number, digits?: number): string
  say(key: string, fallback: string): string
  /** "vor 3 Min.": for what happened a while ago, epoch ms. */
  age(at: number, now: number): string
  /** "14:02" today, "3. Mai, 14:02" earlier or later; by the clocks of a zone of the IANA database or of `READER`. */
  moment(at: number, now: number, timeZone: string | undefined): string
  date(at: number): string
  /** "14:02:31" by one's own clocks. */
  clock(at: number): string
  /** "3. Mai 2026, 14:02:31 MEZ": a moment that can't be mistaken, by the clocks of a zone, else by one's own. */
  instant(at: number, timeZone?: string): string
  /** "Heute, Montag, 3. Mai": the heading above what happened on a day. */
  day(at: number, now: number): string
  /** "3 Std. 5 Min.": the two largest units of a number of seconds. */
  duration(seconds: number): string
}
