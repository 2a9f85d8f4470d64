import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { holders, partNames, textsOfPart } from '../locales/parts.ts'

const LIST = 'virtual:words'
const LANGUAGES = ['ch_DE', 'ch_EN']

const listed = (): string =>
  LANGUAGES.flatMap((language) =>
    partNames().map((part) => {
      const id = `${language}/${part}`
      return `${JSON.stringify(id)}: async () => (await import('${LIST}/${id}')).default`
    }),
  ).join(',\n')

/** Texts as they are used together, cut out of locales/ as each folder names them while the app is built or served (scripts/locales/parts.ts). */
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
      if (language === undefined || part === undefined)
        return `export const parts = {${listed()}}; export const holders = ${JSON.stringify(holders())}`
      return { code: `export default ${JSON.stringify(textsOfPart(language, part))}`, moduleType: 'js' }
    },
  },
})
