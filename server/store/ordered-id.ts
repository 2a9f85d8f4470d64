import { randomBytes } from 'node:crypto'

/** As many as four digits of an id can count. */
const TURN = 36 ** 4
let given = 0

/** Ids sort by time, then by the order in which they were given, so that a page can go on where the last one ended. */
export function orderedId(at: number): string {
  given = (given + 1) % TURN
  const time = Math.max(0, Math.trunc(at)).toString(36).padStart(9, '0')
  return `${time}${given.toString(36).padStart(4, '0')}${randomBytes(8).toString('hex')}`
}
