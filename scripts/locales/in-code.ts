import { globSync, readFileSync } from 'node:fs'

/** The code that may name texts. */
export const filesOfCode = (): string[] =>
  globSync('{src,widgets,gateway/lib,gateway/rules}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )

const sourceOf = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

export interface Named {
  /** Keys that stand in code as they are. */
  keys: ReadonlySet<string>
  /** Beginnings of keys whose rest is worked out. */
  below: ReadonlySet<string>
  /** Words in quotes, such as the names of alerts. */
  words: ReadonlySet<string>
}

/** The texts that code names: `t('shell.close')`, `` t(`device.state.${state}`) ``, `alert('removeFailed')`. */
export function namedInCode(areas: ReadonlySet<string>, files: readonly string[] = filesOfCode()): Named {
  const keys = new Set<string>()
  const below = new Set<string>()
  const words = new Set<string>()
  const ours = (key: string): boolean => areas.has(key.slice(0, key.indexOf('.')))
  for (const source of files.map(sourceOf)) {
    for (const [, key = ''] of source.matchAll(/['"`]([a-z][A-Za-z]*(?:\.[A-Za-z0-9_-]+)+)['"`]/g))
      if (ours(key)) keys.add(key)
    for (const [, start = ''] of source.matchAll(/`([a-z][A-Za-z]*\.[A-Za-z0-9_.-]*)\$\{/g))
      if (ours(start)) below.add(start)
    for (const [, word = ''] of source.matchAll(/['"]([a-zA-Z][A-Za-z0-9_]*)['"]/g)) words.add(word)
  }
  return { keys, below, words }
}
