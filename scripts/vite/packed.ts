import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { minifySync } from 'vite'

/** Characters of the hash in a file's name: 42 bits tell files apart, and names stand in several lists of a first page. */
export const HASH = 7

/** Plain code, as small as it gets. */
export function packed(file: string, module: boolean): string {
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), { module })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}

/** Plain code as a file of the app's, under a name that says what is in it: only a page fetches it that has use for it. */
export function packedAsset(file: string): { fileName: string; source: string } {
  const source = packed(file, true)
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, HASH)
  return { fileName: `assets/${hash}.js`, source }
}
