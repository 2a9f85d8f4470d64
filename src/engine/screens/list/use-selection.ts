import { useState } from 'react'
import { textOf } from '../../cells/cell.ts'
import type { Row } from '../../ports.ts'

export interface Selection {
  ids: ReadonlySet<string>
  /** The chosen rows that are still there, on whatever page. */
  rows: readonly Row[]
  has(row: Row): boolean
  /** With `through` all from the last one chosen to this one, as they stand. */
  toggle(row: Row, shown: readonly Row[], through: boolean): void
  /** All that are shown, or none of them when all are chosen already. */
  toggleAll(shown: readonly Row[]): void
  keep(ids: readonly string[]): void
  clear(): void
}

/** Which rows of a list are chosen. It outlives pages, searches and rows that change. */
export function useSelection(id: string, all: readonly Row[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const idOf = (row: Row): string => textOf(row[id])
  const shownIds = (shown: readonly Row[]): string[] => shown.map(idOf)

  return {
    ids,
    rows: ids.size === 0 ? [] : all.filter((row) => ids.has(idOf(row))),
    has: (row) => ids.has(idOf(row)),
    toggle(row, shown, through) {
      const own = idOf(row)
      const order = shownIds(shown)
      const [from, to] = [order.indexOf(last ?? ''), order.indexOf(own)]
      const meant = through && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [own]
      const next = new Set(ids)
      const add = !ids.has(own)
      for (const one of meant) add ? next.add(one) : next.delete(one)
      setIds(next)
      setLast(own)
    },
    toggleAll(shown) {
      const order = shownIds(shown)
      const next = new Set(ids)
      const add = order.some((one) => !ids.has(one))
      for (const one of order) add ? next.add(one) : next.delete(one)
      setIds(next)
    },
    keep: (kept) => setIds(new Set(kept)),
    clear: () => setIds(new Set()),
  }
}
