import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { AFTER, alone, holders, partNames, textsOfArea, textsOfPart } from '../locales/parts.ts'

const LIST = 'virtual:words'
const LANGUAGES = ['ch_DE', 'ch_EN']

/** What is said first on each side; it is known from the start, all other parts by the list of their language. */
const FIRST = ['door', 'house']
/** Takes the place of a part's name. */
const OTHERS = 'list'
/** Ends the name of an area that comes by itself, as in src/i18n/i18n.ts. */
const ALONE = '.alone'

const loader = (language: string, part: string): string =>
  `async () => (await import('${LIST}/${language}/${part}')).default`

const first = (): string =>
  LANGUAGES.flatMap((language) =>
    FIRST.map((part) => `${JSON.stringify(`${language}/${part}`)}: ${loader(language, part)}`),
  ).join(',\n')

/** What is worked out of all files, for as long as none of them has changed. */
const found = () => ({
  files: globSync(['{locales,catalogue}/**/*.json', 'src/**/words.json']).map((file) => resolve(file)),
  others: partNames().filter((part) => !FIRST.includes(part)),
  alone: alone().map((area) => area + ALONE),
  holders: holders(),
})
type Found = ReturnType<typeof found>

const entrance = ({ others }: Found): string =>
  [
    `export const first = {${first()}}`,
    `export const others = ${JSON.stringify(others)}`,
    `export const after = ${JSON.stringify(AFTER)}`,
    `export const lists = {${LANGUAGES.map((one) => `${one}: () => import('${LIST}/${one}/${OTHERS}')`).join(',')}}`,
  ].join('\n')

const list = (language: string, all: Found): string =>
  [
    `export const parts = {${[...all.others, ...all.alone]
      .map((part) => `${JSON.stringify(part)}: ${loader(language, part)}`)
      .join(',\n')}}`,
    `export const holders = ${JSON.stringify(all.holders)}`,
  ].join('\n')

/** Texts as they are used together and areas that come by themselves, cut out of locales/ as each folder names them while the app is built or served (scripts/locales/parts.ts). */
export function words(): Plugin {
  let known: Found | undefined
  const forget = (): void => {
    known = undefined
  }
  return {
    name: 'words',
    buildStart: forget,
    watchChange: forget,
    resolveId: {
      filter: { id: /^virtual:words/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0virtual:words/ },
      handler(id) {
        known ??= found()
        for (const file of known.files) this.addWatchFile(file)
        const [, language, part] = id.split('/')
        if (language === undefined || part === undefined) return entrance(known)
        if (part === OTHERS) return list(language, known)
        const texts = part.endsWith(ALONE)
          ? textsOfArea(language, part.slice(0, -ALONE.length))
          : textsOfPart(language, part)
        return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
      },
    },
  }
}
