import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NotKnown } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { statusIcon, statusName } from '../status-words.ts'
import { useStatusOrders } from '../statuses/use-status-orders.ts'
import { useRuleEvents, useStatuses } from '../use-rules.ts'
import styles from './glance.module.css'

const ROW = 52
const HEAD = 76
/** Keys that a card has room for. */
const keysIn = ({ rows, columns }: Readonly<Record<string, string>>): number =>
  Math.max(1, Math.floor((Number(rows) * 94 - HEAD) / ROW)) * Math.max(1, Number(columns)) || Infinity

/** The home's statuses as keys: a tap switches one. */
export default function StatusGlance({ params }: BlockProps) {
  const text = useText()
  const { t } = text
  const { definitions } = useEngine()
  useRuleEvents()
  const { data, isError, refetch } = useStatuses()
  const { set, switching, why } = useStatusOrders()
  const page = definitions.screen('statuses')
  return (
    <Card
      title={t('scenes.status.title')}
      aside={
        page && (
          <a className={styles.all} href={hrefOf(page)}>
            {t('engine.list.allRows')}
          </a>
        )
      }
    >
      {isError && !data ? (
        <div className={styles.said}>
          <NotKnown onRetry={() => void refetch()}>{t('scenes.status.failed')}</NotKnown>
        </div>
      ) : !data ? (
        <Skeleton height="88px" />
      ) : data.length === 0 ? (
        <p className={styles.said}>{t('scenes.status.none')}</p>
      ) : (
        <div className={styles.keys}>
          {data.slice(0, keysIn(params)).map((status) => (
            <button
              key={status.resource_id}
              type="button"
              aria-pressed={status.state}
              aria-busy={switching === status.resource_id || undefined}
              aria-disabled={why === undefined ? undefined : true}
              title={why}
              onClick={() =>
                why === undefined
                  ? void set(status, !status.state)
                  : toasts.show({ text: why, about: ['status'] })
              }
            >
              <Icon name={statusIcon(status.icon)} size="small" />
              <span className="cut">{statusName(status.name, text)}</span>
            </button>
          ))}
        </div>
      )}
    </Card>
  )
}
