import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Badge, type Tone } from '#ui/Tag.tsx'
import type { Sentence } from './sentences.ts'
import styles from './thread.module.css'

interface Props {
  sentence: Omit<Sentence, 'clause'>
  tone: Tone
  /** It is being changed now. */
  here: boolean
  onOpen(): void
  onRemove(): void
  /** Below the sentence. */
  children?: ReactNode
  /** What moves it. */
  handle?: ReactNode
}

/** One sentence of the thread: a press opens it, a cross takes it out. */
export function Step({ sentence, tone, here, onOpen, onRemove, children, handle }: Props) {
  const { t } = useText()
  const { icon, text, note, broken } = sentence
  return (
    <div className={styles.step} data-here={here || undefined}>
      <button type="button" className={styles.open} aria-current={here ? 'step' : undefined} onClick={onOpen}>
        <Badge icon={icon} tone={broken ? 'warn' : tone} />
        <span className={styles.words}>
          <strong>{text}</strong>
          {note && <span data-broken={broken || undefined}>{note}</span>}
          {children}
        </span>
      </button>
      <span className={styles.tools}>
        {handle}
        <Button only look="quiet" size="dense" icon="close" onClick={onRemove}>
          {t('builder.remove', { name: text })}
        </Button>
      </span>
    </div>
  )
}
