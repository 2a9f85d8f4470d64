/**
 * Transferred (brotli) bytes per route against bench/budgets.json: the page, its boot script, the route's chunks with
 * whatever they import statically (followed through Vite's manifest), their style sheets, and the words of the larger
 * language. Answers of the API and headers are measured by `npm run bench`.
 * A limit leaves 5 % above what was last recorded, so that a new text, screen or device needs no new limit; past it, the
 * part that grew is named. Every other screen may load 40 kB more than the first tile may; those that load more yet stand in
 * bench/heavier-screens.json, and may not grow either. `--record` writes down what is there now, for whoever decides that
 * it may stay so.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { routes } from './routes.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

interface Budget {
  /** Another program than the app, with a folder of its own. */
  folder?: string
  /** Modules or named chunks (`home`) that the route loads before it shows what it is for. */
  entries: readonly string[]
  /** Groups of texts (scripts/vite/chunks.ts), or areas where nothing groups them. */
  words: readonly string[]
  /** Kilobytes of each part, brotli, when they were last recorded. */
  recorded: Readonly<Record<Part, number>>
}

const PARTS = ['page and code', 'styles', 'words'] as const
type Part = (typeof PARTS)[number]

/** Room for data. */
const ROOM = 1.05
const rounded = (kilobytes: number): number => Math.round(kilobytes * 10) / 10
const total = (parts: Readonly<Record<Part, number>>): number =>
  PARTS.reduce((sum, part) => sum + parts[part], 0)

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

/** What a route loads, by part. */
function measured({ folder = 'dist', entries, words }: Omit<Budget, 'recorded'>): Record<Part, number> {
  const manifest = manifestOf(folder)
  const files = [...alwaysOf(folder), ...entries.flatMap((entry) => [...filesOf(manifest, entry)])]
  const known = new Set(files)
  const isStyle = (file: string): boolean => file.endsWith('.css')
  return {
    'page and code': sizeOf(
      folder,
      files.filter((file) => !isStyle(file)),
    ),
    styles: sizeOf(folder, files.filter(isStyle)),
    words: Math.max(
      ...LANGUAGES.map((language) =>
        sizeOf(
          folder,
          wordsOf(manifest, words, language).filter((file) => !known.has(file)),
        ),
      ),
    ),
  }
}

const isRecording = process.argv.includes('--record')
let over = 0
for (const [route, budget] of Object.entries(budgets)) {
  const parts = measured(budget)
  if (isRecording) {
    for (const part of PARTS) parts[part] = rounded(parts[part])
    budget.recorded = parts
  }
  const { recorded } = budget
  const [now, limit] = [total(parts), total(recorded) * ROOM]
  const isOver = now > limit
  if (isOver) over++
  const grown = PARTS.filter((part) => parts[part] - recorded[part] >= 0.1).map(
    (part) => `${part} +${(parts[part] - recorded[part]).toFixed(1)}`,
  )
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${route.padEnd(28)} ${now.toFixed(1).padStart(7)} kB of ${limit.toFixed(1)} kB${grown.length > 0 ? `   ${grown.join(', ')}` : ''}`,
  )
}
if (isRecording) writeFileSync('bench/budgets.json', `${JSON.stringify(budgets, null, 2)}\n`)

/** Kilobytes that a screen may load: what the first tile may, and 40 more. */
const MOST = 150 + 40
const HEAVIER = 'bench/heavier-screens.json'

const heavier = JSON.parse(readFileSync(HEAVIER, 'utf8')) as Readonly<Record<string, number>>
const sizes = routes().map((route) => ({ screen: route.screen, now: total(measured(route)) }))
for (const { screen, now } of sizes) {
  const limit = Math.max(MOST, (heavier[screen] ?? 0) * ROOM)
  if (isRecording || now <= limit) continue
  over++
  console.log(`OVER ${screen.padEnd(28)} ${now.toFixed(1).padStart(7)} kB of ${limit.toFixed(1)} kB`)
}
const beyond = sizes.filter(({ now }) => now > MOST).toSorted((a, b) => b.now - a.now)
console.log(`${sizes.length - beyond.length} of ${sizes.length} screens load at most ${MOST} kB.`)
if (isRecording)
  writeFileSync(
    HEAVIER,
    `${JSON.stringify(Object.fromEntries(beyond.map(({ screen, now }) => [screen, rounded(now)])), null, 2)}\n`,
  )
process.exit(over === 0 ? 0 : 1)
