import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

type Json = Record<string, unknown>

/** The file with the named entries alone. */
const only = (whole: Json, names: string): Json => {
  const wanted = new Set(names.split(','))
  return Object.fromEntries(Object.entries(whole).filter(([name]) => wanted.has(name)))
}

/** A screen that opens without a session; any other is nothing. */
const open = ({ $schema: _, ...screen }: Json): Json | undefined =>
  (screen.access as { public?: boolean } | undefined)?.public ? screen : undefined

/**
 * What the sign-in page needs of a larger whole: `file.json?only=a,b` is the file with these two entries alone, and
 * `screen.json?public` the screen if it is open without a session.
 */
export const jsonPart = (): Plugin => ({
  name: 'json-part',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?(?:only=|public$)/ },
    async handler(id) {
      const [file = '', query = ''] = id.split('?')
      const [kind, names = ''] = query.split('=')
      const whole = JSON.parse(await readFile(file, 'utf8')) as Json
      const part = kind === 'only' ? only(whole, names) : open(whole)
      return { code: `export default ${JSON.stringify(part)}`, moduleType: 'js' }
    },
  },
})
