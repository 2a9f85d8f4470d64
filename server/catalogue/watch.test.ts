import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchFolders } from './watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A folder that is watched, and how often it has been looked at. */
function watched(fill: (folder: string) => void = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-watch-'))
  fill(folder)
  const seen = { looks: 0, finds: false }
  const stop = watchFolders(
    [folder],
    async () => {
      seen.looks += 1
      return seen.finds
    },
    (error) => expect.unreachable(String(error)),
  )
  onTestFinished(() => {
    stop()
    rmSync(folder, { recursive: true })
  })
  return seen
}

/** Folders are read in real time, however far the clock is put. */
async function looked(seen: { looks: number }, times: number): Promise<void> {
  const end = Date.now() + 5000
  while (seen.looks < times && Date.now() < end) await new Promise(setImmediate)
  // What the look has to say arrives after it was counted.
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  expect(seen.looks).toBe(times)
}

test('where watchers tell of everything, nobody looks more often than every 15 seconds', async () => {
  const seen = watched()
  await looked(seen, 1)
  vi.advanceTimersByTime(14_900)
  await looked(seen, 1)
  vi.advanceTimersByTime(100)
  await looked(seen, 2)
})

test('once something changed of which no watcher told, as on a drive of somebody else, it is looked for every two seconds', async () => {
  const seen = watched()
  await looked(seen, 1)
  seen.finds = true
  vi.advanceTimersByTime(15_000)
  await looked(seen, 2)
  seen.finds = false
  vi.advanceTimersByTime(2000)
  await looked(seen, 3)
  vi.advanceTimersByTime(2000)
  await looked(seen, 4)
})

test('a file that is a link is looked at every two seconds: what it leads to may stand anywhere', async () => {
  const seen = watched((folder) => {
    writeFileSync(join(folder, 'one.json'), '{}')
    symlinkSync(join(folder, 'one.json'), join(folder, 'two.json'))
  })
  await looked(seen, 1)
  vi.advanceTimersByTime(2000)
  await looked(seen, 2)
})
