import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { createContext, type ReactElement, type ReactNode } from 'react'

/** A group or a list, as rjsf hands it to what draws it. */
export interface Part {
  fieldPathId: { $id: string; path: readonly (string | number)[] }
  schema: RJSFSchema
  uiSchema?: UiSchema | undefined
}

/** How a form calls the parts within it. */
export interface Naming {
  titleOf(part: Part): string
  /** The whole form, where its definition says in which rows its fields stand. */
  rows?(fields: ReadonlyMap<string, ReactElement>, values: unknown): ReactNode
  add(list: Part): string
  remove(entry: Pick<Part, 'uiSchema'>, number: number): string
  /** Where entries have an order. */
  move?: { up(number: number): string; down(number: number): string }
  /** In place of entries, as long as there are none. */
  none?: string
  /** Below a list: what is wrong with it, else how long it may be. */
  below(list: Part, entries: number, fault: string | undefined): { text: string; fault: boolean } | undefined
}

export const NamingContext = createContext<Naming>({
  titleOf: () => '',
  add: () => '',
  remove: () => '',
  below: () => undefined,
})
