import { createContext } from 'react'
import { propertyKey, spoken } from '#gateway/lib/models/text-keys.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Words } from '../widget.ts'

/** Whose value is filled in: the words of its fields and choices are those of its service. */
export interface Owner {
  service: string
  property: string
  label: string
  /** Some of its parts are nobody else's business. */
  secret?: boolean
}

export interface Shared extends Owner {
  words: Words
  disabled: boolean
}

export const SharedContext = createContext<Shared>({
  service: '',
  property: '',
  label: '',
  words: { number: String, say: (_key, fallback) => fallback },
  disabled: false,
})

type Step = string | number

const isIndex = (step: Step | undefined): boolean => typeof step === 'number' || /^\d+$/.test(step ?? '')

/** The name of a place in a value: a field by its own, an entry of a list by its number. */
export function nameOf(
  path: readonly Step[],
  described: Pick<Value, 'label'> | undefined,
  { service, label, words }: Shared,
  entry: (number: number) => string,
): string {
  const last = path.at(-1)
  if (last === undefined) return label
  if (isIndex(last)) return entry(Number(last) + 1)
  return words.say(propertyKey(service, String(last)), described?.label ?? spoken(String(last)))
}

/** The field that a choice belongs to: entries of a list are named by their list. */
export const fieldOf = (path: readonly Step[], { property }: Owner): string =>
  String(path.findLast((step) => !isIndex(step)) ?? property)

/** What is described at a place. */
export function describedAt(described: Value, path: readonly Step[]): Value | undefined {
  let at: Value | undefined = described
  for (const step of path) {
    const fields: Readonly<Record<string, Value>> = at?.fields ?? {}
    at = isIndex(step) ? at?.item : Object.hasOwn(fields, step) ? fields[String(step)] : undefined
  }
  return at
}
