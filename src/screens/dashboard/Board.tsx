import type { CSSProperties } from 'react'
import { CardBody } from './CardBody.tsx'
import styles from './dashboard.module.css'
import type { DashboardCard } from './rules.ts'

/** How large a card is; where there are fewer columns it takes what there is. */
export const sizeOf = ({ width, height }: DashboardCard): CSSProperties =>
  ({ '--w': width, '--h': height }) as CSSProperties

/** Cards in one order for all widths: each takes the first place that it fits in. */
export function Board({ cards }: { cards: readonly DashboardCard[] }) {
  return (
    <div className={styles.board}>
      {cards.map((card) => (
        <div key={card.id} className={styles.slot} data-kind={card.kind} style={sizeOf(card)}>
          <CardBody card={card} />
        </div>
      ))}
    </div>
  )
}
