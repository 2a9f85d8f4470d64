import type { Reading } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { afterFigure } from '../../shared/words.ts'
import styles from './Gauge.module.css'

interface Props {
  name: string
  reading: Reading
  range: Value['gauge']
  /** 0 to 100; undefined while nobody knows it. */
  share: number | undefined
}

const ARC = 'M16 100A84 84 0 0 1 184 100'

/** Half a circle with the reading in it and its range at the ends; without a range the reading alone. */
export function Gauge({ name, reading, range, share }: Props) {
  const { t } = useText()
  const words = useWords()
  const { text, unit, level } = reading
  const said = unit ? text + afterFigure(unit) : text
  const ends = range && { from: words.number(range.min), to: words.number(range.max) }
  return (
    <figure className={styles.gauge} data-level={level}>
      <div className={styles.dial}>
        {ends && (
          <svg
            viewBox="0 0 200 108"
            role="img"
            aria-label={t('panels.meter.gauge', { name, value: said, ...ends })}
          >
            <path className={styles.track} d={ARC} />
            {/* A cap would show a dot for nothing at all. */}
            {share !== undefined && share > 0 && (
              <path className={styles.fill} d={ARC} pathLength={100} strokeDasharray={`${share} 100`} />
            )}
          </svg>
        )}
        <p className={styles.figure} aria-hidden={ends !== undefined || undefined}>
          <span>{text}</span>
          {unit && <small>{unit}</small>}
        </p>
        {ends && (
          <p className={styles.ends} aria-hidden="true">
            <span>{ends.from}</span>
            <span>{ends.to}</span>
          </p>
        )}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  )
}
