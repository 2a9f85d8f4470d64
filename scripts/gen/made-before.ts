import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashOf } from './hash-of.ts'
import { folders } from './write.ts'

const MARK = 'node_modules/.cache/gatehouse-generated'

/** Whatever the generators of schemas and commands read, their own code and packages, and what they have written. */
const FILES = [
  'package-lock.json',
  'schemas/**/*.{json,ts,js}',
  'catalogue/**/*.json',
  'gateway/core/*/commands/*.ts',
  'scripts/gen.ts',
  'scripts/gen/*.ts',
  'server/catalogue/definitions/in-one-piece.ts',
  ...folders.map((folder) => `${folder}/**/*`),
]

const hashOfAll = (): string =>
  hashOf(
    globSync(FILES, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  )

/** Whether everything stands there as it was made last, of the same files. */
export const isMade = (): boolean => existsSync(MARK) && readFileSync(MARK, 'utf8') === hashOfAll()

/** Notes that everything has been made. */
export function noteMade(): void {
  mkdirSync(dirname(MARK), { recursive: true })
  writeFileSync(MARK, hashOfAll())
}
