import { useState } from 'react'
import { ruleKeys } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import type { ActionResult } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { IconField } from '#ui/fields/IconField.tsx'
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
  const { source } = usePorts()
  const askAgain = useAskAgain()
  const nameOf = (name: string): string => statusName(name, text)
  const [icon, setIcon] = useState(status?.icon ?? SMILE)

  async function save(typed: string): Promise<ActionResult> {
    const name = wireName(typed, nameOf)
    const result = await (status
      ? source.order('update_scenario_status', {
          resource_id: status.resource_id,
          icon,
          ...(name !== status.name && { name }),
        })
      : source.order('create_scenario_status', { name, icon }))
    if (result.ok) askAgain(ruleKeys.statuses)
    return result
  }

  return (
    <NameDialog
      title={t(status ? 'scenes.status.editTitle' : 'scenes.status.addTitle')}
      name={status && nameOf(status.name)}
      onSave={save}
      onClose={onClose}
      more={(put) => (
        <>
          {!status && (
            <ul className={styles.names} aria-label={t('scenes.status.suggestions')}>
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
            label={t('scenes.status.icon')}
            value={icon}
            choices={statusIcons.map(({ id, name }) => ({
              value: id,
              label: say(`statuses.names.${name}`),
              icon: statusIcon(id),
            }))}
            onChange={setIcon}
          />
        </>
      )}
    />
  )
}
