import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import styles from './Conflict.module.css'
import { Differences } from './Differences.tsx'

interface Props {
  /** What both began with, what the other one made of it, and what I did. */
  base: Rule
  theirs: Rule
  mine: Rule
  onTheirs(): void
  onMine(): Promise<void>
  onClose(): void
}

/** Two have changed the same scene: the second sees what the first did, and chooses. Nothing is lost silently. */
export function Conflict({ base, theirs, mine, onTheirs, onMine, onClose }: Props) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  async function saveMine(): Promise<void> {
    setBusy(true)
    await onMine()
    setBusy(false)
  }
  return (
    <Dialog
      open
      title={t('sceneForms.conflict.title')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('sceneForms.conflict.later')}
          </Button>
          <Button onClick={onTheirs}>{t('sceneForms.conflict.theirs')}</Button>
          <Button look="main" busy={busy} onClick={() => void saveMine()}>
            {t('sceneForms.conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{t('sceneForms.conflict.text')}</p>
      <div className={styles.sides}>
        <section>
          <h3>{t('sceneForms.conflict.theirChanges')}</h3>
          <Differences before={base} after={theirs} />
        </section>
        <section>
          <h3>{t('sceneForms.conflict.myChanges')}</h3>
          <Differences before={base} after={mine} />
        </section>
      </div>
    </Dialog>
  )
}
