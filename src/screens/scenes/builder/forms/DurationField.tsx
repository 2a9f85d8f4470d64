import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Toggle } from '#ui/fields/Toggle.tsx'
import { vocabulary } from '../offered/vocabulary.ts'
import { durationWords } from '../sentences.ts'
import { ClockFields } from './ClockFields.tsx'
import { type Clock, clockOf, msOf } from './duration.ts'
import styles from './forms.module.css'

/** A preset in milliseconds, `none` for no time at all, or a time of one's own. */
export interface Duration {
  chosen: number | 'none' | 'custom'
  clock: Clock
}

/** A known duration as it is filled in: one of the presets, or a custom one. */
export function durationOf(
  ms: number | undefined,
  otherwise: Duration['chosen'],
  presets = vocabulary.delayPresets,
): Duration {
  if (ms === undefined || ms === 0) return { chosen: otherwise, clock: clockOf(0) }
  const preset = presets.includes(ms)
  return { chosen: preset ? ms : 'custom', clock: clockOf(ms) }
}

/** spec 2 §5: stored in milliseconds. Undefined while it is none. */
export function msOfDuration({ chosen, clock }: Duration): number | undefined {
  if (chosen === 'none') return 0
  if (chosen !== 'custom') return chosen
  const ms = msOf(clock)
  return ms === 0 ? undefined : ms
}

interface Props {
  label: string
  /** What no time at all means here; without it there has to be one. */
  none?: string
  presets?: readonly number[]
  duration: Duration
  judged: boolean
  /** What is wrong with it besides that it is none. */
  error?: string | undefined
  onChange(duration: Duration): void
}

/** A pause, or how long something has to hold: presets, or hours, minutes and seconds. */
export function DurationField({
  label,
  none,
  presets = vocabulary.delayPresets,
  duration,
  judged,
  error,
  onChange,
}: Props) {
  const text = useText()
  const words = useWords()
  const { t } = text
  const choices: readonly { chosen: Duration['chosen']; name: string }[] = [
    ...(none === undefined ? [] : [{ chosen: 'none' as const, name: none }]),
    ...presets.map((ms) => ({ chosen: ms, name: durationWords(ms, { text, words }) })),
    { chosen: 'custom', name: t('sceneForms.duration.custom') },
  ]
  const { chosen, clock } = duration
  const empty = judged && chosen === 'custom' && msOf(clock) === 0
  return (
    <div className={styles.stack}>
      <fieldset className={styles.presets}>
        <legend>{label}</legend>
        {choices.map(({ chosen: value, name }) => (
          <Toggle
            key={value}
            pressed={chosen === value}
            onClick={() =>
              onChange({
                chosen: value,
                // Whoever wants a time of his own begins with the one chosen before.
                clock: value === 'custom' && typeof chosen === 'number' ? clockOf(chosen) : clock,
              })
            }
          >
            {name}
          </Toggle>
        ))}
      </fieldset>
      {chosen === 'custom' && (
        <ClockFields
          label={t('sceneForms.duration.custom')}
          clock={clock}
          judged={judged}
          onChange={(next) => onChange({ chosen, clock: next })}
        />
      )}
      {(empty || error) && (
        <p className={styles.fault} role="alert">
          {empty ? t('sceneForms.faults.noTime') : error}
        </p>
      )}
    </div>
  )
}
