import { Interpreter } from './interpreter.ts'
import { parse } from './parser.ts'
import type { Expression, Statement } from './tree.ts'
import type { Value } from './values.ts'

export interface Template {
  /** The result; a template that is one expression keeps its kind, everything else is text. Undefined: it says nothing. */
  value(names: Readonly<Record<string, unknown>>): unknown
  /** The path of a template that only picks out of `value_json`: `["update", "state"]`. */
  path: readonly string[] | undefined
}

/**
 * A template of Home Assistant's MQTT discovery, for templates that describe devices: a small part of Jinja, worked out by
 * an interpreter of our own. They come from the network, so nothing of them is ever compiled or run as code.
 * Throws a TemplateError where it is not understood.
 */
export function compile(source: string): Template {
  const body = parse(source)
  const only = soleOutput(body)
  return {
    value(names) {
      const interpreter = new Interpreter(new Map(Object.entries(names) as [string, Value][]))
      return only ? interpreter.value(only) : interpreter.write(body)
    },
    path: only && pathOf(only),
  }
}

function soleOutput(body: readonly Statement[]): Expression | undefined {
  const parts = body.filter((one) => one.type !== 'text' || one.value.trim() !== '')
  const [only] = parts
  return parts.length === 1 && only?.type === 'output' ? only.value : undefined
}

function pathOf(expression: Expression): string[] | undefined {
  if (expression.type === 'name') return expression.name === 'value_json' ? [] : undefined
  // What is done to the value changes nothing about where it comes from.
  if (expression.type === 'filter') return pathOf(expression.of)
  if (expression.type !== 'member' || expression.key.type !== 'constant') return undefined
  const before = pathOf(expression.of)
  return before && [...before, String(expression.key.value)]
}
