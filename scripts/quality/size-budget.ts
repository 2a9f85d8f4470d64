/**
 * Transferred (brotli) bytes per route against bench/budgets.json: the page, its boot script, the route's chunks with
 * whatever they import statically (followed through Vite's manifest), their style sheets, and the words of the larger
 * language. Answers of the API and headers are measured by `npm run bench`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

interface Budget {
  /** Another program than the app, with a folder of its own. */
  folder?: string
  /** Modules or named chunks (`home`) that the route loads before it shows what it is for. */
  entries: string[]
  /** Groups of texts (scripts/vite/chunks.ts), or areas where nothing groups them. */
  words: string[]
  /** Kilobytes, brotli. */
  limit: number
}

/** Beside the chunks of the route. */
const alwaysOf = (folder: string): string[] =>
  ['index.html', 'boot.js'].filter((file) => existsSync(`${folder}/${file}`))
const LANGUAGES = ['ch_DE', 'ch_EN']

type Manifest = Readonly<Record<string, Chunk>>

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest
const budgets = JSON.parse(readFileSync('bench/budgets.json', 'utf8')) as Record<string, Budget>

/** Chunks that several modules share stand in the manifest as `_name-hash.js`. */
const keyOf = (manifest: Manifest, entry: string): string =>
  Object.keys(manifest).find(
    (key) => key === entry || (key.startsWith(`_${entry}-`) && key.endsWith('.js')),
  ) ?? entry

function filesOf(
  manifest: Manifest,
  entry: string,
  found = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  const key = keyOf(manifest, entry)
  if (seen.has(key)) return found
  seen.add(key)
  const chunk = manifest[key]
  if (!chunk) throw new Error(`bench/budgets.json names ${entry}, which the build does not have`)
  found.add(chunk.file)
  for (const css of chunk.css ?? []) found.add(css)
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found, seen)
  return found
}

const brotli = (folder: string, file: string): number => {
  const packed = statSync(`${folder}/${file}.br`, { throwIfNoEntry: false })
  return (packed ?? statSync(`${folder}/${file}`)).size
}

const sizeOf = (folder: string, files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + brotli(folder, file), 0) / 1000

function wordsOf(manifest: Manifest, groups: readonly string[], language: string): string[] {
  const areas = (group: string): string =>
    Object.keys(manifest).find((key) => key.endsWith(`/locales/${language}/${group}.json`)) ??
    `words-${language}-${group}`
  return groups.flatMap((group) => [...filesOf(manifest, areas(group))])
}

let over = 0
for (const [route, { folder = 'dist', entries, words, limit }] of Object.entries(budgets)) {
  const manifest = manifestOf(folder)
  const code = entries.flatMap((entry) => [...filesOf(manifest, entry)])
  const kilobytes = Math.max(
    ...LANGUAGES.map((language) =>
      sizeOf(folder, [...alwaysOf(folder), ...code, ...wordsOf(manifest, words, language)]),
    ),
  )
  if (kilobytes > limit) over++
  console.log(
    `${kilobytes > limit ? 'OVER' : 'ok  '} ${route.padEnd(28)} ${kilobytes.toFixed(1).padStart(7)} kB of ${limit} kB`,
  )
}
process.exit(over === 0 ? 0 : 1)
