import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult } from '#engine/ports.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { Chips } from '#ui/Chips.tsx'
import { IconField } from '#ui/fields/IconField.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { statusIcon, statusIcons, statusName, statusNames } from '../status-words.ts'
import { useAskAgain, useStatuses } from '../use-rules.ts'
import styles from './statuses.module.css'

interface Props {
  /** Undefined: a new one. */
  status: ScenarioStatus | undefined
  onClose(): void
}

const SMILE = 18

/** Longest name of a group (schemas/entities/scenario-status.json). */
const LONGEST = 60
/** A gateway that is older than groups takes none. */
const INVALID = '400'

/** A name of the catalogue is kept under its own word, so that everybody reads it in his language. */
const wireName = (typed: string, nameOf: (name: string) => string): string =>
  statusNames.find(({ name }) => nameOf(name) === typed)?.name ?? typed

/** Name and icon of a status; the wider catalogue is offered while one types. */
export function StatusDialog({ status, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const { source } = usePorts()
  const askAgain = useAskAgain()
  const nameOf = (name: string): string => statusName(name, text)
  const [icon, setIcon] = useState(status?.icon ?? SMILE)
  const [typed, setTyped] = useState(status?.group ?? '')
  const { data: all = [] } = useStatuses()
  const groups = [...new Set(all.flatMap(({ group }) => group ?? []))].toSorted((a, b) => a.localeCompare(b))
  const group = cleanName(typed)
  const moved = group !== (status?.group ?? '')

  async function save(said: string): Promise<ActionResult> {
    const name = wireName(said, nameOf)
    const result = await (status
      ? source.order('update_scenario_status', {
          resource_id: status.resource_id,
          icon,
          ...(name !== status.name && { name }),
          ...(moved && { group: group || null }),
        })
      : source.order('create_scenario_status', { name, icon, ...(group && { group }) }))
    if (result.ok) askAgain(ruleKeys.statuses)
    return result
  }

  return (
    <NameDialog
      title={t(status ? 'scenes.statuses.editTitle' : 'scenes.statuses.addTitle')}
      name={status && nameOf(status.name)}
      {...(moved && {
        refusal: (result) =>
          result.code === INVALID ? t('scenes.statuses.older') : failureWords(result, text),
      })}
      onSave={save}
      onClose={onClose}
      more={(put) => (
        <>
          {!status && (
            <ul className={styles.names} aria-label={t('scenes.statuses.suggestions')}>
              {statusNames.map((one) => (
                <li key={one.name}>
                  <Button
                    size="dense"
                    onClick={() => {
                      put(nameOf(one.name))
                      setIcon(one.icon)
                    }}
                  >
                    {nameOf(one.name)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <IconField
            label={t('scenes.statuses.icon')}
            value={icon}
            choices={statusIcons.map(({ id, name }) => ({
              value: id,
              label: say(`statuses.names.${name}`),
              icon: statusIcon(id),
            }))}
            onChange={setIcon}
          />
          <div className={styles.group}>
            <TextField
              label={t('scenes.statuses.group')}
              help={t('scenes.statuses.groupHelp')}
              optional
              value={typed}
              maxLength={LONGEST}
              autoComplete="off"
              onChange={setTyped}
            />
            {groups.length > 0 && (
              <Chips
                label={t('scenes.statuses.groups')}
                chips={groups.map((one) => ({ id: one, label: one }))}
                value={group}
                onChange={(one) => setTyped(one === group ? '' : one)}
              />
            )}
          </div>
        </>
      )}
    />
  )
}
