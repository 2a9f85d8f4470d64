import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

type Json = Record<string, unknown>

/** The file with the named entries alone. */
const only = (whole: Json, names: string): Json => {
  const wanted = new Set(names.split(','))
  return Object.fromEntries(Object.entries(whole).filter(([name]) => wanted.has(name)))
}

/** What a page needs of a larger whole: `file.json?only=a,b` is the file with these two entries alone. */
export const jsonPart = (): Plugin => ({
  name: 'json-part',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?only=/ },
    async handler(id) {
      const [file = '', names = ''] = id.split('?only=')
      const whole = JSON.parse(await readFile(file, 'utf8')) as Json
      return { code: `export default ${JSON.stringify(only(whole, names))}`, moduleType: 'js' }
    },
  },
})
