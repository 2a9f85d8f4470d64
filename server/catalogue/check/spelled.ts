import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemIn } from '#gateway/lib/names/saying.ts'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import { filled } from '../../filled.ts'

/** Logs and the command line speak English. */
const WORDS = join(import.meta.dirname, '../../../locales/ch_EN/faults.json')
const TAG = 'en'

type Tree = { readonly [name: string]: string | Tree }

let words: Tree | undefined
const plurals = new Intl.PluralRules(TAG)

function textAt(key: string): string | undefined {
  words ??= { faults: JSON.parse(readFileSync(WORDS, 'utf8')) as Tree }
  let at: string | Tree | undefined = words
  for (const step of key.split('.'))
    at = typeof at === 'object' && Object.hasOwn(at, step) ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

function english(key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const counted =
    typeof values.count === 'number' ? textAt(`${key}_${plurals.select(values.count)}`) : undefined
  return filled(counted ?? textAt(key) ?? key, values)
}

/** What is wrong and what was probably meant, without its place. */
export const told = (problem: Pick<CatalogueProblem, 'says' | 'remedy'>): string =>
  problemIn(problem, english)

/** As compilers write it: `file:line:column message (remedy)`. */
export const spelled = (problem: CatalogueProblem): string =>
  `${problem.file}:${problem.line}:${problem.column} ${told(problem)}`
