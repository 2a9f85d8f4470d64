import { files, parts } from '#i18n/files.ts'
import { createEngine, type Texts } from './engine.ts'
import { firstLanguage, keepLanguage, type Language, tagOf } from './languages.ts'

/** Parts by their names, whole areas by those of their files. */
const wanted = new Set<string>()
const arrived = new Set<string>()
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

/** How the texts of a name come, each below its area. */
function loaderOf(language: Language, name: string): (() => Promise<Texts>) | undefined {
  const part = parts[`${language}/${name}`]
  const file = files[`../../locales/${language}/${name}`]
  return part ?? (file && (async () => ({ [name.replace('.json', '')]: await file() })))
}

async function fetchTexts(names: Iterable<string>, language: Language): Promise<void> {
  const missing = [...names].flatMap((name) => {
    const id = `${language}/${name}`
    const load = arrived.has(id) ? undefined : loaderOf(language, name)
    return load ? [{ id, load }] : []
  })
  if (missing.length === 0) return
  const texts = await Promise.all(missing.map(({ load }) => load()))
  engine.add(tagOf(language), ...texts)
  for (const { id } of missing) arrived.add(id)
}

export const language = (): Language => current

async function need(names: readonly string[]): Promise<void> {
  for (const name of names) wanted.add(name)
  const asked = current
  await fetchTexts(names, asked)
  // The language changed meanwhile, maybe before these texts were wanted.
  if (current !== asked) await fetchTexts(names, current)
  for (const one of beside) fetchTexts(names, one).then(announce, reportError)
}

/** Texts of a deployment's own, by language and area; there are no others of its own from now on. */
export function putOwnTexts(words: Readonly<Partial<Record<Language, Texts>>>): void {
  engine.putOwn(
    Object.fromEntries(Object.entries(words).map(([of, texts]) => [tagOf(of as Language), texts])),
  )
  announce()
}

/** Languages beside the page's that a part of it speaks. */
const beside = new Set<Language>()

/** Has every text that is here, or comes later, in another language too. */
export async function loadBeside(other: Language): Promise<void> {
  beside.add(other)
  await fetchTexts(wanted, other)
  announce()
}

/** Makes the texts of these areas available in the current language, and in every later one. */
export const loadAreas = (areas: readonly string[]): Promise<void> =>
  need(areas.map((area) => `${area}.json`))

/** The same for texts that are used together (scripts/locales/parts.ts). */
export const loadParts = (names: readonly string[]): Promise<void> => need(names)

const everyArea = [...new Set(Object.keys(files).map((file) => file.slice(file.lastIndexOf('/') + 1)))]

/** Every text there is. */
export const loadAllTexts = (): Promise<void> => need(everyArea)

export async function changeLanguage(next: Language): Promise<void> {
  await fetchTexts(wanted, next)
  current = next
  keepLanguage(next)
  await engine.change(tagOf(next))
}

/** For what is no component; components wake by `useText`. */
export const onLanguage = (changed: () => void): void => void languageListeners.add(changed)

export const translate = (key: string, values?: Readonly<Record<string, unknown>>): string =>
  engine.get(key, values)

export const hasText = (key: string): boolean => engine.knows(key)

export const translateIn = (
  language: Language,
  key: string,
  values?: Readonly<Record<string, unknown>>,
): string => engine.get(key, values, tagOf(language))

export const hasTextIn = (language: Language, key: string): boolean => engine.knows(key, tagOf(language))

export const subscribeTexts = (wake: () => void): (() => void) => {
  textListeners.add(wake)
  return () => void textListeners.delete(wake)
}

/** Changes whenever texts do: another language, or areas that have arrived. */
export const textsVersion = (): number => version
