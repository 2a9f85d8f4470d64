import { TemplateError } from './lexer.ts'
import { isList, membersOf, type Value } from './values.ts'

/** Parts of a template and of values that are looked at for one message. */
const most = 20_000
/** So many characters are as much work as one part. */
const characters = 64
/** A text that grows beyond this is no value of a device. */
const longestText = 65_536
/** Lists in lists: deeper, and larger with all that is in them, than any value of a device. */
const deepest = 20
const largest = 10_000

/**
 * What working out a template may cost. Everything that walks through a value pays for each part of it: a list that holds
 * the same list ten times, nine levels deep, is small in memory and endless to look at.
 */
export class Work {
  #spent = 0
  /** Depth and number of parts of what the template itself has made; members are never changed. */
  readonly #made = new WeakMap<object, { depth: number; parts: number }>()

  spend(parts = 1): void {
    this.#spent += parts
    if (this.#spent > most) throw new TemplateError('The template takes too many steps')
  }

  /** Passes a text on that was read as a whole. */
  read(text: string): string {
    this.spend(Math.ceil(text.length / characters))
    return text
  }

  /** Passes a text on that was made. */
  bounded(text: string): string {
    if (text.length > longestText) throw new TemplateError('The result is too long')
    return this.read(text)
  }

  /** Texts as one, found too long before it is made. */
  joined(texts: Iterable<string>, by: string): string {
    const parts: string[] = []
    let length = 0
    for (const text of texts) {
      length += text.length + by.length
      if (length > longestText + by.length) throw new TemplateError('The result is too long')
      parts.push(text)
    }
    return this.bounded(parts.join(by))
  }

  /** Passes a list or dictionary on that was made. */
  made<T extends Value & object>(value: T): T {
    const size = { depth: 1, parts: 1 }
    for (const member of membersOf(value)) {
      const { depth, parts } = this.#sizeOf(member)
      size.depth = Math.max(size.depth, depth + 1)
      size.parts += parts
    }
    if (size.depth > deepest) throw new TemplateError('A value is too deep')
    if (size.parts > largest) throw new TemplateError('A value is too large')
    this.#made.set(value, size)
    return value
  }

  /** What the message holds is measured when it is first built in. */
  #sizeOf(value: Value, depth = 1): { depth: number; parts: number } {
    this.spend()
    if (typeof value !== 'object' || value === null) return { depth: 0, parts: 1 }
    const known = this.#made.get(value)
    if (known) return known
    if (depth > deepest) throw new TemplateError('A value is too deep')
    const size = { depth: 1, parts: 1 }
    for (const member of membersOf(value)) {
      const inner = this.#sizeOf(member, depth + 1)
      size.depth = Math.max(size.depth, inner.depth + 1)
      size.parts += inner.parts
    }
    this.#made.set(value, size)
    return size
  }

  /** One level further into a value. */
  within(depth: number): number {
    if (depth > deepest) throw new TemplateError('A value is too deep')
    return depth + 1
  }

  /** The items of a list that a builtin looks at one by one. */
  items(value: Value): readonly Value[] {
    const items = isList(value) ? value : []
    this.spend(items.length)
    return items
  }
}
