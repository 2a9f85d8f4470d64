import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import styles from '../list.module.css'
import { moveInLongList } from './keys.ts'
import { Line } from './Line.tsx'
import type { RowsProps } from './rows.ts'
import { useKeyOf } from './use-key-of.ts'

/** Height of a line before it has been measured, in px. */
const ESTIMATE = 48

/** Columns keep the widths that the first lines gave them, until others are shown or the window changes. */
function holdWidths(table: HTMLTableElement): () => void {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')]
  const release = (): void => {
    table.style.tableLayout = ''
    for (const head of heads) head.style.width = ''
  }
  const hold = (): void => {
    release()
    const widths = heads.map((head) => head.offsetWidth)
    heads.forEach((head, at) => {
      head.style.width = `${widths[at]}px`
    })
    table.style.tableLayout = 'fixed'
  }
  hold()
  window.addEventListener('resize', hold)
  return () => {
    window.removeEventListener('resize', hold)
    release()
  }
}

/** Room of the lines that are not drawn: a row of its own, since what a body says of itself all its cells inherit. */
const Room = ({ height }: { height: number }) => height > 0 && <tr inert style={{ height }} />

/** Lines of a long table: those in sight, a few around them, and the one that has the focus, wherever it is. */
export default function VirtualLines(props: RowsProps & { withActions: boolean }) {
  const { id, rows, open } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const keyOf = useKeyOf(rows, id)
  const [focused, setFocused] = useState<string>()
  const kept = useMemo(
    () => (focused === undefined ? -1 : rows.findIndex((_, index) => keyOf(index) === focused)),
    [rows, keyOf, focused],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ESTIMATE,
    overscan: 6,
    scrollMargin: top,
    getItemKey: keyOf,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].toSorted((a, b) => a - b)
    },
  })
  const lines = virtual.getVirtualItems()
  const some = lines.length > 0
  useLayoutEffect(() => {
    const table = body.current?.closest('table')
    if (some && table) return holdWidths(table)
  }, [some])
  const above = (lines[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((lines.at(-1)?.end ?? top) - top)
  return (
    <tbody
      ref={body}
      className={styles.window}
      onKeyDown={(event) => moveInLongList(event, rows.length, virtual.scrollToIndex)}
      onFocus={({ target }) => {
        const at = target.closest<HTMLElement>('[data-index]')?.dataset.index
        if (at !== undefined) setFocused(keyOf(Number(at)))
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Where the window loses the focus, the line has it again when the window has.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setFocused(undefined)
      }}
      data-opens={open ? '' : undefined}
    >
      <Room height={above} />
      {lines.map(({ index, key, start }, at) => {
        const row = rows[index]
        const gap = start - (lines[at - 1]?.end ?? start)
        return (
          row && (
            <Fragment key={key}>
              <Room height={gap} />
              <Line {...props} row={row} index={index + 2} at={index} measure={virtual.measureElement} />
            </Fragment>
          )
        )
      })}
      <Room height={below} />
    </tbody>
  )
}
