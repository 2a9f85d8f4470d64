import { useId, useState } from 'react'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './dialogs.module.css'
import { type Floors, readExport } from './exported.ts'

interface Props {
  onTake(floors: Floors): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** A file is chosen, what stands in it is said, and only then it is taken in. */
export function ImportDialog({ onTake, onClose }: Props) {
  const text = useText()
  const { t } = text
  const input = useId()
  const [read, setRead] = useState<Floors>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const rooms = read?.reduce((sum, floor) => sum + floor.rooms.length, 0) ?? 0

  async function look(file: File | undefined): Promise<void> {
    setFault(undefined)
    const floors = file && readExport(await file.text())
    setRead(floors)
    if (file && !floors) setFault(t('rooms.import.notOurs'))
  }
  async function take(floors: Floors): Promise<void> {
    setBusy(true)
    const result = await onTake(floors).finally(() => setBusy(false))
    if (result.ok) onClose(result)
    else setFault(failureWords(result, text))
  }

  return (
    <Dialog
      open
      title={t('rooms.import.title')}
      onClose={() => onClose(undefined)}
      actions={
        <>
          <Button onClick={() => onClose(undefined)}>{t('shell.cancel')}</Button>
          <Button look="main" busy={busy} disabled={!read} onClick={() => read && void take(read)}>
            {t('rooms.import.take')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('rooms.import.text')}</p>
        <div>
          <label htmlFor={input}>{t('rooms.import.file')}</label>
          <input
            id={input}
            className={styles.file}
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => void look(target.files?.[0])}
          />
        </div>
        <div role="status">
          {read && (
            <p>
              {t('rooms.import.found', {
                floors: t('rooms.list.floors', { count: read.length }),
                rooms: t('rooms.list.rooms', { count: rooms }),
              })}
            </p>
          )}
        </div>
        {fault !== undefined && <Notice tone="danger">{fault}</Notice>}
      </div>
    </Dialog>
  )
}
