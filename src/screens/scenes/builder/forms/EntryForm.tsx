import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import type { Submitting } from '#ui/fields/use-submit.ts'
import styles from './forms.module.css'

interface Props {
  form: Submitting
  /** Whether it is there already and is changed. */
  known: boolean
  children: ReactNode
}

/** One entry of a scene, filled in and then added to it. */
export function EntryForm({ form, known, children }: Props) {
  const { t } = useText()
  return (
    <form {...form.attributes} className={styles.form}>
      {children}
      <div className={styles.ways}>
        <Button type="submit" look="main">
          {t(known ? 'sceneForms.take' : 'sceneForms.add')}
        </Button>
      </div>
    </form>
  )
}
