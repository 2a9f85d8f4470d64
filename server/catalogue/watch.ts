import { type FSWatcher, watch } from 'node:fs'
import { walked } from './files.ts'

const SETTLED = 50
/** A folder that has just appeared is watched a moment late; what came into it meanwhile is seen on a second look. */
const SECOND_LOOK = 400
/** What no watcher tells of, behind a link or on a drive of somebody else, is seen all the same. */
const EVERY = 2000
/** Where every folder is watched, and nothing has ever changed without being told of. To look is most of what a server at rest does. */
const CALM = 15_000
/** Looking takes a small part of the time, however many files there are. */
const SHARE = 20

/**
 * Calls `look`, which says whether it found something new, when something under the folders has changed and been left
 * alone for 50 ms, and now and then: every 15 seconds, or every two where watchers do not tell of everything. Returns
 * what ends it. Folders are watched, never files: a file that is replaced by renaming is another one, and its watcher is deaf.
 */
export function watchFolders(
  roots: readonly string[],
  look: () => Promise<boolean>,
  failed: (error: unknown) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  let soon: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let ended = false
  let toldAt = Number.NEGATIVE_INFINITY
  /** Some of it is behind a link or could not be watched. */
  let unwatched = false
  /** Something changed of which no watcher told. */
  let deaf = false

  const run = (): Promise<boolean> => {
    const found = running.then(async () => {
      if (ended) return false
      try {
        await follow()
        return await look()
      } catch (error) {
        failed(error)
        return false
      }
    })
    running = found
    return found
  }
  const told = (): void => {
    toldAt = performance.now()
    clearTimeout(soon)
    clearTimeout(later)
    soon = setTimeout(run, SETTLED)
    later = setTimeout(run, SECOND_LOOK)
  }

  /** Watches every folder that is there, and no other. */
  async function follow(): Promise<void> {
    const found = await Promise.all(roots.map((root) => walked(root)))
    if (ended) return
    const folders = new Set(found.flatMap((inside) => inside.folders))
    for (const [path, watcher] of watchers) if (!folders.has(path)) forget(path, watcher)
    for (const path of folders) if (!watchers.has(path)) listen(path)
    unwatched = watchers.size < folders.size || found.some(({ links }) => links > 0)
  }

  function listen(path: string): void {
    try {
      const watcher = watch(path, (kind) => {
        // The folder itself was moved or replaced: the one of this name now is another.
        if (kind === 'rename') forget(path, watcher)
        told()
      })
      watcher.on('error', () => forget(path, watcher))
      watchers.set(path, watcher)
    } catch {
      // Too many watchers, or a drive that knows none: it is looked at more often.
    }
  }

  function forget(path: string, watcher: FSWatcher): void {
    watcher.close()
    if (watchers.get(path) === watcher) watchers.delete(path)
  }

  async function again(): Promise<void> {
    const before = performance.now()
    const found = await run()
    const after = performance.now()
    deaf ||= found && after - toldAt > EVERY
    const pause = Math.max(deaf || unwatched ? EVERY : CALM, (after - before) * SHARE)
    if (!ended) next = setTimeout(() => void again(), pause).unref()
  }

  // At once: what is saved in the first moment is heard of.
  roots.forEach(listen)
  void again()
  return () => {
    ended = true
    for (const timer of [soon, later, next]) clearTimeout(timer)
    for (const [path, watcher] of watchers) forget(path, watcher)
  }
}
