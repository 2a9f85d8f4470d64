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

const others = (): string[] => partNames().filter((part) => !FIRST.includes(part))

const entrance = (): string =>
  [
    `export const first = {${first()}}`,
    `export const others = ${JSON.stringify(others())}`,
    `export const after = ${JSON.stringify(AFTER)}`,
    `export const lists = {${LANGUAGES.map((one) => `${one}: () => import('${LIST}/${one}/${OTHERS}')`).join(',')}}`,
  ].join('\n')

const list = (language: string): string =>
  [
    `export const parts = {${[...others(), ...alone().map((area) => area + ALONE)]
      .map((part) => `${JSON.stringify(part)}: ${loader(language, part)}`)
      .join(',\n')}}`,
    `export const holders = ${JSON.stringify(holders())}`,
  ].join('\n')

/** Texts as they are used together and areas that come by themselves, cut out of locales/ as each folder names them while the app is built or served (scripts/locales/parts.ts). */
export const words = (): Plugin => ({
  name: 'words',
  resolveId: {
    filter: { id: /^virtual:words/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:words/ },
    handler(id) {
      for (const file of globSync(['{locales,catalogue}/**/*.json', 'src/**/words.json']))
        this.addWatchFile(resolve(file))
      const [, language, part] = id.split('/')
      if (language === undefined || part === undefined) return entrance()
      if (part === OTHERS) return list(language)
      const texts = part.endsWith(ALONE)
        ? textsOfArea(language, part.slice(0, -ALONE.length))
        : textsOfPart(language, part)
      return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
    },
  },
})
