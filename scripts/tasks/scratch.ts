import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps it in memory. */
const MEMORY = '/dev/shm'
/** All tests together leave less than this lying about. */
const ROOM = 2 * 2 ** 30

/**
 * Tests open some hundred databases, write each to disk as if it mattered, and throw them away: where there is room for
 * it, their temporary folder is in memory, which takes a third of the time. Removed when this process ends.
 */
export function scratchInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'gatehouse-tests-'))
  // The PostgreSQL of the tests runs as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // Stopped by hand it leaves no memory behind either.
  process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
