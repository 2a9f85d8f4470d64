import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

type Json = Record<string, unknown>

/** Whether an entry belongs to a part: by its name, or by how its name begins. */
const PARTS: Readonly<Record<string, (name: string, asked: string) => boolean>> = {
  only: (name, asked) => asked.split(',').includes(name),
  below: (name, asked) => name.startsWith(asked),
  beside: (name, asked) => !asked.split(',').some((begin) => name.startsWith(begin)),
}

/**
 * What a page needs of a larger whole: `file.json?only=a,b` is the file with these two entries alone, `?below=a-` has
 * those whose names begin so, and `?beside=a-,b-` those that begin like none of these.
 */
export const jsonPart = (): Plugin => ({
  name: 'json-part',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?(?:only|below|beside)=/ },
    async handler(id) {
      const [, file = '', way = '', asked = ''] = /^(.*)\?(\w+)=(.*)$/.exec(id) ?? []
      const whole = JSON.parse(await readFile(file, 'utf8')) as Json
      const part = Object.entries(whole).filter(([name]) => PARTS[way]?.(name, asked))
      return { code: `export default ${JSON.stringify(Object.fromEntries(part))}`, moduleType: 'js' }
    },
  },
})
