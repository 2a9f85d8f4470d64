import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, type IconName, iconNamed } from '#ui/Icon.tsx'
import { custom } from '../../shared/custom.ts'
import { type Item, readItem } from '../../shared/lazy/items.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { afterFigure, labelOf } from '../../shared/words.ts'
import styles from './AirPollution.module.css'
import { type Level, levelAt, type Options, scaleOf, verdictOf } from './value.ts'

const ICONS: Readonly<Record<Level, IconName>> = { ok: 'check', warn: 'warning', danger: 'alert' }

/** Beside the verdict of a tile there is room for so many. */
const IN_TILE = 3

/** How good the air is, what makes it so, and how much of everything is in it. */
export function AirPollution({ values, options, place }: PanelProps<Options>) {
  const { t } = useText()
  const words = useWords()
  const { pollutants, others, said } = options
  const verdict = verdictOf(values, options)
  const title = t(`panels.air.${pollutants.length === 0 ? 'plain' : (verdict?.level ?? 'unknown')}`)
  const figure = (item: Item) => {
    const { text, unit } = readItem(item, values, words)
    return text === UNKNOWN || !unit ? text : text + afterFigure(unit)
  }

  if (place === 'tile')
    return (
      <div className={styles.tile} data-level={verdict?.level}>
        <p className={styles.word}>
          {verdict && <Icon name={ICONS[verdict.level]} size="small" />}
          {title}
        </p>
        <p className={styles.quiet}>
          {said.slice(0, IN_TILE).map((item) => (
            <span key={item.key}>{`${labelOf(item, words)} ${figure(item)}`}</span>
          ))}
        </p>
      </div>
    )

  const about =
    verdict && verdict.level !== 'ok'
      ? t(`panels.air.because.${verdict.level}`, { name: labelOf(verdict.of, words) })
      : ''
  return (
    <div className={styles.page}>
      <div className={styles.verdict} data-level={verdict?.level}>
        <span className={styles.badge} aria-hidden="true">
          <Icon name={verdict ? ICONS[verdict.level] : 'air'} size="large" />
        </span>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {about !== '' && <p className={styles.about}>{about}</p>}
        </div>
      </div>
      <ul className={styles.rows}>
        {pollutants.map((pollutant) => {
          const { item } = pollutant
          const level = levelAt(values, pollutant)
          const { parts, at } = scaleOf(values, pollutant)
          return (
            <li key={item.key} data-level={level}>
              <span className={styles.name}>{labelOf(item, words)}</span>
              <span className={styles.value}>
                {figure(item)}
                {level && <span className={styles.level}>{t(`panels.air.level.${level}`)}</span>}
              </span>
              <span className={styles.scale} aria-hidden="true">
                {parts.map(({ from, to, level: part }) => (
                  <i key={from} data-level={part} style={custom({ '--part': `${to - from}` })} />
                ))}
                {at !== undefined && <b style={custom({ '--at': `${at}%` })} />}
              </span>
            </li>
          )
        })}
        {others.map((item) => (
          <li key={item.key}>
            <span className={styles.name}>
              <Icon name={iconNamed(readItem(item, values, words).icon, 'gauge')} size="small" />
              {labelOf(item, words)}
            </span>
            <span className={styles.value}>{figure(item)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
