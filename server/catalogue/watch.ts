import { type FSWatcher, watch } from 'node:fs'
import { foldersIn } from './files.ts'

const SETTLED = 50
/** A folder that has just appeared is watched a moment late; what came into it meanwhile is seen on a second look. */
const SECOND_LOOK = 400
/** What no watcher tells of, behind a link or on a drive of somebody else, is seen all the same. */
const EVERY = 2000
/** Looking takes a small part of the time, however many files there are. */
const SHARE = 20

/**
 * Calls `look` when something under a folder has changed and been left alone for 50 ms, and every two seconds. Returns what
 * ends it. Folders are watched, never files: a file that is replaced by renaming is another one, and its watcher is deaf.
 */
export function watchFolder(
  folder: string,
  look: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  let soon: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let next: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let ended = false

  const run = (): Promise<void> => {
    running = running
      .then(async () => {
        if (ended) return
        await follow()
        await look()
      })
      .catch(failed)
    return running
  }
  const told = (): void => {
    clearTimeout(soon)
    clearTimeout(later)
    soon = setTimeout(run, SETTLED)
    later = setTimeout(run, SECOND_LOOK)
  }

  /** Watches every folder that is there, and no other. */
  async function follow(): Promise<void> {
    const folders = new Set(await foldersIn(folder))
    if (ended) return
    for (const [path, watcher] of watchers) if (!folders.has(path)) forget(path, watcher)
    for (const path of folders) if (!watchers.has(path)) listen(path)
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
      // Too many watchers, or a drive that knows none: it is looked at every two seconds.
    }
  }

  function forget(path: string, watcher: FSWatcher): void {
    watcher.close()
    if (watchers.get(path) === watcher) watchers.delete(path)
  }

  async function again(): Promise<void> {
    const before = performance.now()
    await run()
    const pause = Math.max(EVERY, (performance.now() - before) * SHARE)
    if (!ended) next = setTimeout(() => void again(), pause).unref()
  }

  // At once: what is saved in the first moment is heard of.
  listen(folder)
  void again()
  return () => {
    ended = true
    for (const timer of [soon, later, next]) clearTimeout(timer)
    for (const [path, watcher] of watchers) forget(path, watcher)
  }
}
