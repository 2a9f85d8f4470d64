import { findNodeAtLocation, getLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser'
import type { ModelVocabulary } from '#schemas/generated/entities/model-vocabulary.ts'
import { type Path, schemasAt, valueIn } from './at.ts'
import type { Schema, SchemaFiles } from './schemas.ts'

export interface Knowledge {
  files: SchemaFiles
  /** The file that describes the text. */
  root: string
  vocabulary: ModelVocabulary
}

/** One thing that may stand at a place. */
export interface Suggestion {
  /** As it is called, without quotes. */
  label: string
  /** What is written. */
  text: string
  /** How far from its beginning the caret goes; behind it without one. */
  caret?: number
  /** Kind of name (x-names), or the type of what a field takes. */
  kind?: string
  about?: string
}

export interface Suggested {
  /** What of the text a suggestion takes the place of. */
  from: number
  to: number
  options: readonly Suggestion[]
}

type Plain = string | number | boolean

/** What may stand where the caret is: names of fields, values of a list, names of things. */
export function suggestionsAt(text: string, offset: number, known: Knowledge): Suggested {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const tree = parseTree(text)
  const whole: unknown = tree && getNodeValue(tree)
  const [from, to] = spanAt(text, offset, previousNode)
  if (!isAtPropertyKey) return { from, to, options: once(valuesAt(known, whole, path)) }
  const typed = String(path.at(-1))
  const there = namesIn(tree && findNodeAtLocation(tree, path.slice(0, -1)))
  const hasValue = /^\s*:/.test(text.slice(to))
  const options = once(fieldsAt(known, whole, path.slice(0, -1)))
    .filter(({ label }) => label === typed || !there.has(label))
    .map(({ caret, ...option }) =>
      hasValue
        ? { ...option, text: JSON.stringify(option.label) }
        : { ...option, ...(caret !== undefined && { caret }) },
    )
  return { from, to, options }
}

/** The text or word that the caret is in. */
function spanAt(text: string, offset: number, node: Node | undefined): [number, number] {
  const end = node ? node.offset + node.length : -1
  if (node && node.type !== 'object' && node.type !== 'array' && node.offset <= offset && offset <= end)
    return [node.offset, end]
  const [before = ''] = /"?[\w$.-]*$/.exec(text.slice(0, offset)) ?? []
  return [offset - before.length, offset]
}

const namesIn = (node: Node | undefined): ReadonlySet<string> =>
  new Set((node?.children ?? []).map((child) => String(child.children?.[0]?.value)))

function fieldsAt(known: Knowledge, whole: unknown, path: Path): Suggestion[] {
  const { files, root } = known
  return schemasAt(files, root, whole, path).flatMap(({ schema }) => {
    const names = [...Object.keys(schema.properties ?? {}), ...named(known, schema, whole, path).map(String)]
    return names.map((name) => field(name, schemasAt(files, root, whole, [...path, name])[0]?.schema))
  })
}

const EMPTY: Readonly<Record<string, string>> = { string: '""', object: '{}', array: '[]', boolean: 'true' }

/** A field with an empty value of its type, the caret in it. */
function field(name: string, schema: Schema = {}): Suggestion {
  const { type, const: fixed, enum: choices, description } = schema
  const [kind] = [type ?? (choices ? 'string' : '')].flat()
  const empty = fixed === undefined ? (EMPTY[kind ?? ''] ?? '') : JSON.stringify(fixed)
  const text = `${JSON.stringify(name)}: ${empty}`
  return {
    label: name,
    text,
    ...(empty.length === 2 && { caret: text.length - 1 }),
    ...(kind && { kind }),
    ...(description !== undefined && { about: description }),
  }
}

function valuesAt(known: Knowledge, whole: unknown, path: Path): Suggestion[] {
  const { files, root } = known
  const said = schemasAt(files, root, whole, path).flatMap(({ schema }) => {
    const { enum: choices = [], const: fixed, type, 'x-names': kind } = schema
    const plain = [
      ...choices,
      ...(fixed === undefined ? [] : [fixed]),
      ...(type === 'boolean' ? [true, false] : []),
      ...(type === 'string' ? named(known, schema, whole, path) : []),
    ]
    return plain.map((one) => suggestion(one, kind))
  })
  return [...said, ...taken(known, whole, path).map((one) => suggestion(one))]
}

const suggestion = (value: unknown, kind?: string): Suggestion => ({
  label: String(value),
  text: JSON.stringify(value),
  ...(kind !== undefined && { kind }),
})

/** Names of the kind that a schema calls for, as far as the field that they depend on says which. */
function named({ vocabulary }: Knowledge, schema: Schema, whole: unknown, path: Path): readonly Plain[] {
  const { 'x-names': kind, 'x-by': by } = schema
  if (kind === undefined) return []
  if (by === undefined) return vocabulary.names[kind] ?? []
  return Object.keys(dependent(vocabulary, kind, valueIn(whole, [...path.slice(0, -1), by])))
}

const dependent = (
  { under }: ModelVocabulary,
  kind: string,
  on: unknown,
): Readonly<Record<string, readonly Plain[]>> => under[kind]?.[String(on)] ?? {}

/** Values that a name takes which depends on another one: of a parameter of a widget. */
function taken({ files, root, vocabulary }: Knowledge, whole: unknown, path: Path): readonly Plain[] {
  const above = path.slice(0, -1)
  return schemasAt(files, root, whole, above).flatMap(({ schema }) => {
    const { 'x-names': kind, 'x-by': by } = schema
    if (kind === undefined || by === undefined) return []
    return dependent(vocabulary, kind, valueIn(whole, [...above.slice(0, -1), by]))[String(path.at(-1))] ?? []
  })
}

const once = (options: readonly Suggestion[]): Suggestion[] => [
  ...new Map(options.map((option) => [option.text, option])).values(),
]
