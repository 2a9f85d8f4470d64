import limits from '#catalogue/limits.json' with { type: 'json' }
import { useText } from '#i18n/useText.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import styles from './create.module.css'
import { CONDITIONS, DELAYS, type Delay, type Draft } from './draft.ts'

const MOMENTS = ['now', 'once', 'after'] as const
const UNITS = Object.keys(DELAYS) as (keyof Delay)[]
const most = limits.limits.announcementDelay.value

interface Props {
  draft: Draft
  onChange(some: Partial<Draft>): void
  error: string | undefined
}

/** When it is sent, and whom it concerns then. */
export function Moment({ draft: { moment, day, time, delay, condition }, onChange, error }: Props) {
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
        {moment === 'now' && <p className={styles.hint}>{t('announcements.atOnce')}</p>}
        {moment === 'after' && (
          <div className={styles.delay}>
            {UNITS.map((unit, at) => (
              <SelectField
                key={unit}
                label={t(`announcements.delay.${unit}`)}
                value={String(delay[unit])}
                onChange={(value) => onChange({ delay: { ...delay, [unit]: Number(value) } })}
                choices={Array.from({ length: most[unit] + 1 }, (_none, n) => ({
                  value: String(n),
                  label: String(n),
                }))}
                {...(at === 0 && error !== undefined && { error })}
              />
            ))}
          </div>
        )}
        {moment === 'once' && (
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
        <SelectField
          label={t('announcements.condition')}
          help={t('announcements.conditionHelp')}
          value={condition}
          onChange={(value) => onChange({ condition: CONDITIONS.find((one) => one === value) ?? '' })}
          choices={[
            { value: '', label: t('announcements.conditions.none') },
            ...CONDITIONS.map((value) => ({ value, label: t(`announcements.conditions.${value}`) })),
          ]}
        />
      </div>
    </NumberedCard>
  )
}
