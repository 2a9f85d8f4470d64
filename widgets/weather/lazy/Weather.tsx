import type { PanelProps } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { type Item, readItem } from '../../shared/lazy/items.ts'
import { UNKNOWN } from '../../shared/read.ts'
import { afterFigure, capital, labelOf } from '../../shared/words.ts'
import { Facts } from './Facts.tsx'
import { bearingOf, type Options } from './value.ts'
import styles from './Weather.module.css'

/** Beside the word of a tile there is room for so many. */
const IN_TILE = 3

/** How it is outside: a picture and the temperature, then wind, rain and air as figures. */
export function Weather({ values, options, place }: PanelProps<Options>) {
  const { t } = useText()
  const words = useWords()
  const { condition, temperature, facts } = options
  const say = (item: Item | undefined) => item && readItem(item, values, words)
  const sky = say(condition)
  const warmth = say(temperature)
  const word = sky && sky.text !== UNKNOWN ? capital(sky.text) : undefined
  const picture = iconNamed(sky?.icon, 'weather')
  const figure = (reading: ReturnType<typeof readItem>) =>
    reading.text + (reading.unit ? afterFigure(reading.unit) : '')

  const lead = word ?? (warmth && figure(warmth))
  if (place === 'tile')
    return (
      <div className={styles.tile}>
        <Icon name={picture} size="large" />
        <p>
          {lead !== undefined && <strong>{lead}</strong>}
          <span className={styles.quiet}>
            {facts
              .map((item) => ({ item, reading: readItem(item, values, words) }))
              .filter(({ reading }) => reading.text !== UNKNOWN)
              .slice(0, IN_TILE)
              .map(({ item, reading }) => (
                <span key={item.key} title={labelOf(item, words)}>
                  {reading.icon && <Icon name={iconNamed(reading.icon)} size="mark" />}
                  <span className="visually-hidden">{`${labelOf(item, words)}: `}</span>
                  {figure(reading)}
                </span>
              ))}
          </span>
        </p>
      </div>
    )

  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t('panels.weather.title')}</h2>
      {(condition || temperature) && (
        <div className={styles.now}>
          <span className={styles.picture} aria-hidden="true">
            <Icon name={picture} size="large" />
          </span>
          {warmth && temperature && (
            <p className={styles.warmth}>
              <span className="visually-hidden">{`${labelOf(temperature, words)}: `}</span>
              {warmth.text}
              {warmth.unit && <small>{warmth.unit}</small>}
            </p>
          )}
          {word !== undefined && <p className={styles.word}>{word}</p>}
        </div>
      )}
      <Facts items={facts} wind={options.wind} bearing={bearingOf(values, options)} values={values} />
    </div>
  )
}
