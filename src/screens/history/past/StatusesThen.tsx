import { ruleQueries } from '#data/rules.ts'
import { usePorts } from '#engine/engine.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import type { ScenarioStatus } from '#schemas/generated/channel.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './past.module.css'
import type { HomeThen } from './past-home.ts'

/** Which statuses were set at a moment; what has not been switched since is what it was. */
function setThen(
  statuses: readonly ScenarioStatus[],
  then: HomeThen['statuses'],
  at: number,
): readonly ScenarioStatus[] {
  const known = new Map(then.map((one) => [one.resource_id, one.state]))
  return statuses.filter(({ resource_id, state, since }) =>
    since !== undefined && since <= at ? state : known.get(resource_id) === true,
  )
}

/** The house status as it was, below the hours that one goes through; nothing where nothing is known of it. */
export function StatusesThen({ told, at }: { told: HomeThen; at: number }) {
  const { t, say } = useText()
  const { source } = usePorts()
  const { data = [] } = useQuery(ruleQueries(source).statuses())
  const known = told.statuses.length > 0 || data.some(({ since }) => since !== undefined && since <= at)
  if (data.length === 0 || !known) return null
  const set = setThen(data, told.statuses, at).map(({ name }) => say(`statuses.names.${name}`, name))
  return (
    <p className={styles.statuses}>
      <Icon name="home-status" size="small" />
      <span>{t('past.statuses')}</span>
      <b>{set.join(', ') || t('past.noStatus')}</b>
    </p>
  )
}
