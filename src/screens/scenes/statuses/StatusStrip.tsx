import { useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { statusIcon, statusName } from '../status-words.ts'
import { useRuleEvents, useStatuses } from '../use-rules.ts'
import styles from './statuses.module.css'
import { useStatusOrders } from './use-status-orders.ts'

/** The home's statuses above the scenes: a tap switches one (spec 2 §1). */
export default function StatusStrip() {
  const text = useText()
  const { definitions, situation } = useEngine()
  useRuleEvents()
  const { data, isError, isPending } = useStatuses()
  const { set, switching, why } = useStatusOrders()
  const page = definitions.screen('statuses')
  if (isPending)
    return (
      <div className={styles.strip} aria-busy="true">
        {[0, 1, 2].map((one) => (
          <Skeleton key={one} width="128px" height="44px" />
        ))}
      </div>
    )
  // The list below says that the gateway does not answer.
  if (isError && !data) return null
  return (
    <section className={styles.strip} aria-label={text.t('scenes.status.title')}>
      {data.map((status) => (
        <button
          key={status.resource_id}
          type="button"
          className={styles.chip}
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
          <Icon name={statusIcon(status.icon)} />
          <span className="cut">{statusName(status.name, text)}</span>
        </button>
      ))}
      {data.length === 0 && page && !situation.flags.has('ONLY_EXECUTE_SCENES') && (
        <a className={styles.none} href={hrefOf(page)}>
          {text.t('scenes.status.first')}
        </a>
      )}
    </section>
  )
}
