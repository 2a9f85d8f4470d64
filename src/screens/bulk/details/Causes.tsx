import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkCause } from '#schemas/generated/entities/bulk-operation.ts'
import { Button } from '#ui/Button.tsx'
import { Badge } from '#ui/Tag.tsx'
import { causeOf } from '../causes.ts'
import styles from './details.module.css'

interface Props {
  causes: readonly BulkCause[]
  failed: number
  onRetry(code: string): void
  onShow(code: string): void
}

/** Why gateways failed, grouped by cause, each with its remedy. */
export function Causes({ causes, failed, onRetry, onShow }: Props) {
  const { t, say } = useText()
  const words = useWords()
  if (causes.length === 0) return null
  return (
    <section className={styles.causes} aria-labelledby="bulk-causes">
      <h2 id="bulk-causes">{t('bulk.details.why', { count: failed })}</h2>
      <ul>
        {causes.map(({ code, count }) => {
          const { icon, tone, remedy } = causeOf(code)
          return (
            <li key={code}>
              <div className={styles.causeHead}>
                <Badge icon={icon} tone={tone} size="small" />
                <h3>{say(`bulk.causes.${code}.title`, code)}</h3>
                <strong>{words.number(count)}</strong>
              </div>
              <p>{say(`bulk.causes.${code}.text`)}</p>
              <div className={styles.causeFoot}>
                {remedy === 'retry' && (
                  <Button size="dense" onClick={() => onRetry(code)}>
                    {t('bulk.details.retrySome', { count })}
                  </Button>
                )}
                <Button size="dense" look="quiet" onClick={() => onShow(code)}>
                  {t('bulk.details.show')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
