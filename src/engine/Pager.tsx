import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import styles from './Pager.module.css'

interface Props {
  /** The first one is 1; what lies behind the last one shows the last one. */
  page: number
  size: number
  total: number
  onPage(page: number): void
  /** Where it stands. */
  className?: string | undefined
  /** What else is chosen about pages. */
  children?: ReactNode
}

/** Which of all rows are shown, and the way to the others; nothing where one page holds them all. */
export function Pager({ page: asked, size, total, onPage, className, children }: Props) {
  const { t } = useText()
  const words = useWords()
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1 && !children) return null
  const page = Math.min(asked, pages)
  return (
    <nav className={`${styles.pager} ${className ?? ''}`} aria-label={t('engine.list.pages')}>
      <span className={styles.range}>
        {t('engine.list.range', {
          from: words.number((page - 1) * size + 1),
          to: words.number(Math.min(page * size, total)),
          total: words.number(total),
        })}
      </span>
      {children}
      <Button only size="dense" icon="chevron-left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('engine.list.previous')}
      </Button>
      <span>{t('engine.list.page', { page: words.number(page), pages: words.number(pages) })}</span>
      <Button
        only
        size="dense"
        icon="chevron-right"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        {t('engine.list.next')}
      </Button>
    </nav>
  )
}
