import { after, first, lists, others } from 'virtual:words'
import { firstLanguage, keepLanguage, type Language, languages, tagOf } from './languages.ts'
import { type Kept, knows, merge, readerOf, type Texts, type Values } from './reader.ts'

/** Parts by their names, whole areas by those of their files. */
const wanted = new Set<string>()
const arrived = new Set<string>()
let current = firstLanguage()
const kept: Kept = {}
let read = readerOf(kept)

const textListeners = new Set<() => void>()
const languageListeners = new Set<() => void>()
let version = 0

function announce(): void {
  version += 1
  for (const wake of textListeners) wake()
}

/** Hands over to i18next. It reads what is drawn already as it stands, so that nobody need be woken. */
export async function loadEngine(): Promise<void> {
  const { engineOf } = await import('./engine.ts')
  read = engineOf(kept)
}

/** Ends the name of a whole area; the files of all of them come together. */
const FILE = '.json'
/** Ends the name of an area that comes by itself (scripts/vite/words.ts). */
const ALONE = '.alone'

/** How the texts of a name come, each below its area. What is drawn first needs none of the whole files. */
async function textsNamed(language: Language, name: string): Promise<Texts | undefined> {
  const atOnce = first[`${language}/${name}`]
  if (atOnce) return await atOnce()
  if (others.includes(name) || name.endsWith(ALONE)) return await (await lists[language]()).parts[name]?.()
  // What a screen says that has no part of its own came with the first words: no list of files is asked for it.
  if (!name.endsWith(FILE)) return undefined
  const { files } = await import('#i18n/files.ts')
  const file = files[`../../locales/${language}/${name}`]
  return file && { [name.slice(0, -FILE.length)]: await file() }
}

async function fetchTexts(names: Iterable<string>, language: Language): Promise<void> {
  const missing = [...names].filter((name) => !arrived.has(`${language}/${name}`))
  if (missing.length === 0) return
  const texts = await Promise.all(missing.map((name) => textsNamed(language, name)))
  const own = kept[tagOf(language)] ?? { texts: {} }
  kept[tagOf(language)] = own
  for (const some of texts) if (some) merge(own.texts, some)
  for (const name of missing) arrived.add(`${language}/${name}`)
  if (language === current) announce()
}

export const language = (): Language => current

async function need(asks: readonly string[]): Promise<void> {
  const names = asks.flatMap((name) => [after[name] ?? [], name].flat())
  for (const name of names) wanted.add(name)
  const asked = current
  await fetchTexts(names, asked)
  // The language changed meanwhile, maybe before these texts were wanted.
  if (current !== asked) await fetchTexts(names, current)
  for (const one of beside) fetchTexts(names, one).then(announce, reportError)
}

/** Texts that came along with what they are of. */
export function addTexts(of: Language, texts: Texts): void {
  const own = kept[tagOf(of)] ?? { texts: {} }
  kept[tagOf(of)] = own
  merge(own.texts, texts)
  if (of === current || beside.has(of)) announce()
}

/** Texts of a deployment's own, by language and area; there are no others of its own from now on. */
export function putOwnTexts(words: Readonly<Partial<Record<Language, Texts>>>): void {
  for (const language of languages) {
    const texts = kept[tagOf(language)]?.texts ?? {}
    const own = words[language]
    kept[tagOf(language)] = { texts, ...(own && { own }) }
  }
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

/** Where all of an area or branch is: what is wanted anyway, else the area where it comes alone, else the smallest part that has it. */
async function holderOf(name: string): Promise<string> {
  const [area = name] = name.split('.')
  const [file, itself] = [area + FILE, name + ALONE]
  if (wanted.has(file)) return file
  const { holders, parts } = await lists[current]()
  const able = holders[name] ?? []
  return able.find((part) => wanted.has(part)) ?? (parts[itself] ? itself : (able[0] ?? file))
}

/** Makes the texts of these areas, or branches of them, available in the current language, and in every later one. */
export async function loadAreas(areas: readonly string[]): Promise<void> {
  const names = await Promise.all(areas.map(holderOf))
  await need([...new Set(names)])
}

/** The same for texts that are used together (scripts/locales/parts.ts). */
export const loadParts = (names: readonly string[]): Promise<void> => need(names)

/** Every text there is. */
export async function loadAllTexts(): Promise<void> {
  const { files } = await import('#i18n/files.ts')
  await need([...new Set(Object.keys(files).map((file) => file.slice(file.lastIndexOf('/') + 1)))])
}

export async function changeLanguage(next: Language): Promise<void> {
  await fetchTexts(wanted, next)
  const isOther = next !== current
  current = next
  keepLanguage(next)
  document.documentElement.lang = tagOf(next)
  announce()
  // Whoever signs in is spoken to in the account's language, which mostly is the one that was spoken already.
  if (isOther) for (const changed of languageListeners) changed()
}

/** For what is no component; components wake by `useText`. */
export const onLanguage = (changed: () => void): void => void languageListeners.add(changed)

export const translateIn = (language: Language, key: string, values?: Values): string =>
  read(tagOf(language), key, values)

export const translate = (key: string, values?: Values): string => translateIn(current, key, values)

export const hasTextIn = (language: Language, key: string): boolean => knows(kept, tagOf(language), key)

export const hasText = (key: string): boolean => hasTextIn(current, key)

export const subscribeTexts = (wake: () => void): (() => void) => {
  textListeners.add(wake)
  return () => void textListeners.delete(wake)
}

/** Changes whenever texts do: another language, or areas that have arrived. */
export const textsVersion = (): number => version
