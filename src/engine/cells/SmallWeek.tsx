import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { sharesOf, weekdayName } from '#lib/hours.ts'
import type { SharedPeriod } from '#schemas/generated/entities/link-limits.ts'
import styles from './SmallWeek.module.css'

/** The days side by side, each from midnight to midnight; whoever cannot see it reads the words that stand with it. */
export default function SmallWeek({ hours }: { hours: readonly SharedPeriod[] }) {
  const tag = tagOf(language())
  return (
    <div className={styles.week} aria-hidden>
      {sharesOf(hours).map((parts, day) => {
        const name = weekdayName(day, tag, 'short')
        return (
          <div key={name} data-open={parts.length > 0 || undefined}>
            <span>
              {parts.map(({ from, until }) => (
                <i
                  key={from}
                  style={{ insetBlockStart: `${from * 100}%`, blockSize: `${(until - from) * 100}%` }}
                />
              ))}
            </span>
            {name}
          </div>
        )
      })}
    </div>
  )
}
