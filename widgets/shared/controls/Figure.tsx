import type { Place, Reading } from '#engine/widget.ts'
import { hyphenated } from '#lib/hyphens.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { afterFigure } from '../words.ts'
import styles from './Figure.module.css'

interface Props {
  reading: Reading
  place: Place
  /** Draws the icon before the figure. */
  icon?: boolean
}

/** The value, large and light, its unit half as big; words stay at text size. */
export function Figure({ reading, place, icon }: Props) {
  const words = !/^[-−\d.,’'\s–•]*$/.test(reading.text)
  return (
    <span
      className={styles.figure}
      data-place={place}
      data-words={words || undefined}
      data-level={reading.level}
    >
      {icon && reading.icon && (
        <Icon name={iconNamed(reading.icon)} size={place === 'page' && !words ? 'large' : 'normal'} />
      )}
      <span className={styles.value}>
        {words && place === 'page' ? hyphenated(reading.text) : reading.text}
      </span>
      {reading.unit && <small>{afterFigure(reading.unit)}</small>}
    </span>
  )
}
