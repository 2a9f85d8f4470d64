import { createContext, use } from 'react'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import type { Place } from '../place.ts'
import type { RuleInBuilding } from './rule-edit.ts'

/** What the parts of the builder share: the rule as it stands, and where somebody is in it. */
export interface Editor {
  rule: RuleInBuilding
  /** As the gateway had it when the change began. */
  base: Rule
  /** A scene that was there before. */
  existing: boolean
  /** Takes a step, which can be taken back. Steps with the same `as` in a row count as one. */
  change(next: RuleInBuilding, as?: string): void
  /** Takes the last step back; undefined where there is none. */
  undo: (() => void) | undefined
  place: Place
  go(place: Place): void
  /** Where the catalogue leads back to from this tab (spec 2 §4). */
  back(): void
}

export const EditorContext = createContext<Editor | undefined>(undefined)

export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('This part belongs into the scene builder')
  return editor
}
