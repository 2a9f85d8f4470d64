import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** `file.json?only=a,b` is the file with these two entries alone: what the sign-in page needs of a larger whole. */
export const jsonPart = (): Plugin => ({
  name: 'json-part',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?only=/ },
    async handler(id) {
      const [file = '', names = ''] = id.split('?only=')
      const wanted = new Set(names.split(','))
      const whole = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>)
      const part = Object.fromEntries(whole.filter(([name]) => wanted.has(name)))
      return { code: `export default ${JSON.stringify(part)}`, moduleType: 'js' }
    },
  },
})
