import { Suspense } from 'react'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { hoursText } from '#lib/hours.ts'
import type { SharedPeriod } from '#schemas/generated/entities/link-limits.ts'
import { lazyPart } from '../../lazy-part.ts'
import { defineCell } from '../cell.ts'
import styles from '../cells.module.css'

/** One page has it: its code comes with that, and the words stand there meanwhile. */
const SmallWeek = lazyPart(() => import('../SmallWeek.tsx'), [])

const periodsIn = (value: unknown): readonly SharedPeriod[] => (Array.isArray(value) ? value : [])

/** Hours of a week: drawn, and in words beside it. */
export default defineCell({
  kind: 'week',
  card: 'below',
  Component: ({ value }) => {
    const hours = periodsIn(value)
    return hours.length === 0 ? null : (
      <div className={styles.hours}>
        <Suspense fallback={<span className={styles.weekComing} />}>
          <SmallWeek hours={hours} />
        </Suspense>
        <span className={styles.muted}>{hoursText(hours, tagOf(language()))}</span>
      </div>
    )
  },
  written: (value) => hoursText(periodsIn(value), 'en'),
})
