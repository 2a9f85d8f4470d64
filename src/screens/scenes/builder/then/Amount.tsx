import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { exact, onScreen, stepOnScreen } from '#gateway/lib/values/scale.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'

/** A tenth of what it may be, else one step. */
export function firstAmount({ min, max, step = 1 }: Value): number {
  if (min === undefined || max === undefined) return step
  return Math.max(step, Math.round((max - min) / 10 / step) * step)
}

/** More or less than now, and by how much; shown as the value itself is. */
export function Amount({
  value,
  amount,
  onChange,
}: {
  value: Value
  amount: number
  onChange(amount: number): void
}) {
  const { t } = useText()
  const words = useWords()
  const { unit, scale = 1, min, max, step = 0 } = value
  const sign = amount < 0 ? -1 : 1
  const unitWord = unit === undefined ? '' : words.say(unitKey(unit), unit)
  return (
    <>
      <Segments
        label={t('sceneForms.computed.way')}
        segments={[
          { id: 'raise', label: t('sceneForms.computed.raise') },
          { id: 'lower', label: t('sceneForms.computed.lower') },
        ]}
        value={sign < 0 ? 'lower' : 'raise'}
        onChange={(next) => onChange(Math.abs(amount) * (next === 'lower' ? -1 : 1))}
      />
      <NumberField
        label={
          unitWord === '' ? t('builder.computed.amount') : t('builder.computed.amountIn', { unit: unitWord })
        }
        inputMode="decimal"
        value={onScreen(Math.abs(amount), value)}
        min={onScreen(step, value)}
        max={min === undefined || max === undefined ? undefined : onScreen(max - min, value)}
        step={stepOnScreen(value)}
        onChange={(next) => {
          if (next !== undefined && next > 0) onChange(sign * exact(next / scale))
        }}
      />
    </>
  )
}
