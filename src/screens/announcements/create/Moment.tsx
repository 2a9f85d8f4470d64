import { useText } from '#i18n/useText.ts'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import styles from './create.module.css'
import type { Draft } from './draft.ts'

const MOMENTS = ['now', 'once'] as const

interface Props {
  draft: Draft
  onChange(some: Partial<Draft>): void
  error: string | undefined
}

/** When it is sent. */
export function Moment({ draft: { moment, day, time }, onChange, error }: Props) {
  const { t } = useText()
  return (
    <NumberedCard
      number={3}
      title={t('announcements.moment')}
      aside={
        <Segments
          label={t('announcements.moment')}
          segments={MOMENTS.map((id) => ({ id, label: t(`announcements.moments.${id}`) }))}
          value={moment}
          onChange={(id) => {
            const next = MOMENTS.find((one) => one === id)
            if (next) onChange({ moment: next })
          }}
        />
      }
    >
      <div className={styles.body}>
        {moment === 'now' ? (
          <p className={styles.hint}>{t('announcements.atOnce')}</p>
        ) : (
          <div className={styles.pair}>
            <TextField
              type="date"
              label={t('announcements.day')}
              help={t('announcements.localTime')}
              value={day}
              onChange={(value) => onChange({ day: value })}
              {...(error !== undefined && { error })}
            />
            <TextField
              type="time"
              label={t('announcements.time')}
              value={time}
              onChange={(value) => onChange({ time: value })}
            />
          </div>
        )}
      </div>
    </NumberedCard>
  )
}
