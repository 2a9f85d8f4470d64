import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { Card } from './Card.tsx'
import styles from './cards.module.css'
import { moveInLongList } from './keys.ts'
import type { RowsProps } from './rows.ts'
import { useKeyOf } from './use-key-of.ts'

/** Height of a card before it has been measured, in px. */
const ESTIMATE = 76

/** Cards of a long list: those in sight and a few around them. */
export default function VirtualCards({ label, ...props }: RowsProps & { label: string }) {
  const { id, rows } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ESTIMATE,
    overscan: 8,
    scrollMargin: top,
    getItemKey: useKeyOf(rows, id),
  })
  return (
    <ul
      ref={list}
      className={styles.window}
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
      onKeyDown={(event) => moveInLongList(event, rows.length, virtual.scrollToIndex)}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <Card row={row} {...props} />
            </li>
          )
        )
      })}
    </ul>
  )
}
