import { useId, useState } from 'react'
import { readStatuses } from '#data/statuses/statuses.ts'
import { ImportDialog as FileDialog } from '#engine/objects/ImportDialog.tsx'
import type { ActionResult, DeviceHead, Source } from '#engine/ports.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Tag } from '#ui/Tag.tsx'
import { statusName } from '../status-words.ts'
import { type Change, changesOf, type Imported, readExport } from './exported.ts'
import styles from './ImportDialog.module.css'
import { type Absent, absentIn, changeKey, chosenOf } from './import-choice.ts'
import { portionsOf } from './portions.ts'

interface Props {
  source: Source
  onClose(result?: ActionResult): void
}

interface Read {
  file: Imported
  changes: readonly Change[]
}

const TONES = { create: 'ok', change: 'info', nothing: 'plain' } as const

/** Portion by portion. Of one that fails the rest stays out; taken in again, what is there already stays as it is. */
async function takeIn(source: Source, file: Imported): Promise<ActionResult> {
  const data = { created: 0, changed: 0 }
  for (const portion of portionsOf(file)) {
    const result = await source.order('import_objects', portion)
    if (!result.ok) return result
    data.created += result.data.created
    data.changed += result.data.changed
  }
  return { ok: true, data }
}

/** Scenes out of a file: what it would change is picked from, and devices that are missing get stand-ins. */
export function ImportDialog({ source, onClose }: Props) {
  const text = useText()
  const { t } = text
  const absentTitle = useId()
  const heads = useAllDevices()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [instead, setInstead] = useState<ReadonlyMap<string, DeviceHead>>(new Map())
  /** What the rest would still change, where some portions came in before one failed. */
  const [left, setLeft] = useState<readonly Change[]>()

  const compared = async (file: Imported): Promise<readonly Change[]> => {
    const [{ rules }, statuses] = await Promise.all([
      source.ask('get_rules', {}),
      readStatuses((command) => source.ask(command, {})),
    ])
    return changesOf(file, { rules, statuses })
  }
  const read = async (content: string): Promise<Read | undefined> => {
    const file = readExport(content)
    if (!file) return
    const changes = await compared(file)
    setChosen(new Set(changes.filter(({ does }) => does !== 'nothing').map(changeKey)))
    setInstead(new Map())
    setLeft(undefined)
    return { file, changes }
  }
  const take = async ({ file, changes }: Read): Promise<ActionResult> => {
    const result = await takeIn(source, chosenOf(file, chosen, instead))
    if (result.ok) return result
    try {
      const rest = await compared(chosenOf(file, new Set(changes.map(changeKey)), instead))
      const done = new Set(rest.filter(({ does }) => does === 'nothing').map(changeKey))
      setLeft(rest)
      setChosen((keys) => new Set([...keys].filter((key) => !done.has(key))))
    } catch {
      // Whoever cannot be asked what is there now has told why nothing more came in.
    }
    return result
  }
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
    <FileDialog
      title={t('scenes.import.title')}
      text={t('scenes.import.text')}
      notOurs={t('scenes.import.notOurs')}
      read={read}
      unready={chosen.size === 0 || !heads}
      onTake={take}
      onClose={onClose}
    >
      {({ file, changes: first }) => {
        const changes = left ?? first
        const absent = heads ? absentIn(chosenOf(file, chosen, new Map()).rules ?? [], heads) : []
        return (
          <>
            {changes.every(({ does }) => does === 'nothing') && (
              <p role="status">{t('scenes.import.nothing')}</p>
            )}
            <ul className={styles.changes} aria-label={t('scenes.import.changes')}>
              {changes.map((change) => (
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
        )
      }}
    </FileDialog>
  )
}
