import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

/** What the data asks for: keys that must exist, and prefixes below which any key may stand (models, values of no list). */
export interface Asked {
  keys: Set<string>
  below: Set<string>
}

export interface Places {
  screens: readonly Screen[]
  resources: ReadonlyMap<string, Resource>
  forms: ReadonlyMap<string, Form>
}

export const addAll = (keys: Set<string>, more: Iterable<string>): void => {
  for (const key of more) keys.add(key)
}
