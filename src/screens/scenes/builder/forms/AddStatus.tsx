import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../../status-words.ts'
import { putSetStatus } from '../draft/set-edit.ts'
import { Panel } from '../Panel.tsx'
import styles from './DevicePicker.module.css'
import { useStatuses } from './use-statuses.ts'

interface Props {
  set: ActionSet
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Chooses a status that the scene switches. */
export function AddStatus({ set, onAdd, onBack }: Props) {
  const text = useText()
  const { t } = text
  const statuses = useStatuses()
  const taken = new Set((set.statuses ?? []).map(({ resource_id }) => resource_id))
  const open = statuses.filter(({ resource_id }) => !taken.has(resource_id))
  return (
    <Panel title={t('sceneForms.status.act')} text={t('sceneForms.status.actText')} onBack={onBack}>
      {open.length === 0 ? (
        <EmptyState bare icon="home-status" title={t('sceneForms.status.none')}>
          <p>{t('sceneForms.status.noneText')}</p>
        </EmptyState>
      ) : (
        <div className={styles.groups}>
          <ul aria-label={t('sceneForms.status.act')}>
            {open.map(({ resource_id, name, icon }) => (
              <li key={resource_id}>
                <button
                  type="button"
                  className={styles.device}
                  onClick={() => onAdd(putSetStatus(set, { resource_id, name, icon, state: true }))}
                >
                  <Badge icon={statusIcon(icon)} />
                  <span>{statusName(name, text)}</span>
                  <Icon name="plus" size="small" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}
