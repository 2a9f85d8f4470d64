import type { HTMLAttributes, KeyboardEvent } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { type DashboardCard, kindOf } from '../rules.ts'
import styles from './arrange.module.css'

interface Props {
  card: DashboardCard
  name: string
  held: boolean
  onKey(event: KeyboardEvent): void
  /** The focus went elsewhere. */
  onLeave(): void
  hand: Pick<
    HTMLAttributes<HTMLButtonElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >
  edit(): void
  remove(): void
}

/** What can be done with a card, on its upper edge: take hold of it, change what it shows, take it away. */
export function CardPill({ card, name, held, onKey, onLeave, hand, edit, remove }: Props) {
  const { t } = useText()
  const kind = kindOf(card)
  return (
    <span className={styles.pill} data-held={held || undefined}>
      <button
        type="button"
        className={styles.grip}
        aria-pressed={held}
        title={t('arranging.grip')}
        onKeyDown={onKey}
        onBlur={onLeave}
        {...hand}
      >
        <Icon name="sort" size="small" />
        <span className="visually-hidden">{t('arranging.gripOf', { name })}</span>
      </button>
      {(kind?.asks || kind?.of) && (
        <button type="button" onClick={edit}>
          <Icon name="settings" size="small" />
          <span className="visually-hidden">{t('arranging.editOf', { name })}</span>
        </button>
      )}
      <button type="button" onClick={remove}>
        <Icon name="close" size="small" />
        <span className="visually-hidden">{t('arranging.removeOf', { name })}</span>
      </button>
    </span>
  )
}
