import { useEffect, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import styles from './dialogs.module.css'

interface Props {
  name: string
  /** Cancel is disabled for this many ms (spec 1 §2, dialogs). */
  lock: number
  onCancel(): void
}

/** Stays until the gateway has answered, has not, or cancelling has become possible. */
export function ConnectingDialog({ name, lock, onCancel }: Props) {
  const { t, say } = useText()
  const [locked, setLocked] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setLocked(false), lock)
    return () => clearTimeout(timer)
  }, [lock])
  return (
    <Dialog
      open
      stays
      title={say('notices.connecting.title', '', { name })}
      onClose={() => {}}
      actions={
        <Button disabled={locked} onClick={onCancel}>
          {t('shell.cancel')}
        </Button>
      }
    >
      <p role="status">{say('notices.connecting.text')}</p>
      {locked && <p className={styles.note}>{say('notices.connecting.locked')}</p>}
    </Dialog>
  )
}
