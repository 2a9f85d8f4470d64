import { useState } from 'react'
import { textOf } from '../../cells/cell.ts'
import type { Row } from '../../ports.ts'

export interface Selection {
  /** The chosen rows that are still there, on whatever page. */
  rows: readonly Row[]
  has(row: Row): boolean
  /** With `through` all from the last one chosen to this one, as they stand. */
  toggle(row: Row, shown: readonly Row[], through: boolean): void
  /** All that are shown, or none of them when all are chosen already. */
  toggleAll(shown: readonly Row[]): void
  /** These and no others. */
  keep(rows: readonly Row[]): void
  clear(): void
}

interface Rows {
  /** Of every page, where all of them are here. */
  all?: readonly Row[]
  /** Of this page. */
  rows: readonly Row[]
}

/** Which rows of a list are chosen. It outlives pages, searches and rows that change. */
export function useSelection(id: string, { all, rows }: Rows): Selection {
  /** As they were when they were chosen: where pages come one by one, those of other pages are not here. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const [last, setLast] = useState<string>()
  const idOf = (row: Row): string => textOf(row[id])

  const turn = (some: readonly Row[], add: boolean): void => {
    const next = new Map(chosen)
    for (const row of some) add ? next.set(idOf(row), row) : next.delete(idOf(row))
    setChosen(next)
  }
  const now = (): readonly Row[] => {
    if (chosen.size === 0) return []
    if (all) return all.filter((row) => chosen.has(idOf(row)))
    const here = new Map(rows.map((row) => [idOf(row), row]))
    return [...chosen].map(([own, row]) => here.get(own) ?? row)
  }

  return {
    rows: now(),
    has: (row) => chosen.has(idOf(row)),
    toggle(row, shown, through) {
      const own = idOf(row)
      const order = shown.map(idOf)
      const [from, to] = [order.indexOf(last ?? ''), order.indexOf(own)]
      const meant = through && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      turn(meant, !chosen.has(own))
      setLast(own)
    },
    toggleAll: (shown) =>
      turn(
        shown,
        shown.some((row) => !chosen.has(idOf(row))),
      ),
    keep: (kept) => setChosen(new Map(kept.map((row) => [idOf(row), row]))),
    clear: () => setChosen(new Map()),
  }
}
