import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import styles from './details.module.css'

/** The waves, the canaries first: how many each has, and how it fares. */
export function Waves({ operation: { taskList, taskLog } }: { operation: BulkOperation }) {
  const { t } = useText()
  const words = useWords()
  if (taskLog.length < 2) return null
  return (
    <ol className={styles.waves} aria-label={t('bulk.details.waves')}>
      {taskLog.map(({ index, size, successful, failed, left }, at) => {
        const name = taskList[at]?.name
        return (
          <li key={index} data-over={left === 0 || undefined}>
            <span className={styles.waveName}>
              <strong>
                {name === 'canary' ? t('bulk.wave.canary') : t('bulk.wave.name', { wave: name })}
              </strong>
              {failed > 0
                ? t('bulk.wave.withFailures', { done: successful, of: size, failed })
                : t('bulk.wave.done', { done: words.number(successful), of: words.number(size) })}
            </span>
            <span className={styles.waveBar} aria-hidden="true">
              {successful > 0 && <i data-part="successful" style={{ flexGrow: successful }} />}
              {failed > 0 && <i data-part="failed" style={{ flexGrow: failed }} />}
              {size > successful + failed && (
                <i data-part="left" style={{ flexGrow: size - successful - failed }} />
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
