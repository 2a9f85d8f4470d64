import { useState } from 'react'
import type { Mark } from '#engine/charts/series.ts'
import type { Times } from '#engine/charts/use-times.ts'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './history.module.css'

interface Props {
  marks: readonly Mark[]
  chosen: Mark | undefined
  times: Times
  choose(mark: Mark | undefined): void
}

/** The marks of the chart as a list, newest first: choosing one chooses the other (mock 14-device-history). */
export function Moved({ marks, chosen, times, choose }: Props) {
  const { t } = useText()
  const { definitions } = useEngine()
  const [count, setCount] = useState(numberLimit(definitions, 'eventPageSize'))
  if (marks.length === 0) return null
  return (
    <Card title={t('history.moved.title')} flush>
      <ol className={styles.moved}>
        {marks
          .toReversed()
          .slice(0, count)
          .map((mark) => (
            <li key={`${mark.at} ${mark.what}`}>
              <button
                type="button"
                aria-pressed={mark === chosen}
                onClick={() => choose(mark === chosen ? undefined : mark)}
              >
                <i data-by={mark.by}>
                  <Icon name={mark.icon} size="mark" />
                </i>
                <time dateTime={new Date(mark.at).toISOString()}>{times.at(mark.at)}</time>
                <span>
                  {mark.what}
                  {mark.why && <small>{mark.why}</small>}
                </span>
              </button>
              {mark.href && (
                <a href={mark.href} aria-label={t('history.moved.scene', { what: mark.what })}>
                  {t('charts.marks.more')}
                </a>
              )}
            </li>
          ))}
      </ol>
      {marks.length > count && (
        <div className={styles.more}>
          <Button size="dense" onClick={() => setCount(count * 2)}>
            {t('history.moved.all', { count: marks.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}
