import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const PLACES = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)|import\.meta\.(?:dirname|url)/g

/**
 * Files that a module reads, and threads that it starts, are named beside its source. In a bundle they are found from there
 * still: files where they stand, threads in chunks of their own.
 *
 * @param out the folder of the bundle; all its chunks stand in it, none below
 */
export function sourcePlaces(out: string): Plugin {
  const fromOut = (path: string) => relative(out, path).replaceAll('\\', '/')
  return {
    name: 'gatehouse-source-places',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /node_modules|^\0/ }, code: 'import.meta' },
      handler(code, id) {
        return code.replace(PLACES, (place, thread?: string) => {
          if (place === 'import.meta.dirname') return `(import.meta.dirname + '/${fromOut(dirname(id))}')`
          if (thread === undefined) return `new URL('${fromOut(id)}', import.meta.url).href`
          const fileName = `${basename(thread)}.js`
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName })
          return `new URL('./${fileName}', import.meta.url)`
        })
      },
    },
  }
}
