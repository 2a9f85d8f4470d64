import { ruleKeys, ruleQueries } from '#data/rules.ts'
import { useDoors } from '#engine/engine.ts'
import { useNow } from '#engine/property/useNow.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { Button } from '#ui/Button.tsx'
import { toasts } from '#ui/toasts.ts'
import { failureWords } from '../failure-words.ts'
import { statusName } from '../status-words.ts'
import { personWords } from '../trigger-words.ts'
import { useHomeMoment } from '../use-home-moment.ts'
import { useAskAgain } from '../use-rules.ts'
import { useTelling } from '../use-telling.ts'
import styles from './statuses.module.css'

/** Statuses that were deleted, for whoever misses one. */
export function DeletedStatuses() {
  const text = useText()
  const { t } = text
  const moment = useHomeMoment()
  const telling = useTelling()
  const now = useNow()
  const { source } = useDoors()
  const askAgain = useAskAgain()
  const gone = useQuery(ruleQueries(source).deleted('status')).data?.objects ?? []
  if (gone.length === 0) return null

  async function restore({ id, version, name }: ObjectVersion): Promise<void> {
    const result = await source.order('restore_object', { kind: 'status', id, version })
    askAgain(ruleKeys.statuses, ruleKeys.deleted)
    const said = t('scenes.status.restored', { name: statusName(name, text) })
    toasts.show(result.ok ? { text: said } : { text: failureWords(result, text), tone: 'danger' })
  }

  return (
    <details className={styles.deleted}>
      <summary>{t('scenes.status.deletedOnes', { count: gone.length })}</summary>
      <ul className={styles.versions}>
        {gone.map((version) => (
          <li key={version.id}>
            <span className={styles.words}>
              <strong>{statusName(version.name, text)}</strong>
              <small>
                {moment(version.at, now)} · {personWords(version.user_id, telling)}
              </small>
            </span>
            <Button
              size="dense"
              aria-label={t('scenes.status.restoreThis', { name: statusName(version.name, text) })}
              onClick={() => void restore(version)}
            >
              {t('scenes.status.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
