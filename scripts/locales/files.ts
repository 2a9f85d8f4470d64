import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { whileUnchanged } from '../quality/unchanged.ts'

export type Texts = ReadonlyMap<string, string>

type Tree = { readonly [key: string]: string | Tree }

function* leaves(tree: Tree, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value]
    else yield* leaves(value, `${path}.${key}`)
  }
}

/** Every text of a language by its whole key: `screens.login.title`. */
export function textsOf(language: string): Texts {
  const files = globSync(`locales/${language}/*.json`).sort()
  const texts = () =>
    new Map(files.flatMap((file) => [...leaves(readJson<Tree>(file), basename(file, '.json'))]))
  return whileUnchanged(`texts ${language}`, files, texts)
}

export const areaOf = (key: string): string => key.slice(0, key.indexOf('.'))

export const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

export const readAll = <T>(pattern: string): [name: string, T][] =>
  globSync(pattern)
    .sort()
    .map((file) => [basename(file, '.json'), readJson<T>(file)])
