import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import styles from '../forms/forms.module.css'

interface Props {
  /** What is said on the button: which of the texts the value goes into. */
  label: string
  /** There are as many values as a notification can have. */
  full: boolean
  onInsert(): void
  children: ReactNode
}

/** A field of text with the way to put a value into it. */
export function TextWithValues({ label, full, onInsert, children }: Props) {
  const { t } = useText()
  return (
    <div className={styles.text}>
      {children}
      {full ? (
        <small>{t('sceneForms.texts.full')}</small>
      ) : (
        <Button look="quiet" size="dense" icon="plus" onClick={onInsert}>
          {label}
        </Button>
      )}
    </div>
  )
}
