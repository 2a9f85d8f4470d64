import { randomBytes } from 'node:crypto'

let last = { at: 0, count: 0 }

/** Ids sort by time, then by the order in which they were given, so that a page can go on where the last one ended. */
export function orderedId(at: number): string {
  last = at === last.at ? { at, count: last.count + 1 } : { at, count: 0 }
  const time = Math.max(0, Math.trunc(at)).toString(36).padStart(9, '0')
  return `${time}${last.count.toString(36).padStart(4, '0')}${randomBytes(8).toString('hex')}`
}
