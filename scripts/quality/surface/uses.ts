import { globSync, readFileSync } from 'node:fs'

/** Where a name may be used that definitions, calls and switches have. */
const PLACES = {
  definitions: 'catalogue/**/*.json',
  app: '{src,widgets,public}/**/*.{ts,tsx,js}',
  server: 'server/**/*.ts',
  gateway: 'gateway/**/*.ts',
} as const

export type PlaceOfUse = keyof typeof PLACES

/** Where switches are set and permissions are given, and what devices say of themselves. */
const NO_USE = /^catalogue\/(?:devices\/|flags|modules|demo-settings|permissions)/

const namesIn = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z_]\w+/g) ?? []))

/** For each place all words that stand in it; tests and what is generated count for nothing. */
export function usesHere(): (name: string) => readonly PlaceOfUse[] {
  const found = Object.entries(PLACES).map(([place, pattern]) => {
    const files = globSync(pattern).filter(
      (file) => !/\.test\.tsx?$|\/generated\//.test(file) && !NO_USE.test(file),
    )
    return [place as PlaceOfUse, namesIn(files)] as const
  })
  return (name) => found.filter(([, names]) => names.has(name)).map(([place]) => place)
}
