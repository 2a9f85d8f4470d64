import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import type { Place } from '../widget.ts'
import styles from './ReadingView.module.css'
import { addressesOf } from './state/address.ts'
import { useProperties } from './state/useProperty.ts'
import { useWidgets } from './state/widgets.ts'
import { afterFigure, labelOf, readPlaced, valuesOf } from './state/words-of.ts'

interface Props {
  device: string
  placed: Placed
  place: Place | 'footer'
}

/** A value in words: a figure in the head, icon and value in a footer; for places that its widget does not fill. */
export function ReadingView({ device, placed, place }: Props) {
  const widgets = useWidgets()
  const words = useWords()
  const states = useProperties(addressesOf(device, placed))
  const { text, unit, icon, level } = readPlaced(placed, valuesOf(placed, states), widgets, words)
  const label = labelOf(placed, words)
  return (
    <span className={styles.reading} data-place={place} data-level={level} title={label}>
      {place !== 'head' && icon && <Icon name={iconNamed(icon, 'gauge')} size="mark" />}
      <span className="visually-hidden">{`${label}: `}</span>
      <span className={styles.value}>{text}</span>
      {unit && <small>{afterFigure(unit)}</small>}
    </span>
  )
}
