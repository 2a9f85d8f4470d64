import { useNow } from '#engine/property/state/useNow.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import { Card } from '#ui/Card.tsx'
import styles from './details.module.css'

const MINUTE = 60

/** Nobody knows to the second what is left of minutes. */
const roughly = (seconds: number): number =>
  seconds < MINUTE ? seconds : Math.round(seconds / MINUTE) * MINUTE

const PARTS = ['successful', 'failed', 'canceled', 'left'] as const

/** How long it takes at the pace that it has had so far. */
function leftOf({ timeOfOperationStart, finishTaskCount, taskCounters }: BulkOperation, now: number) {
  if (timeOfOperationStart === undefined || finishTaskCount === 0) return undefined
  const seconds = (now - Date.parse(timeOfOperationStart)) / 1000
  return seconds < 1 ? undefined : Math.ceil((seconds / finishTaskCount) * taskCounters.left)
}

function useState({ status, campaignOptions, waiting = 0, ...operation }: BulkOperation): string {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  if (status !== 'In Progress') return t(`bulk.states.${status}`)
  const { nextWaveAt, waitUntil } = campaignOptions
  if (nextWaveAt !== undefined && Date.parse(nextWaveAt) > now)
    return t('bulk.details.nextWave', { at: words.moment(Date.parse(nextWaveAt), now, READER) })
  if (waiting > 0 && waiting === operation.taskCounters.left && waitUntil !== undefined)
    return t('bulk.details.waitsFor', {
      count: waiting,
      until: words.moment(Date.parse(waitUntil), now, READER),
    })
  const left = leftOf({ status, campaignOptions, ...operation }, now)
  if (left === undefined || campaignOptions.waitUntil === undefined) return t('bulk.states.In Progress')
  return t('bulk.details.left', { time: words.duration(roughly(left)) })
}

/** How far it is: per cent, what came of how many, and the same as a bar. */
export function Progress({ operation }: { operation: BulkOperation }) {
  const { t } = useText()
  const words = useWords()
  const state = useState(operation)
  const { taskCounters, campaignOptions } = operation
  return (
    <Card flush>
      <div className={styles.progress}>
        <p className={styles.percent}>
          <strong>
            {words.number(campaignOptions.progress)}
            {'\u202f%'}
          </strong>
          <span role="status">{state}</span>
        </p>
        <dl>
          {PARTS.map((part) => (
            <div key={part}>
              <dt>
                <i className={styles.swatch} data-part={part} />
                {t(`bulk.counts.${part}`)}
              </dt>
              <dd>{words.number(taskCounters[part])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {PARTS.map(
          (part) =>
            taskCounters[part] > 0 && (
              <i key={part} data-part={part} style={{ flexGrow: taskCounters[part] }} />
            ),
        )}
      </div>
    </Card>
  )
}
