import { filters, functions, methods, tests } from './builtins.ts'
import { Interpreter } from './interpreter.ts'
import { TemplateError } from './lexer.ts'
import { parse } from './parser.ts'
import type { Expression, Statement } from './tree.ts'
import type { Value } from './values.ts'

export interface Template {
  /** The result; a template that is one expression keeps its kind, everything else is text. Undefined: it says nothing. */
  value(names: Readonly<Record<string, unknown>>): unknown
  /** The one place in `value_json` that a template looks at: `["update", "state"]`. */
  path: readonly string[] | undefined
  /** It says itself what is meant when nothing is there. */
  mindsAbsence: boolean
}

/**
 * A template of Home Assistant's MQTT discovery, for templates that describe devices: a small part of Jinja, worked out by
 * an interpreter of our own. They come from the network, so nothing of them is ever compiled or run as code.
 * Throws a TemplateError where it is not understood.
 */
export function compile(source: string): Template {
  const body = parse(source)
  assertKnown(body)
  const only = soleOutput(body)
  return {
    value(names) {
      const interpreter = new Interpreter(new Map(Object.entries(names) as [string, Value][]))
      return only ? interpreter.value(only) : interpreter.write(body)
    },
    path: pathOf(body),
    mindsAbsence: /\b(?:default|d|defined|none|get|is_defined)\b/i.test(source),
  }
}

/** What a template wants to call must be known before the first message: it is used wholly or not at all. */
function assertKnown(node: unknown): void {
  if (Array.isArray(node)) for (const one of node) assertKnown(one)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const { type, name, of } = node as { type?: string; name?: string; of?: unknown }
  const table =
    type === 'call'
      ? of
        ? methods
        : functions
      : type === 'filter'
        ? filters
        : type === 'test'
          ? tests
          : undefined
  if (table && name !== undefined && !table.has(name))
    throw new TemplateError(`The ${type} ${name.slice(0, 40)} is not known`)
  for (const one of Object.values(node)) assertKnown(one)
}

function soleOutput(body: readonly Statement[]): Expression | undefined {
  const parts = body.filter((one) => one.type !== 'text' || one.value.trim() !== '')
  const [only] = parts
  return parts.length === 1 && only?.type === 'output' ? only.value : undefined
}

/** Undefined when it looks at none, or at several. */
function pathOf(body: readonly Statement[]): readonly string[] | undefined {
  const paths = new Map(pathsIn(body).map((path) => [path.join('\0'), path]))
  const [path] = paths.values()
  return paths.size === 1 ? path : undefined
}

/** Every path in any part of a tree; of `a.b.c` only the whole. */
function pathsIn(node: unknown): (readonly string[])[] {
  if (Array.isArray(node)) return node.flatMap(pathsIn)
  if (typeof node !== 'object' || node === null) return []
  const path = memberPath(node as Expression)
  return path ? [path] : Object.values(node).flatMap(pathsIn)
}

function memberPath(expression: Expression): readonly string[] | undefined {
  if (expression.type === 'name') return expression.name === 'value_json' ? [] : undefined
  if (expression.type !== 'member' || expression.key.type !== 'constant') return undefined
  const before = memberPath(expression.of)
  return before && [...before, String(expression.key.value)]
}
