import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface FoundFile {
  /** Path from the catalogue's folder, with slashes. */
  path: string
  /** Changes whenever the content may have. */
  stamp: string
  bytes: number
}

/** All JSON files under some folders of the catalogue, in the order of their paths. A folder that is not there has none. */
export async function filesIn(root: string, folders: readonly string[]): Promise<FoundFile[]> {
  const paths = (await Promise.all(folders.map((folder) => jsonIn(root, folder)))).flat().toSorted()
  const found = await inBatches(paths, async (path) => {
    const facts = await stat(join(root, path)).catch(() => undefined)
    return facts?.isFile()
      ? { path, stamp: `${facts.mtimeMs}:${facts.size}:${facts.ino}`, bytes: facts.size }
      : undefined
  })
  return found.filter((file) => file !== undefined)
}

async function jsonIn(root: string, folder: string): Promise<string[]> {
  const inside = await walked(join(root, folder))
  return inside.files
    .filter((name) => name.endsWith('.json'))
    .map((name) => relative(root, name).split(sep).join('/'))
}

interface Walked {
  readonly folders: string[]
  readonly files: string[]
  /** How many of the files are links to one that may stand elsewhere. */
  links: number
}

/** A folder and all in it, also behind links. Each folder once, however links lead back to it; what is not there holds nothing. */
export async function walked(folder: string, seen = new Set<string>()): Promise<Walked> {
  const found: Walked = { folders: [], files: [], links: 0 }
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined || seen.has(real)) return found
  seen.add(real)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return found
  found.folders.push(folder)
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const leads = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry
    if (leads?.isDirectory()) {
      const inside = await walked(path, seen)
      found.folders.push(...inside.folders)
      found.files.push(...inside.files)
      found.links += inside.links
    } else if (leads?.isFile()) {
      found.files.push(path)
      if (leads !== entry) found.links += 1
    }
  }
  return found
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
