import limits from '#catalogue/limits.json' with { type: 'json' }
import { WindowFields } from '#engine/choosing/WindowFields.tsx'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import styles from './create.module.css'
import {
  CONDITIONS,
  DELAYS,
  type Delay,
  type Draft,
  MONTH_DAYS,
  RHYTHMS,
  type Rhythm,
  timesOf,
} from './draft.ts'

const MOMENTS = ['now', 'once', 'after', 'repeat'] as const
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const UNITS = Object.keys(DELAYS) as (keyof Delay)[]
const most = limits.limits.announcementDelay.value

interface Props {
  draft: Draft
  onChange(some: Partial<Draft>): void
  now: number
  error: string | undefined
}

/** When it is sent, and whom it concerns then. */
export function Moment({ draft, onChange, now, error }: Props) {
  const { moment, day, time, delay, condition } = draft
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
        {moment === 'repeat' && <Repeated {...{ draft, onChange, now, error }} />}
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
        <WindowFields of="people" window={draft.window} onChange={(window) => onChange({ window })} />
      </div>
    </NumberedCard>
  )
}

/** How often it comes, until when, and when next. */
function Repeated({ draft, onChange, now, error }: Props) {
  const { t } = useText()
  const words = useWords()
  const { time, rhythm } = draft
  const { every, weekday, date, until } = rhythm
  const set = (some: Partial<Rhythm>): void => onChange({ rhythm: { ...rhythm, ...some } })
  const times = timesOf(draft, now)
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('announcements.rhythm')}
          value={every}
          choices={RHYTHMS.map((value) => ({ value, label: t(`announcements.rhythms.${value}`) }))}
          onChange={(value) => set({ every: RHYTHMS.find((one) => one === value) ?? every })}
        />
        {every === 'week' && (
          <SelectField
            label={t('announcements.weekday')}
            value={String(weekday)}
            choices={WEEKDAYS.map((day, at) => ({
              value: String(at),
              label: t(`announcements.weekdays.${day}`),
            }))}
            onChange={(value) => set({ weekday: Number(value) })}
          />
        )}
        {every === 'month' && (
          <SelectField
            label={t('announcements.date')}
            value={String(date)}
            choices={Array.from({ length: MONTH_DAYS }, (_none, at) => ({
              value: String(at + 1),
              label: String(at + 1),
            }))}
            onChange={(value) => set({ date: Number(value) })}
          />
        )}
        <TextField
          type="time"
          label={t('announcements.time')}
          value={time}
          onChange={(value) => onChange({ time: value })}
        />
        <TextField
          type="date"
          label={t('announcements.until')}
          help={t('announcements.untilHelp')}
          value={until}
          onChange={(value) => set({ until: value })}
          {...(error !== undefined && { error })}
        />
      </div>
      {times.length > 0 && (
        <p className={styles.hint}>
          {t('announcements.next', { times: times.map((at) => words.moment(at, now, READER)).join(' · ') })}
        </p>
      )}
    </>
  )
}
