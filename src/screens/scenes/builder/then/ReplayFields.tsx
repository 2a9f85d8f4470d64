import { useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ReplayedValue } from '#schemas/generated/entities/rule.ts'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { DurationField, durationOf, msOfDuration } from '../forms/DurationField.tsx'
import { vocabulary } from '../offered/vocabulary.ts'
import { durationWords } from '../sentences.ts'

/** As in the week before, long enough for a journey, and not to the minute. */
export function firstReplay(): ReplayedValue {
  const { days, over, spread } = vocabulary.replay
  return { kind: 'replay', days: days[0] ?? 1, over: over[Math.floor(over.length / 2)] ?? 0, spread }
}

/** What a gateway takes (schemas/entities/rule.json). */
const LONGEST = 1_814_400_000
const SHORTEST = 60_000

interface Props {
  replay: ReplayedValue
  onChange(replay: ReplayedValue, anew?: 'anew'): void
}

/** As on which days before, how long at most, and how exactly (decision 0264). */
export function ReplayFields({ replay, onChange }: Props) {
  const text = useText()
  const words = useWords()
  const { t, say } = text
  const { days: _days, spread: drawn = 0, ...left } = replay
  const presets = vocabulary.replay
  const [over, setOver] = useState(() => durationOf(replay.over, 'custom', presets.over))
  const ms = msOfDuration(over)
  const fits = ms === undefined || (ms >= SHORTEST && ms <= LONGEST)
  const ahead = [...new Set([...presets.days, replay.days])]
  const spreads = [
    ...new Set([...vocabulary.spreadPresets.filter((one) => one <= HOUR), presets.spread, drawn]),
  ]
  return (
    <>
      <SelectField
        label={t('sceneForms.replay.days')}
        help={t('sceneForms.replay.text')}
        value={String(replay.days)}
        choices={ahead.map((one) => ({
          value: String(one),
          label:
            say(`sceneForms.replay.before.${one}`) ||
            t('sceneForms.replay.before.others', { days: String(one) }),
        }))}
        onChange={(next) => onChange({ ...replay, days: Number(next) }, 'anew')}
      />
      <DurationField
        label={t('sceneForms.replay.over')}
        presets={presets.over}
        duration={over}
        judged
        error={fits ? undefined : t('sceneForms.ramp.beyond')}
        onChange={(next) => {
          setOver(next)
          const lasts = msOfDuration(next)
          if (lasts !== undefined && lasts >= SHORTEST && lasts <= LONGEST)
            onChange({ ...replay, over: lasts })
        }}
      />
      <SelectField
        label={t('sceneForms.replay.spread')}
        value={String(drawn)}
        choices={[
          { value: '0', label: t('sceneForms.replay.exact') },
          ...spreads
            .filter((one) => one > 0)
            .toSorted((a, b) => a - b)
            .map((one) => ({ value: String(one), label: durationWords(one, { text, words }) })),
        ]}
        onChange={(next) =>
          onChange({ ...left, days: replay.days, ...(Number(next) > 0 && { spread: Number(next) }) }, 'anew')
        }
      />
    </>
  )
}

const HOUR = 3_600_000
