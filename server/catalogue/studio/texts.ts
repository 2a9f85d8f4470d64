import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** All texts by language and key, each with its area: `properties.DimmerService.level`. */
export type Texts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Of a folder of locales; a file that cannot be read has none. */
export function textsOf(locales: string): Texts {
  const byLanguage = new Map<string, Map<string, string>>()
  for (const file of globSync('*/*.json', { cwd: locales })) {
    const language = dirname(file)
    const keys = byLanguage.get(language) ?? new Map<string, string>()
    collect(contentOf(join(locales, file)), basename(file, '.json'), keys)
    byLanguage.set(language, keys)
  }
  return byLanguage
}

/** The texts below some areas, by their keys. */
export function textsBelow(areas: unknown): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  for (const [area, words] of Object.entries(areas ?? {})) collect(words, area, keys)
  return keys
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

function collect(value: unknown, at: string, keys: Map<string, string>): void {
  if (typeof value === 'string') keys.set(at, value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, part] of Object.entries(value)) collect(part, `${at}.${name}`, keys)
}
