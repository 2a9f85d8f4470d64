import { TemplateError } from './lexer.ts'
import type { Tokens } from './tokens.ts'
import type { Binary, Expression } from './tree.ts'

/** Operators from the loosest to the tightest; `not` and comparisons lie between `and` and `~`. */
const TIERS: readonly (readonly Binary[])[] = [['~'], ['+', '-'], ['*', '//', '/', '%'], ['**']]
const COMPARISONS: readonly Binary[] = ['==', '!=', '<=', '>=', '<', '>', 'in']
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

export const parseExpression = (tokens: Tokens): Expression => tokens.within(() => choice(tokens))

function choice(tokens: Tokens): Expression {
  const yes = either(tokens)
  if (!tokens.take('if')) return yes
  const test = either(tokens)
  return tokens.take('else')
    ? { type: 'choice', test, yes, no: parseExpression(tokens) }
    : { type: 'choice', test, yes }
}

function either(tokens: Tokens): Expression {
  let left = both(tokens)
  while (tokens.take('or')) left = { type: 'binary', operator: 'or', left, right: both(tokens) }
  return left
}

function both(tokens: Tokens): Expression {
  let left = negation(tokens)
  while (tokens.take('and')) left = { type: 'binary', operator: 'and', left, right: negation(tokens) }
  return left
}

function negation(tokens: Tokens): Expression {
  if (!tokens.take('not')) return comparison(tokens)
  return { type: 'unary', operator: 'not', of: tokens.within(() => negation(tokens)) }
}

function comparison(tokens: Tokens): Expression {
  let left = tier(tokens, 0)
  for (;;) {
    if (tokens.is('not') && tokens.is('in', 1)) {
      tokens.expect('not')
      tokens.expect('in')
      left = { type: 'binary', operator: 'not in', left, right: tier(tokens, 0) }
      continue
    }
    const operator = COMPARISONS.find((one) => tokens.take(one))
    if (!operator) return left
    left = { type: 'binary', operator, left, right: tier(tokens, 0) }
  }
}

function tier(tokens: Tokens, level: number): Expression {
  const operators = TIERS[level]
  if (!operators) return unary(tokens)
  let left = tier(tokens, level + 1)
  for (;;) {
    const operator = operators.find((one) => tokens.take(one))
    if (!operator) return left
    left = { type: 'binary', operator, left, right: tier(tokens, level + 1) }
  }
}

function unary(tokens: Tokens): Expression {
  if (tokens.take('-')) return { type: 'unary', operator: '-', of: tokens.within(() => unary(tokens)) }
  if (tokens.take('+')) return { type: 'unary', operator: '+', of: tokens.within(() => unary(tokens)) }
  return postfix(tokens, primary(tokens))
}

function postfix(tokens: Tokens, start: Expression): Expression {
  let of = start
  for (;;) {
    if (tokens.take('.')) of = member(tokens, of)
    else if (tokens.take('[')) {
      of = { type: 'member', of, key: parseExpression(tokens) }
      tokens.expect(']')
    } else if (tokens.take('|')) of = { type: 'filter', name: name(tokens), of, args: argumentsOf(tokens) }
    else if (tokens.take('is')) {
      const negated = tokens.take('not')
      of = { type: 'test', name: name(tokens), of, args: argumentsOf(tokens), negated }
    } else return of
  }
}

function member(tokens: Tokens, of: Expression): Expression {
  const token = tokens.next()
  if (token?.type === 'number') return { type: 'member', of, key: { type: 'constant', value: token.value } }
  if (token?.type !== 'name') throw new TemplateError('Expected a name')
  if (tokens.is('(')) return { type: 'call', name: token.value, of, args: argumentsOf(tokens) }
  return { type: 'member', of, key: { type: 'constant', value: token.value } }
}

/** `(a, b)`; none when no bracket follows. A keyword (`default=0`) counts by its place. */
function argumentsOf(tokens: Tokens): Expression[] {
  if (!tokens.take('(')) return []
  const args: Expression[] = []
  while (!tokens.take(')')) {
    if (args.length > 0) tokens.expect(',')
    if (tokens.take(')')) break
    if (tokens.is('=', 1)) {
      name(tokens)
      tokens.expect('=')
    }
    args.push(parseExpression(tokens))
  }
  return args
}

function primary(tokens: Tokens): Expression {
  const token = tokens.next()
  if (token?.type === 'string' || token?.type === 'number') return { type: 'constant', value: token.value }
  if (token?.type === 'name') {
    const constant = CONSTANTS.get(token.value)
    if (constant !== undefined) return { type: 'constant', value: constant }
    if (tokens.is('(')) return { type: 'call', name: token.value, args: argumentsOf(tokens) }
    return { type: 'name', name: token.value }
  }
  if (token?.type !== 'operator') throw new TemplateError('Expected a value')
  if (token.value === '(') return bracket(tokens)
  if (token.value === '[') return { type: 'list', items: items(tokens, ']') }
  if (token.value === '{') return dict(tokens)
  throw new TemplateError(`Unexpected ${token.value}`)
}

function bracket(tokens: Tokens): Expression {
  const inner = parseExpression(tokens)
  if (tokens.take(')')) return inner
  tokens.expect(',')
  return { type: 'list', items: [inner, ...items(tokens, ')')] }
}

function items(tokens: Tokens, closing: string): Expression[] {
  const list: Expression[] = []
  while (!tokens.take(closing)) {
    if (list.length > 0) tokens.expect(',')
    if (tokens.take(closing)) break
    list.push(parseExpression(tokens))
  }
  return list
}

function dict(tokens: Tokens): Expression {
  const entries: { key: Expression; value: Expression }[] = []
  while (!tokens.take('}')) {
    if (entries.length > 0) tokens.expect(',')
    if (tokens.take('}')) break
    const key = parseExpression(tokens)
    tokens.expect(':')
    entries.push({ key, value: parseExpression(tokens) })
  }
  return { type: 'dict', entries }
}

function name(tokens: Tokens): string {
  const token = tokens.next()
  if (token?.type !== 'name') throw new TemplateError('Expected a name')
  return token.value
}
