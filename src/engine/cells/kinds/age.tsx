import { useWords } from '#i18n/useWords.ts'
import type { DeviceHead } from '../../ports.ts'
import { useNow } from '../../property/state/useNow.ts'
import { type CellProps, defineCell, headOf, timeOf, writtenTime } from '../cell.ts'
import styles from '../cells.module.css'
import { mainLive, useMain } from '../main-value.ts'

function Age({ at }: { at: number }) {
  const now = useNow()
  const words = useWords()
  return (
    <time className={styles.muted} dateTime={new Date(at).toISOString()}>
      {words.age(at, now)}
    </time>
  )
}

/** When a device was last heard of: the report of its main value, else its last change of status. */
function DeviceAge({ head }: { head: DeviceHead }) {
  const { at } = useMain(head)
  const last = at ?? head.statusSince
  return last === undefined ? null : <Age at={last} />
}

function AgeCell({ value, row }: CellProps) {
  const at = timeOf(value)
  if (at !== undefined) return <Age at={at} />
  const head = headOf(row)
  return head ? <DeviceAge head={head} /> : null
}

export default defineCell({
  kind: 'age',
  card: 'corner',
  Component: AgeCell,
  written: writtenTime,
  live: {
    watches: mainLive.watches,
    key: (head, telling) => mainLive.state(head, telling).at ?? head.statusSince,
  },
})
