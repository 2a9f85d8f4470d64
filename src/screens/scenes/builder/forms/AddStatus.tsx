import { Unread } from '#engine/choosing/Unread.tsx'
import { useText } from '#i18n/useText.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../../status-words.ts'
import { useStatuses } from '../../use-rules.ts'
import { putSetStatus } from '../draft/set-edit.ts'
import { Panel } from '../Panel.tsx'
import styles from './DevicePicker.module.css'

interface Props {
  set: ActionSet
  onAdd(set: ActionSet): void
  onBack(): void
}

/** Chooses a status that the scene switches. */
export function AddStatus({ set, onAdd, onBack }: Props) {
  const text = useText()
  const { t } = text
  const found = useStatuses()
  const taken = new Set((set.statuses ?? []).map(({ resource_id }) => resource_id))
  const open = found.data?.filter(({ resource_id }) => !taken.has(resource_id))
  return (
    <Panel title={t('sceneForms.status.act')} text={t('sceneForms.status.actText')} onBack={onBack}>
      <Unread of={[found]} title={t('scenes.status.failed')} />
      {found.isPending && <SkeletonLines lines={3} />}
      {open?.length === 0 ? (
        <EmptyState bare icon="home-status" title={t('sceneForms.status.none')}>
          <p>{t('sceneForms.status.noneText')}</p>
        </EmptyState>
      ) : (
        <div className={styles.groups}>
          <ul aria-label={t('sceneForms.status.act')}>
            {open?.map(({ resource_id, name, icon }) => (
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
