/** Anything that looks like an address of e-mail, also within a sentence. */
const ADDRESS = /[^\s<>()[\]{}"',;:@]{1,64}@[^\s<>()[\]{}"',;:@]{1,190}\.\p{L}{2,24}/gu

/** What stands in the place of what belongs to somebody else. */
const SOMEBODY_ELSE = '[…]'

/** Fields that hold an address or a number and nothing besides. */
const TO: ReadonlySet<string> = new Set(['destination', 'recipient'])

/** The same without where other people are reached: neither as a value nor within a text. */
export function withoutOthers<T>(value: T, isOwn: (address: string) => boolean): T {
  const seen = (one: unknown, field: string): unknown => {
    if (typeof one === 'string')
      return TO.has(field) && !isOwn(one)
        ? SOMEBODY_ELSE
        : one.replaceAll(ADDRESS, (address) => (isOwn(address) ? address : SOMEBODY_ELSE))
    if (Array.isArray(one)) return one.map((each) => seen(each, field))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, seen(inner, name)]))
  }
  return seen(value, '') as T
}
