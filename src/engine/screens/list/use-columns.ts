import { useState } from 'react'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import type { Column, ListScreen } from '#schemas/generated/definitions/screen.ts'

export interface ColumnChoice {
  shown: readonly Column[]
  /** The first column says what a row is and stays. */
  choices: readonly { field: string; shown: boolean }[]
  toggle(field: string): void
}

const keyOf = ({ id }: ListScreen): string => `gatehouse.columns.${id}`

/** Whatever the browser has kept: names of fields, or nothing that can be read. */
function hiddenIn(screen: ListScreen): ReadonlySet<string> {
  const kept = screen.chooseColumns ? browserStorage.getItem(keyOf(screen)) : null
  return new Set(kept?.split(',') ?? [])
}

/** Which columns of a table are shown; the browser keeps it, since it depends on the width of its window. */
export function useColumns(screen: ListScreen, columns: readonly Column[]): ColumnChoice {
  const [hidden, setHidden] = useState(() => hiddenIn(screen))
  const [first, ...others] = columns
  const shown = others.filter(({ field }) => !hidden.has(field))
  return {
    shown: first ? [first, ...shown] : [],
    choices: others.map(({ field }) => ({ field, shown: !hidden.has(field) })),
    toggle(field) {
      const next = new Set(hidden)
      if (!next.delete(field)) next.add(field)
      setHidden(next)
      if (next.size > 0) browserStorage.setItem(keyOf(screen), [...next].join(','))
      else browserStorage.removeItem(keyOf(screen))
    },
  }
}
