import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '../Button.tsx'
import type { IconName } from '../Icon.tsx'
import { Notice } from '../Notice.tsx'
import { Badge, type Tone } from '../Tag.tsx'
import styles from './states.module.css'

interface EmptyProps {
  icon: IconName
  tone?: Tone
  title: string
  /** What will be here. */
  children?: ReactNode
  /** What fills it. */
  action?: ReactNode
  /** Without the card around it, inside a table's or a card's own frame. */
  bare?: boolean
  /** One of several parts of a page: beside its sign, not below it. */
  low?: boolean
  /** It is all that the page says: its title is that of the page. */
  whole?: boolean
}

export function EmptyState({
  icon,
  tone = 'primary',
  title,
  children,
  action,
  bare,
  low,
  whole,
}: EmptyProps) {
  const Title = whole ? 'h1' : 'h2'
  return (
    <div
      className={styles.state}
      data-bare={bare || undefined}
      data-low={low || undefined}
      data-whole={whole || undefined}
    >
      <Badge icon={icon} tone={tone} {...(!low && { size: 'large' })} />
      <Title>{title}</Title>
      {children && <div className={styles.words}>{children}</div>}
      {action}
    </div>
  )
}

interface ErrorProps {
  title: string
  /** What happened and what it means: that something failed is not enough. */
  children: ReactNode
  details?: string
  /** Where another try may help. */
  onRetry: (() => void) | undefined
  /** A quieter way out, below the first. */
  otherwise?: ReactNode
  bare?: boolean
  whole?: boolean
}

/** A part that failed; the rest of the page goes on. */
export function ErrorState({ title, children, details, onRetry, otherwise, bare, whole }: ErrorProps) {
  const { t } = useText()
  const Title = whole ? 'h1' : 'h2'
  return (
    <div className={styles.state} role="alert" data-bare={bare || undefined} data-whole={whole || undefined}>
      <Badge icon="alert" tone="danger" size="large" />
      <Title>{title}</Title>
      {children && <div className={styles.words}>{children}</div>}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      )}
      {otherwise}
      {details && (
        <details className={styles.details}>
          <summary>{t('shell.details')}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </div>
  )
}

interface NotKnownProps {
  /** What is not known, in a sentence. */
  children: ReactNode
  onRetry(): void
}

/** A line among others whose answer did not come, and the way to ask again; a whole part that failed is an `ErrorState`. */
export function NotKnown({ children, onRetry }: NotKnownProps) {
  const { t } = useText()
  return (
    <Notice
      tone="warn"
      urgent
      action={
        <Button size="dense" icon="refresh" onClick={onRetry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
