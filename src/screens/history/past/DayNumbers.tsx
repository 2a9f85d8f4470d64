import { useText } from '#i18n/useText.ts'
import type { NumberPair } from './day-numbers.ts'
import styles from './past.module.css'

/** The numbers that differ between two days: each day with its mean and between what it moved, a counter with its gain. */
export function DayNumbers({
  pairs,
  days,
}: {
  pairs: readonly NumberPair[]
  days: readonly [string, string]
}) {
  const { t } = useText()
  return (
    <section className={styles.numbers} aria-label={t('past.two.numbers')}>
      <p aria-hidden="true">
        <b>{t('past.two.numbers')}</b>
        <span>{days[0]}</span>
        <span>{days[1]}</span>
        <span>{t('past.two.difference')}</span>
      </p>
      <ul>
        {pairs.map(({ id, label, days: figures, by, more }) => (
          <li key={id}>
            <b>{label}</b>
            {figures.map(({ figure, span }, place) => (
              <span key={days[place]} data-second={place === 1 || undefined}>
                <span className="visually-hidden">{days[place]}: </span>
                {figure}
                {span && <small>{t('past.two.span', span)}</small>}
              </span>
            ))}
            <em>
              <span className="visually-hidden">{t('past.two.difference')}: </span>
              {more ? '+' : '−'}
              {by}
            </em>
          </li>
        ))}
      </ul>
    </section>
  )
}
