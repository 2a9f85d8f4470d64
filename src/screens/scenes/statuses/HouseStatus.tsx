import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { statusIcon, statusName } from '../status-words.ts'
import { useRuleEvents, useStatuses } from '../use-rules.ts'
import styles from './HouseStatus.module.css'
import { useStatusOrders } from './use-status-orders.ts'

/** Which statuses of the home are set, and a way to set others; only a home that is known to have none says nothing. */
export default function HouseStatus() {
  const text = useText()
  useRuleEvents()
  const { data, isError, refetch } = useStatuses()
  const { set, why } = useStatusOrders()
  if (data?.length === 0) return null
  const title = text.t('scenes.status.title')
  const on = data?.filter(({ state }) => state) ?? []
  return (
    <>
      <dt className={styles.title}>{title}</dt>
      <dd className={styles.status}>
        {data ? (
          <Menu
            label={title}
            groups={[
              {
                id: 'statuses',
                ...(why !== undefined && { title: why }),
                choices: data.map((status) => ({
                  id: status.resource_id,
                  text: statusName(status.name, text),
                  icon: statusIcon(status.icon),
                  checked: status.state,
                  stays: true,
                  disabled: why !== undefined,
                  onSelect: () => void set(status, !status.state),
                })),
              },
            ]}
            trigger={(attributes) => (
              <button type="button" {...attributes}>
                <b className="cut">
                  {on.map(({ name }) => statusName(name, text)).join(', ') || text.t('scenes.status.noneSet')}
                </b>
                <Icon name="chevron-down" size="small" />
              </button>
            )}
          />
        ) : isError ? (
          <button type="button" title={text.t('shell.retry')} onClick={() => void refetch()}>
            <b className="cut" role="alert">
              {text.t('scenes.status.failed')}
            </b>
            <Icon name="refresh" size="small" />
          </button>
        ) : (
          <Skeleton width="96px" height="22px" />
        )}
        <span className={styles.badge}>
          <Badge icon={statusIcon(on[0]?.icon)} tone={on.length > 0 ? 'primary' : 'plain'} />
        </span>
      </dd>
    </>
  )
}
