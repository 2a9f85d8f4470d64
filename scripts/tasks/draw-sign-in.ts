/**
 * Draws the page of sign-in into what the server puts into a visitor's page (server/http/welcome.ts), after the app has
 * been built: in each language, and with each value of the flags that its definitions name (decision 0251).
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { type DrawnSignIn, drawnBy, WELCOME, type Welcome } from '../../server/http/welcome.ts'
import drawing from '../vite/drawn.config.ts'

const DEFINITIONS = ['catalogue/screens/account/login.json', 'catalogue/forms/login.json']
const LANGUAGES = ['ch_DE', 'ch_EN'] as const

type Drawn = (language: string, settings: unknown) => Promise<string>

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Every flag that a condition of a definition names. */
function flagsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'flag' && typeof part === 'string' ? [part] : flagsIn(part),
  )
}

/** Every way in which so many flags may stand. */
const combinations = (count: number): boolean[][] =>
  count === 0 ? [[]] : combinations(count - 1).flatMap((rest) => [false, true].map((one) => [...rest, one]))

/** As little of a page as the app looks at before it draws. */
function openPage(route: string): void {
  const location = new URL(route, 'http://localhost')
  const silent = { addEventListener() {} }
  Object.assign(globalThis, {
    location,
    window: globalThis,
    history: { replaceState() {} },
    document: { documentElement: { dataset: {} }, ...silent },
    ...silent,
  })
}

const { route } = read<{ route: string }>(DEFINITIONS[0] ?? '')
const flags = [...new Set(DEFINITIONS.flatMap((file) => flagsIn(read(file))))]
await build({ ...drawing, configFile: false, logLevel: 'error' })
const folder = drawing.build?.outDir ?? ''
openPage(route)
const { drawn } = (await import(pathToFileURL(join(folder, 'drawn.js')).href)) as { drawn: Drawn }
const pages: Record<string, string> = {}
for (const language of LANGUAGES)
  for (const values of combinations(flags.length)) {
    const settings = { flags: Object.fromEntries(flags.map((flag, at) => [flag, values[at]])) }
    const html = await drawn(language, settings)
    // The head's; the app names the page when it takes over.
    pages[drawnBy(language, values)] = html.replace(/^<title>.*?<\/title>/, '')
  }
const signIn: DrawnSignIn = { paths: ['/', route], flags, pages }
const file = join('dist', WELCOME)
writeFileSync(file, JSON.stringify({ ...read<Welcome>(file), signIn }))
rmSync(folder, { recursive: true })
