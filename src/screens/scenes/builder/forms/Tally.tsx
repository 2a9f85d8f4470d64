import { useText } from '#i18n/useText.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { vocabulary } from '../offered/vocabulary.ts'
import { type Duration, DurationField, msOfDuration } from './DurationField.tsx'

/** The same limits as schemas/entities/rule.json has. */
const [LEAST, LONGEST, MOST] = [1000, 3_600_000, 10]

/** The time in which something comes so often, or changes by so much; undefined while it is none of those that can be. */
export function withinOf(duration: Duration): number | undefined {
  const ms = msOfDuration(duration)
  return ms === 0 || (ms !== undefined && ms >= LEAST && ms <= LONGEST) ? ms : undefined
}

interface Props {
  /** It waits for a change: not for how often. */
  change: boolean
  count: number
  within: Duration
  judged: boolean
  onCount(count: number): void
  onWithin(within: Duration): void
}

/** How often something comes true, and in which time it does, or changes (decision 0206). */
export function Tally({ change, count, within, judged, onCount, onWithin }: Props) {
  const { t } = useText()
  const ms = withinOf(within)
  const fits = ms !== undefined && (change || ms > 0)
  return (
    <>
      {!change && (
        <SelectField
          label={t('sceneForms.tally.count')}
          value={String(count)}
          choices={Array.from({ length: MOST }, (_, n) => ({
            value: String(n + 1),
            label: n === 0 ? t('sceneForms.tally.once') : t('sceneForms.tally.times', { count: n + 1 }),
          }))}
          onChange={(next) => onCount(Number(next))}
        />
      )}
      {(change || count > 1) && (
        <DurationField
          label={t('sceneForms.tally.within')}
          none={change ? t('sceneForms.tally.since') : undefined}
          presets={vocabulary.tallyPresets}
          duration={within}
          judged={judged}
          error={judged && !fits ? t('sceneForms.tally.badWithin') : undefined}
          onChange={onWithin}
        />
      )}
    </>
  )
}
