import type { PanelProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { afterFigure, labelOf } from '../shared/words.ts'
import styles from './Group.module.css'
import { type Options, readItem } from './value.ts'

/** A tile has room for so many (spec 2 §9). */
const IN_TILE = 4

/** Several readings side by side, each with its name. */
export function Group({ label, values, options, place }: PanelProps<Options>) {
  const words = useWords()
  const items = place === 'page' ? options.items : options.items.slice(0, IN_TILE)
  return (
    <dl className={styles.group} aria-label={label} data-place={place}>
      {items.map((item) => {
        const reading = readItem(item, values, words)
        return (
          <div key={`${item.key}/${item.field ?? ''}`}>
            <dt>
              {place === 'page' && reading.icon && <Icon name={iconNamed(reading.icon)} size="small" />}
              <span>{labelOf(item, words)}</span>
            </dt>
            <dd data-level={reading.level}>
              {reading.text}
              {reading.unit && <small>{afterFigure(reading.unit)}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
