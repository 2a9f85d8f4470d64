import { type FormEvent, useId, useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { cleanName } from '#gateway/lib/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { failureWords } from '../failure-words.ts'
import { statusIcon, statusIcons, statusName, statusNames } from '../status-words.ts'
import { useAskAgain } from '../use-rules.ts'
import styles from './statuses.module.css'

interface Props {
  /** Undefined: a new one. */
  status: ScenarioStatus | undefined
  onClose(): void
}

const SMILE = 18

/** A name of the catalogue is kept under its own word, so that everybody reads it in his language. */
const wireName = (typed: string, nameOf: (name: string) => string): string =>
  statusNames.find(({ name }) => nameOf(name) === typed)?.name ?? typed

/** Name and icon of a status; the wider catalogue is offered while one types. */
export function StatusDialog({ status, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const form = useId()
  const { source } = useDoors()
  const askAgain = useAskAgain()
  const nameOf = (name: string): string => statusName(name, text)
  const [typed, setTyped] = useState(status ? nameOf(status.name) : '')
  const [icon, setIcon] = useState(status?.icon ?? SMILE)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const name = wireName(cleanName(typed), nameOf)
    if (name === '') return setFault(t('scenes.status.nameMissing'))
    setBusy(true)
    const result = await (status
      ? source.order('update_scenario_status', {
          resource_id: status.resource_id,
          icon,
          ...(name !== status.name && { name }),
        })
      : source.order('create_scenario_status', { name, icon }))
    setBusy(false)
    if (!result.ok) return setFault(failureWords(result, text))
    askAgain(ruleKeys.statuses)
    onClose()
  }
  const choose = (name: string, of: number): void => {
    setTyped(nameOf(name))
    setIcon(of)
    setFault(undefined)
  }

  return (
    <Dialog
      open
      title={t(status ? 'scenes.status.editTitle' : 'scenes.status.addTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('shell.cancel')}</Button>
          <Button type="submit" form={form} look="main" busy={busy}>
            {t('scenes.status.save')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label={t('scenes.status.name')}
          value={typed}
          maxLength={128}
          autoComplete="off"
          error={fault}
          onChange={(next) => {
            setTyped(next)
            setFault(undefined)
          }}
        />
        {!status && (
          <ul className={styles.names} aria-label={t('scenes.status.suggestions')}>
            {statusNames.map((one) => (
              <li key={one.name}>
                <Button size="dense" onClick={() => choose(one.name, one.icon)}>
                  {nameOf(one.name)}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <fieldset className={styles.icons}>
          <legend>{t('scenes.status.icon')}</legend>
          {statusIcons.map(({ id, name }) => (
            <label key={id} className={styles.icon} title={say(`statuses.names.${name}`)}>
              <input
                type="radio"
                name={`${form}-icon`}
                checked={icon === id}
                aria-label={say(`statuses.names.${name}`)}
                onChange={() => setIcon(id)}
              />
              <Icon name={statusIcon(id)} />
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
