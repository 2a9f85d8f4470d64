import type { PanelProps, RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { custom } from '../../shared/custom.ts'
import { type Item, readItem } from '../../shared/lazy/items.ts'
import { afterFigure, labelOf } from '../../shared/words.ts'
import { Gauge } from './Gauge.tsx'
import { LastHour } from './LastHour.tsx'
import styles from './SmartMeter.module.css'
import { type Options, type Phase, shareOf } from './value.ts'

/** A tile has room for so many (spec 2 §9). */
const IN_TILE = 4

/** What flows now as gauges, what has flowed as figures, and the phases side by side. */
export function SmartMeter({ label, values, options, place, disabled: away }: PanelProps<Options>) {
  const { t } = useText()
  const words = useWords()
  const { items, dials, figures, phases, headed } = options
  const [main] = items
  const texts = (item: Item) => ({
    name: labelOf(item, words),
    reading: readItem(item, values, words),
  })

  const inTile = [...dials.map(({ item }) => item), ...figures]
    .filter((item) => !(headed && item === main))
    .slice(0, IN_TILE)
  if (place === 'tile')
    return (
      <dl className={styles.tile} aria-label={label}>
        {inTile.map((item) => {
          const { name, reading } = texts(item)
          const share = shareOf(
            values.get(item.key),
            dials.find((dial) => dial.item === item) ?? { item, range: undefined },
          )
          return (
            <div key={item.key}>
              <dt>{name}</dt>
              <dd data-level={reading.level}>
                {reading.text}
                {reading.unit && <small>{afterFigure(reading.unit)}</small>}
                {share !== undefined && (
                  <i className={styles.bar} style={custom({ '--share': `${share}%` })} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    )

  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t('panels.meter.title')}</h2>
      <div className={styles.dials}>
        {dials.map(({ item, range }) => (
          <Gauge
            key={item.key}
            {...texts(item)}
            range={range}
            share={shareOf(values.get(item.key), { item, range })}
          />
        ))}
      </div>
      {main && (
        <LastHour item={main} name={labelOf(main, words)} raw={away ? undefined : values.get(main.key)} />
      )}
      {figures.length > 0 && (
        <dl className={styles.figures}>
          {figures.map((item) => {
            const { name, reading } = texts(item)
            return (
              <div key={item.key}>
                <dt>{name}</dt>
                <dd>
                  {reading.text}
                  {reading.unit && <small>{afterFigure(reading.unit)}</small>}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {phases.length > 0 && <Phases phases={phases} values={values} />}
    </div>
  )
}

/** The phases of a three-phase meter: a line each, with what is known of it. */
function Phases({ phases, values }: { phases: readonly Phase[]; values: ReadonlyMap<string, RawValue> }) {
  const { t } = useText()
  const words = useWords()
  return (
    <ul className={styles.phases}>
      {phases.map(({ number, items }) => (
        <li key={number}>
          <strong>{t('panels.meter.phase', { number })}</strong>
          <span className={styles.values}>
            {items.map((item) => {
              const { text, unit } = readItem(item, values, words)
              return (
                <span key={item.key} title={labelOf(item, words)}>
                  <span className="visually-hidden">{`${labelOf(item, words)}: `}</span>
                  {text}
                  {unit && <small>{afterFigure(unit)}</small>}
                </span>
              )
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}
