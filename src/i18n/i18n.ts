import { files } from '#i18n/files.ts'
import { createEngine } from './engine.ts'
import { firstLanguage, keepLanguage, type Language, tagOf } from './languages.ts'

const wanted = new Set<string>()
let current = firstLanguage()
const engine = createEngine(tagOf(current))

const textListeners = new Set<() => void>()
const languageListeners = new Set<() => void>()
let version = 0

function announce(): void {
  version += 1
  for (const wake of textListeners) wake()
}

engine.onAreas(announce)
engine.onLanguage(() => {
  document.documentElement.lang = engine.language()
  announce()
  for (const changed of languageListeners) changed()
})

async function fetchAreas(areas: Iterable<string>, language: Language): Promise<void> {
  const tag = tagOf(language)
  const missing = [...areas].flatMap((area) => {
    const load = files[`../../locales/${language}/${area}.json`]
    return load && !engine.has(tag, area) ? [{ area, load }] : []
  })
  if (missing.length === 0) return
  const texts = await Promise.all(missing.map(async ({ area, load }) => [area, await load()] as const))
  engine.add(tag, Object.fromEntries(texts))
}

export const language = (): Language => current

/** Makes the texts of these areas available in the current language, and in every later one. */
export async function loadAreas(areas: readonly string[]): Promise<void> {
  for (const area of areas) wanted.add(area)
  const asked = current
  await fetchAreas(areas, asked)
  // The language changed meanwhile, maybe before these areas were wanted.
  if (current !== asked) await fetchAreas(areas, current)
}

export async function changeLanguage(next: Language): Promise<void> {
  await fetchAreas(wanted, next)
  current = next
  keepLanguage(next)
  await engine.change(tagOf(next))
}

/** For what is no component; components wake by `useText`. */
export const onLanguage = (changed: () => void): void => void languageListeners.add(changed)

export const translate = (key: string, values?: Readonly<Record<string, unknown>>): string =>
  engine.get(key, values)

export const hasText = (key: string): boolean => engine.knows(key)

export const subscribeTexts = (wake: () => void): (() => void) => {
  textListeners.add(wake)
  return () => void textListeners.delete(wake)
}

/** Changes whenever texts do: another language, or areas that have arrived. */
export const textsVersion = (): number => version
