import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** All text keys by language, each with its area: `properties.DimmerService.level`. */
export type Texts = ReadonlyMap<string, ReadonlySet<string>>

/** Of a folder of locales; a file that cannot be read has none. */
export function textsOf(locales: string): Texts {
  const byLanguage = new Map<string, Set<string>>()
  for (const file of globSync('*/*.json', { cwd: locales })) {
    const language = dirname(file)
    const keys = byLanguage.get(language) ?? new Set<string>()
    collect(contentOf(join(locales, file)), basename(file, '.json'), keys)
    byLanguage.set(language, keys)
  }
  return byLanguage
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return undefined
  }
}

function collect(value: unknown, at: string, keys: Set<string>): void {
  if (typeof value === 'string') keys.add(at)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, part] of Object.entries(value)) collect(part, `${at}.${name}`, keys)
}
