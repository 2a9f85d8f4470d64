import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

export interface FoundFile {
  /** Path from the catalogue's folder, with slashes. */
  path: string
  /** Changes whenever the content may have. */
  stamp: string
}

/** All JSON files under some folders of the catalogue, in the order of their paths. A folder that is not there has none. */
export async function filesIn(root: string, folders: readonly string[]): Promise<FoundFile[]> {
  const paths = (await Promise.all(folders.map((folder) => jsonIn(root, folder)))).flat().toSorted()
  const found = await inBatches(paths, async (path) => {
    const facts = await stat(join(root, path)).catch(() => undefined)
    return facts?.isFile() ? { path, stamp: `${facts.mtimeMs}:${facts.size}:${facts.ino}` } : undefined
  })
  return found.filter((file) => file !== undefined)
}

async function jsonIn(root: string, folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
}

/** The text of a file; undefined when it has just gone. */
export const textOf = (root: string, path: string): Promise<string | undefined> =>
  readFile(join(root, path), 'utf8').catch(() => undefined)

/** Thousands of files, but only some at once. */
export async function inBatches<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
  size = 64,
): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < items.length; start += size) {
    done.push(...(await Promise.all(items.slice(start, start + size).map(run))))
  }
  return done
}
