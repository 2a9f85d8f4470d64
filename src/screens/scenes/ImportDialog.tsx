import { useId, useState } from 'react'
import { ask, order } from '#data/rules.ts'
import { readStatuses } from '#data/statuses.ts'
import type { ActionResult, Source } from '#engine/doors.ts'
import { useText } from '#i18n/useText.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type Change, changesOf, type Imported, readExport } from './exported.ts'
import { failureWords } from './failure-words.ts'
import styles from './ImportDialog.module.css'
import { statusName } from './status-words.ts'

interface Props {
  source: Source
  onClose(result?: ActionResult): void
}

interface Read {
  file: Imported
  changes: readonly Change[]
}

const TONES = { create: 'ok', change: 'info', nothing: 'plain' } as const

/** A file is chosen, what it would change is shown, and only then it is taken in. */
export function ImportDialog({ source, onClose }: Props) {
  const text = useText()
  const { t } = text
  const input = useId()
  const [read, setRead] = useState<Read>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const look = async (chosen: File | undefined): Promise<void> => {
    setRead(undefined)
    setFault(undefined)
    if (!chosen) return
    const file = readExport(await chosen.text())
    if (!file) return setFault(t('scenes.import.notOurs'))
    try {
      const [{ rules }, statuses] = await Promise.all([
        ask(source, 'get_rules', {}),
        readStatuses((command) => ask(source, command, {})),
      ])
      setRead({ file, changes: changesOf(file, { rules, statuses }) })
    } catch {
      setFault(t('engine.failure.text'))
    }
  }
  const take = async ({ file }: Read): Promise<void> => {
    setBusy(true)
    const result = await order(source, 'import_objects', file)
    setBusy(false)
    if (result.ok) onClose(result)
    else setFault(failureWords(result, text))
  }
  const something = read?.changes.some(({ does }) => does !== 'nothing')

  return (
    <Dialog
      open
      title={t('scenes.import.title')}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{t('shell.cancel')}</Button>
          <Button look="main" busy={busy} disabled={!something} onClick={() => read && void take(read)}>
            {t('scenes.import.take')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{t('scenes.import.text')}</p>
        <label htmlFor={input} {...buttonLook({})}>
          {t('scenes.import.choose')}
        </label>
        <input
          id={input}
          className="visually-hidden"
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => void look(target.files?.[0])}
        />
        {fault !== undefined && (
          <Notice tone="danger" urgent>
            {fault}
          </Notice>
        )}
        {read && (
          <>
            {!something && <p role="status">{t('scenes.import.nothing')}</p>}
            <ul className={styles.changes} aria-label={t('scenes.import.changes')}>
              {read.changes.map(({ kind, id, name, does }) => (
                <li key={`${kind} ${id}`}>
                  <span>{kind === 'status' ? statusName(name, text) : name}</span>
                  <small>{t(`scenes.import.kind.${kind}`)}</small>
                  <Tag tone={TONES[does]}>{t(`scenes.import.does.${does}`)}</Tag>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  )
}
