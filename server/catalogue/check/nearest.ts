import { closest, distance } from 'fastest-levenshtein'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import type { Fault, Pointer } from './fault.ts'

/** The one of `known` that was probably meant; none when nothing is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const names = [...known]
  if (names.length === 0) return undefined
  const alike = names.find((name) => name.toLowerCase() === word.toLowerCase())
  if (alike) return alike
  const best = closest(word, names)
  return distance(word.toLowerCase(), best.toLowerCase()) <= Math.max(2, Math.ceil(word.length * 0.4))
    ? best
    : undefined
}

/** More names than these nobody reads; of a longer list the nearest are told. */
const TOLD = 24

/** All there are, the most alike first. */
function listed(word: string, names: readonly string[]): CatalogueSaying {
  const far = new Map(names.map((name) => [name, distance(word.toLowerCase(), name.toLowerCase())]))
  const sorted = names.toSorted((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0))
  return names.length <= TOLD
    ? { code: 'remedy.known', names: sorted }
    : { code: 'remedy.among', count: names.length, names: sorted.slice(0, TOLD / 2) }
}

/** What was meant, or what there is to choose from, nearest first. */
export function meant(word: string, known: Iterable<string>): CatalogueSaying | undefined {
  const names = [...new Set(known)]
  const near = nearest(word, names)
  if (near !== undefined) return { code: 'remedy.meant', name: near }
  return names.length > 0 ? listed(word, names) : undefined
}

/** The same as parts of a fault: what to say, and what to put in its place where one name is near. */
export function suggested(
  word: unknown,
  known: Iterable<string | number | boolean>,
  at: Pointer,
  onKey = false,
): Pick<Fault, 'remedy' | 'fix'> {
  const names = new Map([...known].map((name) => [String(name), name]))
  const remedy = meant(String(word), names.keys())
  const put = names.get(nearest(String(word), names.keys()) ?? '')
  return { ...(remedy && { remedy }), ...(put !== undefined && { fix: { at, onKey, put } }) }
}
