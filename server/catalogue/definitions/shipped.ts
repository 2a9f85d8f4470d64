import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of a catalogue whose files are part of the app, and may be put in its place by a deployment. */
export const FOLDERS = ['screens', 'resources', 'forms', 'menus', 'words']

/** Beside the app: what it was built with. No page: the server answers with no file whose name begins with a dot. */
export const SHIPPED = '.definitions.json'

/** Of a file as it is written, but for what only people and programs on other systems see. */
export const stampOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url')

/** Of the files as they are in a folder now, where no app was built. */
export const stampsOf = (catalogue: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(`{${FOLDERS.join()}}/**/*.json`, { cwd: catalogue })
      .map((path) => path.replaceAll('\\', '/'))
      .toSorted()
      .map((path) => [path, stampOf(readFileSync(join(catalogue, path), 'utf8'))]),
  )

/** By path from the catalogue's folder; undefined where no app was built. */
export function stampsIn(file: string): ReadonlyMap<string, string> | undefined {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
  } catch {
    return undefined
  }
}
