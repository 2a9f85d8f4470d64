import { useId, useState } from 'react'
import { readStatuses } from '#data/statuses.ts'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult, DeviceHead, Source } from '#engine/ports.ts'
import { useDevices } from '#engine/property/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type Change, changesOf, type Imported, readExport } from './exported.ts'
import styles from './ImportDialog.module.css'
import { type Absent, absentIn, changeKey, chosenOf } from './import-choice.ts'
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

/** A file is chosen, what it would change is shown and picked from, devices that are missing get stand-ins, and only then it is taken in. */
export function ImportDialog({ source, onClose }: Props) {
  const text = useText()
  const { t } = text
  const input = useId()
  const absentTitle = useId()
  const { heads } = useDevices()
  const [read, setRead] = useState<Read>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [instead, setInstead] = useState<ReadonlyMap<string, DeviceHead>>(new Map())
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
        source.ask('get_rules', {}),
        readStatuses((command) => source.ask(command, {})),
      ])
      const changes = changesOf(file, { rules, statuses })
      setRead({ file, changes })
      setChosen(new Set(changes.filter(({ does }) => does !== 'nothing').map(changeKey)))
      setInstead(new Map())
    } catch {
      setFault(t('engine.failure.text'))
    }
  }
  const take = async ({ file }: Read): Promise<void> => {
    setBusy(true)
    const result = await source.order('import_objects', chosenOf(file, chosen, instead))
    setBusy(false)
    if (result.ok) onClose(result)
    else setFault(failureWords(result, text))
  }
  const something = read?.changes.some(({ does }) => does !== 'nothing')
  const absent = read ? absentIn(chosenOf(read.file, chosen, new Map()).rules ?? [], heads) : []
  const toggle = (key: string): void =>
    setChosen((keys) =>
      keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]),
    )
  const place = ({ id, standIns }: Absent, to: string): void => {
    const head = standIns.find((one) => one.id === to)
    setInstead(
      (known) =>
        new Map([...[...known].filter(([from]) => from !== id), ...(head ? [[id, head] as const] : [])]),
    )
  }

  return (
    <Dialog
      open
      title={t('scenes.import.title')}
      onClose={() => onClose()}
      actions={
        <>
          <Button onClick={() => onClose()}>{t('shell.cancel')}</Button>
          <Button
            look="main"
            busy={busy}
            disabled={chosen.size === 0}
            onClick={() => read && void take(read)}
          >
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
              {read.changes.map((change) => (
                <li key={changeKey(change)}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.has(changeKey(change))}
                      disabled={change.does === 'nothing'}
                      onChange={() => toggle(changeKey(change))}
                    />
                    <span>{change.kind === 'status' ? statusName(change.name, text) : change.name}</span>
                    <small>{t(`scenes.import.kind.${change.kind}`)}</small>
                    <Tag tone={TONES[change.does]}>{t(`scenes.import.does.${change.does}`)}</Tag>
                  </label>
                </li>
              ))}
            </ul>
            {absent.length > 0 && (
              <section className={styles.absent} aria-labelledby={absentTitle}>
                <h3 id={absentTitle}>{t('scenes.import.absent.title')}</h3>
                <p>{t('scenes.import.absent.text')}</p>
                {absent.map((one) => (
                  <SelectField
                    key={one.id}
                    label={one.name}
                    help={one.standIns.length > 0 ? undefined : t('scenes.import.absent.none')}
                    value={instead.get(one.id)?.id ?? ''}
                    choices={[
                      { value: '', label: t('scenes.import.absent.open') },
                      ...one.standIns.map((head) => ({
                        value: head.id,
                        label: head.room
                          ? t('handling.move.room', { room: head.name, floor: head.room.name })
                          : head.name,
                      })),
                    ]}
                    onChange={(to) => place(one, to)}
                  />
                ))}
              </section>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
