import { watch } from 'node:fs'

const SETTLED = 50
/** A folder that has just appeared is watched a moment late; what came into it meanwhile is seen on a second look. */
const SECOND_LOOK = 400

/** Calls `look` when something under a folder has changed and been left alone for 50 ms. Returns what ends it. */
export function watchFolder(
  folder: string,
  look: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let soon: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const run = (): void => {
    running = running.then(look).catch(failed)
  }
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(soon)
    clearTimeout(later)
    soon = setTimeout(run, SETTLED)
    later = setTimeout(run, SECOND_LOOK)
  })
  watcher.on('error', failed)
  return () => {
    clearTimeout(soon)
    clearTimeout(later)
    watcher.close()
  }
}
