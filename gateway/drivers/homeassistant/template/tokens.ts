import { TemplateError, type Token } from './lexer.ts'

/** Deeper nesting than any template needs; the parser follows it with its own stack. */
const deepest = 60
/** Parts of a template that are kept in memory. */
const most = 4000

/** The tokens of a template, taken one by one. */
export class Tokens {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    if (tokens.length > most) throw new TemplateError('The template has too many parts')
    this.#tokens = tokens
  }

  next(): Token | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }

  /** Whether this operator or name comes next, `ahead` tokens from here. */
  is(value: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead]
    return (token?.type === 'operator' || token?.type === 'name') && token.value === value
  }

  /** Takes it when it comes next. */
  take(value: string): boolean {
    if (!this.is(value)) return false
    this.#at += 1
    return true
  }

  expect(value: string): void {
    if (!this.take(value)) throw new TemplateError(`Expected ${value}`)
  }

  /** One level deeper for the time of `parse`. */
  within<T>(parse: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw new TemplateError('The template is too deep')
    const parsed = parse()
    this.#depth -= 1
    return parsed
  }
}
