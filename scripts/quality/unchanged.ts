import { statSync } from 'node:fs'

const kept = new Map<string, { stamps: string; made: unknown }>()

const stampOf = (file: string): string => {
  const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return `${file} ${mtimeMs} ${size} ${ino}`
}

/** What is made of files, by a name of its own; made anew once one of them has changed, come or gone. */
export function whileUnchanged<T>(name: string, files: readonly string[], make: () => T): T {
  const stamps = files.map(stampOf).join('\n')
  const last = kept.get(name)
  if (last?.stamps === stamps) return last.made as T
  const made = make()
  kept.set(name, { stamps, made })
  return made
}
