import type { RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { readItem } from '../../shared/lazy/items.ts'
import { afterFigure, labelOf } from '../../shared/words.ts'
import styles from './Phases.module.css'
import type { Phase } from './value.ts'

/** The phases of a three-phase meter: a line each, with what is known of it. */
export function Phases({
  phases,
  values,
}: {
  phases: readonly Phase[]
  values: ReadonlyMap<string, RawValue>
}) {
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
