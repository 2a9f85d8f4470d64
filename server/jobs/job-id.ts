import { createHash } from 'node:crypto'
import { orderedId } from '../store/ordered-id.ts'

interface Asked {
  kind: string
  userId: string
  now: number
  /** What the caller sends again with the same wish, as long as nothing has answered it. */
  key?: string | undefined
}

/**
 * The id of a job that somebody begins. With a key it is always the same one, so that the store itself holds that one
 * wish begins one job, even where the server was killed between beginning it and saying so (decision 0289).
 */
export const jobIdOf = ({ kind, userId, now, key }: Asked): string =>
  key === undefined
    ? orderedId(now)
    : createHash('sha256').update(`${kind}\n${userId}\n${key}`).digest('hex').slice(0, 40)
