import { lazy, Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import { textOf } from '../../cells/cell.ts'
import { numberLimit, useEngine } from '../../engine.ts'
import { Card } from './Card.tsx'
import styles from './cards.module.css'
import { moveBetweenRows } from './keys.ts'
import type { RowsProps } from './rows.ts'

const VirtualCards = lazy(() => import('./VirtualCards.tsx'))

/** The rows of a phone; of a long list only those in sight are drawn. */
export function Cards(props: RowsProps) {
  const { screen, id, rows } = props
  const { say } = useText()
  const { definitions } = useEngine()
  const label = say(`screens.${screen.id}.title`)
  if (rows.length > numberLimit(definitions, 'tableVirtualFrom'))
    return (
      <Suspense>
        <VirtualCards {...props} label={label} />
      </Suspense>
    )
  return (
    <ul className={styles.cards} aria-label={label} onKeyDown={moveBetweenRows}>
      {rows.map((row) => (
        <li key={textOf(valueAt(row, id))}>
          <Card row={row} {...props} />
        </li>
      ))}
    </ul>
  )
}
