import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { useEditor } from './draft/editor.ts'
import styles from './Panel.module.css'

interface Props {
  title: string
  text?: string
  /** A step within the tab: Back takes only that back. */
  onBack?(): void
  children: ReactNode
}

/** What the hand is at now: beside the scene at a desk, in its place on a phone. Escape leads back, as Back does. */
export function Panel({ title, text, onBack, children }: Props) {
  const { t } = useText()
  const editor = useEditor()
  const back = onBack ?? editor.back
  const heading = useId()
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    back()
  }
  return (
    <div role="dialog" aria-labelledby={heading} className={styles.panel} onKeyDown={leave}>
      <header>
        <Button only look="quiet" size="dense" icon="chevron-left" onClick={back}>
          {t('sceneForms.back')}
        </Button>
        <Heading key={title} id={heading} title={title} />
      </header>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** Whoever reads by ear hears where it goes on; on a phone the panel begins at its top. */
function Heading({ id, title }: { id: string; title: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
    <h2 id={id} ref={head} tabIndex={-1}>
      {title}
    </h2>
  )
}
