import { parseExpression } from './expressions.ts'
import { TemplateError, type Token, tokensOf } from './lexer.ts'
import { Tokens } from './tokens.ts'
import type { Statement } from './tree.ts'

/** Blocks deeper than this are no template that anybody wrote. */
const deepest = 20

/** A template as a tree. Throws a TemplateError for what this evaluator does not know. */
export function parse(source: string): Statement[] {
  const tokens = new Tokens(tokensOf(source))
  const { body, end } = block(tokens, [], 0)
  if (end !== undefined) throw new TemplateError(`Unexpected ${end}`)
  return body
}

/** Statements up to one of the words in `ends`, which is taken. */
function block(
  tokens: Tokens,
  ends: readonly string[],
  depth: number,
): { body: Statement[]; end: string | undefined } {
  if (depth > deepest) throw new TemplateError('The template is too deep')
  const body: Statement[] = []
  for (let token = tokens.next(); token; token = tokens.next()) {
    if (token.type === 'text') {
      body.push({ type: 'text', value: token.value })
      continue
    }
    if (token.type !== 'open') throw new TemplateError('Unexpected token')
    if (token.value === '{{') {
      body.push({ type: 'output', value: parseExpression(tokens) })
      close(tokens)
      continue
    }
    const word = wordOf(tokens.next())
    if (ends.includes(word)) return { body, end: word }
    body.push(statement(tokens, word, depth))
  }
  return { body, end: undefined }
}

function statement(tokens: Tokens, word: string, depth: number): Statement {
  switch (word) {
    case 'set': {
      const name = wordOf(tokens.next())
      tokens.expect('=')
      const value = parseExpression(tokens)
      close(tokens)
      return { type: 'set', name, value }
    }
    case 'if':
      return condition(tokens, depth)
    case 'for': {
      const name = wordOf(tokens.next())
      if (wordOf(tokens.next()) !== 'in') throw new TemplateError('Expected in')
      const list = parseExpression(tokens)
      close(tokens)
      const { body, end } = block(tokens, ['endfor'], depth + 1)
      if (end === undefined) throw new TemplateError('A loop does not end')
      close(tokens)
      return { type: 'for', name, list, body }
    }
    default:
      throw new TemplateError(`The statement ${word.slice(0, 40)} is not known`)
  }
}

function condition(tokens: Tokens, depth: number): Statement {
  const branches: { test: ReturnType<typeof parseExpression>; body: readonly Statement[] }[] = []
  let otherwise: readonly Statement[] = []
  for (let word: string | undefined = 'if'; word !== 'endif'; ) {
    const test = word === 'else' ? undefined : parseExpression(tokens)
    close(tokens)
    const { body, end } = block(tokens, word === 'else' ? ['endif'] : ['elif', 'else', 'endif'], depth + 1)
    if (end === undefined) throw new TemplateError('A condition does not end')
    if (test) branches.push({ test, body })
    else otherwise = body
    word = end
  }
  close(tokens)
  return { type: 'if', branches, otherwise }
}

function close(tokens: Tokens): void {
  if (tokens.next()?.type !== 'close') throw new TemplateError('Expected the end of a tag')
}

function wordOf(token: Token | undefined): string {
  if (token?.type !== 'name') throw new TemplateError('Expected a name')
  return token.value
}
