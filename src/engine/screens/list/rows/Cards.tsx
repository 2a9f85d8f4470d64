import { Fragment, Suspense } from 'react'
import { useText } from '#i18n/useText.ts'
import { valueAt } from '#lib/value-at.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { textOf } from '../../../cells/cell.ts'
import { numberLimit, useEngine } from '../../../engine.ts'
import { Card } from './Card.tsx'
import styles from './cards.module.css'
import { moveBetweenRows } from './keys.ts'
import { PartHeading } from './PartHeading.tsx'
import { partsOf } from './parts.ts'
import type { RowsProps } from './rows.ts'

const VirtualCards = lazy(() => import('./VirtualCards.tsx'))

/** The rows of a phone; of a long list only those in sight are drawn. */
export function Cards(props: RowsProps) {
  const { screen, id, rows } = props
  const { say } = useText()
  const { definitions } = useEngine()
  const label = say(`screens.${screen.id}.title`)
  if (screen.days === undefined && rows.length > numberLimit(definitions, 'tableVirtualFrom'))
    return (
      <Suspense>
        <VirtualCards {...props} label={label} />
      </Suspense>
    )
  return partsOf(rows, screen).map((part) => (
    <Fragment key={part.key}>
      {part.heading && (
        <h2 className={styles.heading}>
          <PartHeading heading={part.heading} screen={screen.id} />
        </h2>
      )}
      <ul className={styles.cards} aria-label={label} onKeyDown={moveBetweenRows}>
        {part.rows.map((row) => (
          <li key={textOf(valueAt(row, id))}>
            <Card row={row} {...props} />
          </li>
        ))}
      </ul>
    </Fragment>
  ))
}
