import type { RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { custom } from '../../shared/custom.ts'
import { type Item, readItem } from '../../shared/lazy/items.ts'
import { afterFigure, labelOf } from '../../shared/words.ts'
import styles from './Facts.module.css'
import type { Bearing } from './value.ts'

interface Props {
  items: readonly Item[]
  wind: Item | undefined
  bearing: Bearing | undefined
  values: ReadonlyMap<string, RawValue>
}

/** Wind, rain, air: each with its picture, the wind with where it comes from. */
export function Facts({ items, wind, bearing, values }: Props) {
  const { t } = useText()
  const words = useWords()
  if (items.length === 0) return null
  return (
    <dl className={styles.facts}>
      {items.map((item) => {
        const { text, unit, icon, level } = readItem(item, values, words)
        const from = item === wind ? bearing : undefined
        return (
          <div key={item.key}>
            <dt>
              <Icon name={iconNamed(icon, 'gauge')} size="small" />
              <span>{labelOf(item, words)}</span>
            </dt>
            <dd data-level={level}>
              {text}
              {unit && <small>{afterFigure(unit)}</small>}
              {from && (
                <span className={styles.from}>
                  <span
                    className={styles.arrow}
                    aria-hidden="true"
                    style={custom({ '--turn': `${from.degrees + 180}deg` })}
                  >
                    <Icon name="arrow-up" size="mark" />
                  </span>
                  {t(`panels.weather.from.${from.from}`)}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
