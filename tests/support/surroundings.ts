import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Bytes: as much as all that run at once may need. A container has but 64 MB unless it was given more. */
const ROOM = 2 ** 30

function roomIn(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

/**
 * Where data lie that are not about the disk: in memory, where there is room for them. A write is then a hundredth of a
 * millisecond instead of one or more, and tests make a hundred thousand of them.
 */
export const memory = existsSync('/dev/shm') && roomIn('/dev/shm') > ROOM ? '/dev/shm' : tmpdir()

/**
 * The environment of a program that somebody starts in a terminal of his own. What others of the run have translated it
 * need not translate anew: that took more than a third of the time that a gateway needs to start.
 */
export const terminal: Readonly<NodeJS.ProcessEnv> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
