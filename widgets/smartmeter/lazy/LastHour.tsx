import { useEffect, useState } from 'react'
import type { RawValue } from '#engine/widget.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { custom } from '../../shared/custom.ts'
import type { Item } from '../../shared/lazy/items.ts'
import { toNumber } from '../../shared/numbers.ts'
import { readRaw } from '../../shared/read.ts'
import { afterFigure } from '../../shared/words.ts'
import { advance, begin, meansOf } from './hour.ts'
import styles from './LastHour.module.css'

/** Bars move on by themselves while nothing is reported. */
const TICK = 15_000

/** The reading of the last hour in bars, as far as this page has seen it itself. */
export function LastHour({ item, name, raw }: { item: Item; name: string; raw: RawValue | undefined }) {
  const { t } = useText()
  const words = useWords()
  const value = toNumber(raw)
  const [seen, setSeen] = useState(() => begin(Date.now(), value))
  useEffect(() => {
    const look = () => setSeen((before) => advance(before, Date.now(), value))
    look()
    const timer = setInterval(look, TICK)
    return () => clearInterval(timer)
  }, [value])

  const means = meansOf(seen)
  const known = means.flatMap(({ mean }) => mean ?? [])
  const most = Math.max(0, ...known)
  const say = (wire: number | undefined): string => {
    const { text, unit } = readRaw(wire, item, words)
    return unit ? text + afterFigure(unit) : text
  }
  const since = t('panels.meter.since', { time: words.moment(seen.since, seen.at, READER) })
  if (known.length === 0) return null
  return (
    <figure className={styles.hour}>
      <figcaption>
        <span>{t('panels.meter.hour', { name })}</span>
        <small>{since}</small>
      </figcaption>
      <div
        className={styles.bars}
        role="img"
        aria-label={t('panels.meter.bars', { name, least: say(Math.min(...known)), most: say(most), since })}
      >
        {means.map(({ from, mean }) => (
          <i
            key={from}
            data-unknown={mean === undefined || undefined}
            style={custom({ '--share': `${most > 0 && mean !== undefined ? (mean / most) * 100 : 0}%` })}
          />
        ))}
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{t('panels.meter.hourAgo')}</span>
        <span>{say(most)}</span>
        <span>{t('panels.meter.now')}</span>
      </p>
    </figure>
  )
}
