import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** One hash of the names and contents of some files, in whichever order they come. */
export function hashOf(files: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
