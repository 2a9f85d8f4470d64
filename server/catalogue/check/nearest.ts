import { closest, distance } from 'fastest-levenshtein'

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

/** `did you mean "valueSetter"?`, or what there is to choose from. */
export function meant(word: string, known: Iterable<string>): string | undefined {
  const names = [...known]
  const near = nearest(word, names)
  if (near !== undefined) return `did you mean "${near}"?`
  return names.length > 0 && names.length <= 12 ? `known: ${names.join(', ')}` : undefined
}
