import type { OwnWords } from '#schemas/generated/entities/device-speech.ts'
import { type Language, languages } from '#server/lib/language.ts'
import { type FoundFile, filesIn, textOf } from '../files.ts'
import type { Words } from './speech.ts'

/** Where what devices say stands in locales. */
const AREAS = ['models', 'properties', 'values']

/** Words of devices as the files of locales say them now; of a file that cannot be read, as it did last. */
export class WordFiles {
  readonly #locales: string | undefined
  #stamps = ''
  readonly #read = new Map<string, OwnWords>()
  #words: Words = new Map()

  constructor(locales: string | undefined) {
    this.#locales = locales
  }

  words = (): Words => this.#words

  /** Reads what has changed; false when nothing has. */
  async look(): Promise<boolean> {
    const locales = this.#locales
    if (locales === undefined) return false
    const found = (await filesIn(locales, languages)).filter(isOfDevices)
    const stamps = found.map(({ path, stamp }) => `${path} ${stamp}`).join()
    if (stamps === this.#stamps) return false
    for (const { path } of found) {
      const words = wordsIn(await textOf(locales, path))
      if (words) this.#read.set(path, words)
    }
    this.#stamps = stamps
    this.#words = new Map(languages.map((language) => [language, this.#of(language)]))
    return true
  }

  #of = (language: Language): OwnWords =>
    Object.fromEntries(
      AREAS.flatMap((area) => {
        const words = this.#read.get(`${language}/${area}.json`)
        return words ? [[area, words] as const] : []
      }),
    )
}

const isOfDevices = ({ path }: FoundFile): boolean => AREAS.some((area) => path.endsWith(`/${area}.json`))

function wordsIn(text: string | undefined): OwnWords | undefined {
  try {
    const words: unknown = JSON.parse(text ?? '')
    return typeof words === 'object' && words !== null ? (words as OwnWords) : undefined
  } catch {
    return undefined
  }
}
