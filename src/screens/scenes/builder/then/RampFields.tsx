import { useState } from 'react'
import { onWire } from '#gateway/lib/values/scale.ts'
import { useText } from '#i18n/useText.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { RampedValue } from '#schemas/generated/entities/rule.ts'
import { Segments } from '#ui/menu/Segments.tsx'
import { DurationField, durationOf, msOfDuration } from '../forms/DurationField.tsx'
import { PlainValue, type Scalar } from '../forms/PlainValue.tsx'
import type { OfferedProperty } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'

/** From nearly nothing to the most, in a time that suits a lamp that wakes somebody. */
export function firstRamp(value: Value): RampedValue {
  const { rampPresets } = vocabulary
  const over = rampPresets[Math.floor(rampPresets.length / 2)] ?? rampPresets[0] ?? 0
  const { min, max, step = 0, scale = 1 } = value
  if (min === undefined || max === undefined) return { kind: 'ramp', to: max ?? min ?? 0, over }
  // A round figure on the screen; on the way it is fitted to what the device takes.
  const hundredth = ((max - min) * scale) / 100
  const first = Math.max(step * scale, hundredth > 1 ? Math.round(hundredth) : hundredth)
  return { kind: 'ramp', from: onWire(min * scale + first, value), to: max, over }
}

interface Props {
  offered: OfferedProperty
  ramp: RampedValue
  onChange(ramp: RampedValue, anew?: 'anew'): void
}

/** From where to where, and how long it takes (decision 0244). What makes no slope is said, and not taken over. */
export function RampFields({ offered, ramp, onChange }: Props) {
  const { t } = useText()
  const { min = -Infinity, max = Infinity } = offered.value
  const [typed, setTyped] = useState<{ from: Scalar | undefined; to: Scalar | undefined }>()
  const [over, setOver] = useState(() => durationOf(ramp.over, 'custom', vocabulary.rampPresets))
  const shown = typed ?? { from: ramp.from, to: ramp.to }
  const { from: _begins, ...open } = ramp
  const isNow = ramp.from === undefined && typed?.from === undefined
  const fits = (value: Scalar | undefined): value is number =>
    typeof value === 'number' && value >= min && value <= max
  const same = !isNow && shown.from === shown.to
  const faultOf = (value: Scalar | undefined) =>
    fits(value) ? (same ? t('builder.ramp.same') : undefined) : t('sceneForms.ramp.beyond')

  function put(next: typeof shown): void {
    const { from, to } = next
    const fine = fits(to) && (isNow || (fits(from) && from !== to))
    setTyped(fine ? undefined : next)
    if (fine) onChange({ ...open, ...(typeof from === 'number' && !isNow && { from }), to })
  }
  return (
    <>
      <Segments
        label={t('sceneForms.ramp.begins')}
        segments={[
          { id: 'value', label: t('sceneForms.ramp.atValue') },
          { id: 'now', label: t('sceneForms.ramp.asIs') },
        ]}
        value={isNow ? 'now' : 'value'}
        onChange={(next) => {
          setTyped(undefined)
          const { from } = firstRamp(offered.value)
          const begin = from === undefined || from === ramp.to ? (offered.value.max ?? 0) : from
          onChange(next === 'now' ? open : { ...open, from: begin }, 'anew')
        }}
      />
      {!isNow && (
        <PlainValue
          offered={offered}
          label={t('sceneForms.ramp.from')}
          value={shown.from}
          error={same ? undefined : faultOf(shown.from)}
          onChange={(from) => put({ ...shown, from })}
        />
      )}
      <PlainValue
        offered={offered}
        label={t('sceneForms.ramp.to')}
        value={shown.to}
        error={faultOf(shown.to)}
        onChange={(to) => put({ ...shown, to })}
      />
      <DurationField
        label={t('sceneForms.ramp.over')}
        presets={vocabulary.rampPresets}
        duration={over}
        judged
        onChange={(next) => {
          setOver(next)
          const ms = msOfDuration(next)
          if (ms !== undefined) onChange({ ...ramp, over: ms })
        }}
      />
    </>
  )
}
