/** What cannot be evaluated; the template is not used any further. */
export class TemplateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TemplateError'
  }
}

export type Token =
  | { type: 'text'; value: string }
  | { type: 'open' | 'close'; value: '{{' | '{%' | '}}' | '%}' }
  | { type: 'name'; value: string }
  | { type: 'string'; value: string }
  | { type: 'number'; value: number }
  | { type: 'operator'; value: string }

/** Longer than any that a device needs. */
const longest = 16_384

const OPERATOR = /==|!=|<=|>=|\/\/|\*\*|[-+*/%~|.,:()[\]{}<>=]/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /\d+(?:\.\d+)?/y
const SPACE = /\s+/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Splits a template into text and the tokens of its `{{ … }}` and `{% … %}`; `{# … #}` is left out. */
export function tokensOf(source: string): Token[] {
  if (source.length > longest) throw new TemplateError('The template is too long')
  const tokens: Token[] = []
  let at = 0
  let trimNext = false
  while (at < source.length) {
    const start = nextTag(source, at)
    const tag = source.slice(start, start + 2)
    const trimsBefore = source[start + 2] === '-'
    let text = source.slice(at, start)
    if (trimNext) text = text.trimStart()
    if (trimsBefore) text = text.trimEnd()
    if (text !== '') tokens.push({ type: 'text', value: text })
    if (start === source.length) break
    if (tag === '{#') {
      const end = source.indexOf('#}', start + 2)
      if (end === -1) throw new TemplateError('A comment does not end')
      trimNext = source[end - 1] === '-'
      at = end + 2
      continue
    }
    const inside = inTag(source, start + 2 + (trimsBefore ? 1 : 0), tag === '{{' ? '}}' : '%}')
    tokens.push({ type: 'open', value: tag as '{{' | '{%' }, ...inside.tokens)
    tokens.push({ type: 'close', value: tag === '{{' ? '}}' : '%}' })
    trimNext = inside.trims
    at = inside.end
  }
  return tokens
}

function nextTag(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1]
    if (next === '{' || next === '%' || next === '#') return at
  }
  return source.length
}

function inTag(
  source: string,
  from: number,
  closing: string,
): { tokens: Token[]; end: number; trims: boolean } {
  const tokens: Token[] = []
  // A dictionary's own braces may stand before the closing ones: {{ {'a': {}} }}.
  let depth = 0
  let at = from
  for (;;) {
    at += matched(SPACE, source, at).length
    if (at >= source.length) throw new TemplateError('A tag does not end')
    const trims = source[at] === '-' && source.startsWith(closing, at + 1)
    if (depth === 0 && (trims || source.startsWith(closing, at)))
      return { tokens, end: at + closing.length + (trims ? 1 : 0), trims }
    const { token, length } = tokenAt(source, at)
    if (token.type === 'operator' && token.value === '{') depth += 1
    if (token.type === 'operator' && token.value === '}') depth -= 1
    tokens.push(token)
    at += length
  }
}

function tokenAt(source: string, at: number): { token: Token; length: number } {
  const char = source[at]
  if (char === "'" || char === '"') return stringAt(source, at, char)
  const name = matched(NAME, source, at)
  if (name) return { token: { type: 'name', value: name }, length: name.length }
  const number = matched(NUMBER, source, at)
  if (number) return { token: { type: 'number', value: Number(number) }, length: number.length }
  const operator = matched(OPERATOR, source, at)
  if (operator) return { token: { type: 'operator', value: operator }, length: operator.length }
  throw new TemplateError(`Unexpected character at ${at}`)
}

function stringAt(source: string, from: number, quote: string): { token: Token; length: number } {
  let value = ''
  for (let at = from + 1; at < source.length; at += 1) {
    const char = source[at]
    if (char === quote) return { token: { type: 'string', value }, length: at + 1 - from }
    if (char === '\\') {
      at += 1
      const escaped = source[at] ?? ''
      value += Object.hasOwn(ESCAPES, escaped) ? ESCAPES[escaped] : escaped
    } else value += char
  }
  throw new TemplateError('A text does not end')
}

function matched(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
