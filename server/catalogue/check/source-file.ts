import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'
import type { CatalogueSaying } from '#schemas/generated/entities/catalogue-saying.ts'
import { deeperThan } from '../../lib/json-depth.ts'
import type { Pointer } from './fault.ts'

/** What looks into a file goes as deep as it. */
const MAX_DEPTH = 64

const STRICT = { disallowComments: true, allowTrailingComma: false } as const

/** What is said without anything more. */
type Plain = Exclude<CatalogueSaying['code'] & `json.${string}`, 'json.twice' | 'json.deep'>

/** What the parser calls a fault. */
const SAID: Readonly<Record<string, Plain>> = {
  InvalidSymbol: 'json.symbol',
  InvalidNumberFormat: 'json.number',
  PropertyNameExpected: 'json.name',
  ValueExpected: 'json.value',
  ColonExpected: 'json.colon',
  CommaExpected: 'json.comma',
  CloseBraceExpected: 'json.brace',
  CloseBracketExpected: 'json.bracket',
  EndOfFileExpected: 'json.end',
  InvalidCommentToken: 'json.comment',
  UnexpectedEndOfComment: 'json.comment',
  UnexpectedEndOfString: 'json.string',
  UnexpectedEndOfNumber: 'json.unfinished',
  InvalidUnicode: 'json.unicode',
  InvalidEscapeCharacter: 'json.escape',
  InvalidCharacter: 'json.character',
}

/** What word processors make of quotes. */
const CURLY = /[\u2018-\u201F\u00AB\u00BB]/

/** Nobody types more than this into one line; each quote is tried. */
const LONGEST_LINE = 1000
const MOST_QUOTES = 8

/** A JSON file: its value, and where in the text each part of it stands. */
export class SourceFile {
  readonly file: string
  readonly text: string
  #tree: Node | undefined

  constructor(file: string, text: string) {
    this.file = file
    // A byte order mark is not part of the JSON.
    this.text = text.startsWith('\uFEFF') ? text.slice(1) : text
  }

  /** The value, or the first syntax fault with its offset. */
  parse(): { ok: true; value: unknown } | { ok: false; problem: Omit<CatalogueProblem, 'file'> } {
    const deep = deeperThan(this.text, MAX_DEPTH)
    if (deep !== undefined)
      return {
        ok: false,
        problem: {
          ...this.#lineOf(deep),
          says: { code: 'json.deep', count: MAX_DEPTH },
        },
      }
    try {
      return { ok: true, value: JSON.parse(this.text) as unknown }
    } catch {
      const errors: ParseError[] = []
      parseTree(this.text, errors, STRICT)
      const [first] = errors
      const code = (first && SAID[printParseErrorCode(first.error)]) ?? 'json.other'
      const offset = first?.offset ?? 0
      const curly = this.#curlyNear(offset)
      if (curly !== undefined) {
        const at = this.#lineOf(curly)
        return {
          ok: false,
          problem: {
            ...at,
            says: { code: 'json.curly' },
            fix: { ...at, length: 1, text: '"' },
          },
        }
      }
      const fix = this.#commaFor(first)
      return { ok: false, problem: { ...this.#lineOf(offset), says: { code }, ...(fix && { fix }) } }
    }
  }

  positionOf(at: Pointer, onKey = false): { line: number; column: number } {
    const tree = this.#parsed()
    for (let end = at.length; tree && end >= 0; end -= 1) {
      const node = findNodeAtLocation(tree, at.slice(0, end))
      if (!node) continue
      const key = onKey && end === at.length ? node.parent?.children?.[0] : undefined
      return this.#lineOf((key ?? node).offset)
    }
    return { line: 1, column: 1 }
  }

  /** Where a value, or the name of a field, stands and how long it is; undefined when the file does not have it. */
  spanOf(at: Pointer, onKey = false): { line: number; column: number; length: number } | undefined {
    const tree = this.#parsed()
    const value = tree && findNodeAtLocation(tree, [...at])
    const node = onKey ? value?.parent?.children?.[0] : value
    return node && { ...this.#lineOf(node.offset), length: node.length }
  }

  /** Fields that an object has twice: JSON takes the last one and says nothing. */
  twice(): CatalogueProblem[] {
    const problems: CatalogueProblem[] = []
    const visit = (node: Node): void => {
      const seen = new Set<string>()
      for (const child of node.children ?? []) {
        const [name, value] = child.children ?? []
        if (node.type === 'array') visit(child)
        if (node.type !== 'object' || !name) continue
        const key = String(name.value)
        if (seen.has(key))
          problems.push({
            file: this.file,
            ...this.#lineOf(name.offset),
            says: { code: 'json.twice', name: key },
          })
        seen.add(key)
        if (value) visit(value)
      }
    }
    const tree = this.#parsed()
    if (tree) visit(tree)
    return problems
  }

  /** The curly quote in the line of a fault that it comes from: with a straight one the file can be read further. */
  #curlyNear(offset: number): number | undefined {
    if (CURLY.test(this.text.charAt(offset))) return offset
    const from = this.text.lastIndexOf('\n', offset - 1) + 1
    const [line = ''] = this.text.slice(from).split('\n', 1)
    return line
      .slice(0, LONGEST_LINE)
      .split('')
      .flatMap((letter, index) => (CURLY.test(letter) ? [from + index] : []))
      .slice(0, MOST_QUOTES)
      .find((at) => {
        const errors: ParseError[] = []
        parseTree(`${this.text.slice(0, at)}"${this.text.slice(at + 1)}`, errors, STRICT)
        return errors.every((error) => error.offset > offset)
      })
  }

  /** A comma that is missing between two things, or that stands behind the last one. */
  #commaFor(error: ParseError | undefined): CatalogueProblem['fix'] {
    if (!error) return undefined
    const before = this.text.slice(0, error.offset).trimEnd()
    if (printParseErrorCode(error.error) === 'CommaExpected')
      return { ...this.#lineOf(before.length), length: 0, text: ',' }
    const isLast = /^[}\]]/.test(this.text.slice(error.offset))
    return isLast && before.endsWith(',')
      ? { ...this.#lineOf(before.length - 1), length: 1, text: '' }
      : undefined
  }

  #parsed(): Node | undefined {
    this.#tree ??= parseTree(this.text, [], STRICT)
    return this.#tree
  }

  #lineOf(offset: number): { line: number; column: number } {
    const before = this.text.slice(0, offset)
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
  }
}
