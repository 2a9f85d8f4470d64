import { useHomeMoment } from '#engine/home-clocks.ts'
import { causeWords } from '#engine/objects/cause-words.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Button } from '#ui/Button.tsx'
import { Toggle } from '#ui/fields/choice-fields.tsx'
import { Menu, type MenuChoice } from '#ui/menu/Menu.tsx'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../status-words.ts'
import { useTelling } from '../use-telling.ts'
import styles from './statuses.module.css'
import type { StatusOrders } from './use-status-orders.ts'

interface Props {
  status: ScenarioStatus
  orders: StatusOrders
  /** Undefined where statuses are only set. */
  onEdit: (() => void) | undefined
  onHistory(): void
  onCall(): void
  onCalendar(): void
  /** It follows a calendar, which may be one that cannot be read. */
  calendar: 'follows' | 'broken' | undefined
  /** Where it stands when it was set. */
  onCourse: (() => void) | undefined
}

/** One status: whether it is set, since when and by whom. */
export function StatusCard({
  status,
  orders,
  onEdit,
  onHistory,
  onCall,
  onCalendar,
  calendar,
  onCourse,
}: Props) {
  const text = useText()
  const moment = useHomeMoment()
  const telling = useTelling()
  const now = useNow()
  const { icon, state, since, cause, group } = status
  const name = statusName(status.name, text)
  const by = cause && causeWords(cause, telling)
  const choices: MenuChoice[] = [
    ...(onCourse
      ? [
          {
            id: 'course',
            text: text.t('scenes.statuses.course'),
            icon: 'analytics' as const,
            onSelect: onCourse,
          },
        ]
      : []),
    ...(onEdit
      ? ([
          { id: 'edit', text: text.t('scenes.statuses.edit'), icon: 'edit', onSelect: onEdit },
          { id: 'call', text: text.t('scenes.statuses.call'), icon: 'link', onSelect: onCall },
          {
            id: 'calendar',
            text: text.t('scenes.statuses.calendar'),
            icon: 'calendar',
            onSelect: onCalendar,
          },
          { id: 'history', text: text.t('scenes.statuses.history'), icon: 'history', onSelect: onHistory },
          {
            id: 'delete',
            text: text.t('scenes.statuses.delete'),
            icon: 'trash',
            danger: true,
            onSelect: () => void orders.remove(status),
          },
        ] satisfies MenuChoice[])
      : []),
  ]
  return (
    <div className={styles.card} data-on={state || undefined}>
      <Badge icon={statusIcon(icon)} tone={state ? 'primary' : 'plain'} />
      <div className={styles.words}>
        <strong>{name}</strong>
        <small>
          {since === undefined
            ? text.t(state ? 'scenes.statuses.on' : 'scenes.statuses.off')
            : text.t(state ? 'scenes.statuses.onSince' : 'scenes.statuses.offSince', {
                since: moment(since, now),
              })}
          {by && ` · ${by}`}
          {group !== undefined && ` · ${text.t('scenes.statuses.inGroup', { group })}`}
          {calendar && ` · ${text.t(`scenes.statuses.${calendar}`)}`}
        </small>
      </div>
      <Toggle
        label={name}
        value={state}
        disabled={orders.why !== undefined}
        busy={orders.switching === status.resource_id}
        onChange={(next) => void orders.set(status, next)}
      />
      {choices.length > 0 && (
        <Menu
          label={text.t('shell.moreFor', { name })}
          groups={[
            {
              id: 'status',
              choices,
            },
          ]}
          trigger={(attributes) => (
            <Button only look="quiet" icon="more" {...attributes}>
              {text.t('shell.moreFor', { name })}
            </Button>
          )}
        />
      )}
    </div>
  )
}
