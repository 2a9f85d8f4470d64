/**
 * Transferred (brotli) bytes per route against bench/budgets.json: the page, its boot script, the route's chunks with
 * whatever they import statically (followed through Vite's manifest), their style sheets, and the words of the larger
 * language. Answers of the API and headers are measured by `npm run bench`.
 */
import { readFileSync, statSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

interface Budget {
  /** Modules or named chunks (`home`) that the route loads before it shows what it is for. */
  entries: string[]
  /** Groups of texts (scripts/vite/chunks.ts). */
  words: string[]
  /** Kilobytes, brotli. */
  limit: number
}

const ALWAYS = ['index.html', 'boot.js']
const LANGUAGES = ['ch_DE', 'ch_EN']

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
const budgets = JSON.parse(readFileSync('bench/budgets.json', 'utf8')) as Record<string, Budget>

/** Chunks that several modules share stand in the manifest as `_name-hash.js`. */
const keyOf = (entry: string): string =>
  Object.keys(manifest).find(
    (key) => key === entry || (key.startsWith(`_${entry}-`) && key.endsWith('.js')),
  ) ?? entry

function filesOf(entry: string, found = new Set<string>(), seen = new Set<string>()): Set<string> {
  const key = keyOf(entry)
  if (seen.has(key)) return found
  seen.add(key)
  const chunk = manifest[key]
  if (!chunk) throw new Error(`bench/budgets.json names ${entry}, which the build does not have`)
  found.add(chunk.file)
  for (const css of chunk.css ?? []) found.add(css)
  for (const next of chunk.imports ?? []) filesOf(next, found, seen)
  return found
}

const brotli = (file: string): number => {
  const packed = statSync(`dist/${file}.br`, { throwIfNoEntry: false })
  return (packed ?? statSync(`dist/${file}`)).size
}

const sizeOf = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + brotli(file), 0) / 1000

const wordsOf = (groups: readonly string[], language: string): string[] =>
  groups.flatMap((group) => [...filesOf(`words-${language}-${group}`)])

let over = 0
for (const [route, { entries, words, limit }] of Object.entries(budgets)) {
  const code = entries.flatMap((entry) => [...filesOf(entry)])
  const kilobytes = Math.max(
    ...LANGUAGES.map((language) => sizeOf([...ALWAYS, ...code, ...wordsOf(words, language)])),
  )
  if (kilobytes > limit) over++
  console.log(
    `${kilobytes > limit ? 'OVER' : 'ok  '} ${route.padEnd(28)} ${kilobytes.toFixed(1).padStart(7)} kB of ${limit} kB`,
  )
}
process.exit(over === 0 ? 0 : 1)
