import { usePorts } from '#engine/engine.ts'
import { unitKey } from '#gateway/lib/models/text-keys.ts'
import { canCompute } from '#gateway/rules/computed/computed.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ComputedValue, DeviceSetting } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import styles from '../forms/forms.module.css'
import { type OfferedProperty, vocabulary } from '../forms/offered.ts'
import { copySources } from './copy-sources.ts'

type How = { value: string | number | boolean } | { computed: ComputedValue }
type Way = ComputedValue['kind'] | 'value'

interface Props {
  /** The device that is set. */
  device: string
  offered: OfferedProperty
  setting: DeviceSetting
  /** `anew`: another way was chosen, which can be taken back by itself. */
  onChange(how: How, anew?: 'anew'): void
  /** Another device is to be chosen, whose value this one takes over. */
  onCopy(): void
  /** What it was set to, or begins with, where it is a value again. */
  value: string | number | boolean
}

/** How it is found what a device is set to: a value, or what follows from how things are then (decision 0171). */
export default function HowSet({ device, offered, setting, value, onChange, onCopy }: Props) {
  const { t } = useText()
  const { home } = usePorts()
  const way: Way = 'computed' in setting ? setting.computed.kind : 'value'
  const ways = vocabulary.computed
    .map(({ id }) => id)
    .filter(
      (kind) =>
        kind === way ||
        (canCompute(kind, offered.value, vocabulary) &&
          (kind !== 'copy' || copySources(home.devices().heads, device, offered).length > 0)),
    )
  if (ways.length === 0) return null

  function choose(next: Way): void {
    if (next === 'value') onChange({ value }, 'anew')
    if (next === 'toggle') onChange({ computed: { kind: 'toggle' } }, 'anew')
    if (next === 'step') onChange({ computed: { kind: 'step', amount: firstAmount(offered) } }, 'anew')
    if (next === 'copy') onCopy()
  }
  const computed = 'computed' in setting ? setting.computed : undefined
  return (
    <>
      <SelectField
        label={t('builder.computed.how')}
        value={way}
        choices={['value' as const, ...ways].map((one) => ({
          value: one,
          label: t(`builder.computed.ways.${one}`),
        }))}
        onChange={(next) => choose(next as Way)}
      />
      {computed?.kind === 'step' && (
        <Amount
          offered={offered}
          amount={computed.amount}
          onChange={(amount) => onChange({ computed: { kind: 'step', amount } })}
        />
      )}
      {computed?.kind === 'copy' && (
        <div className={styles.ways}>
          <span>
            {t('builder.computed.like', {
              name: home.device(computed.device_id)?.name ?? computed.device_name,
            })}
          </span>
          <Button size="dense" onClick={onCopy}>
            {t('builder.computed.another')}
          </Button>
        </div>
      )}
    </>
  )
}

/** A tenth of what it may be, else one step. */
function firstAmount({ value: { min, max, step = 1 } }: OfferedProperty): number {
  if (min === undefined || max === undefined) return step
  return Math.max(step, Math.round((max - min) / 10 / step) * step)
}

/** More or less than now, and by how much; shown as the value itself is. */
function Amount({
  offered: { value },
  amount,
  onChange,
}: {
  offered: OfferedProperty
  amount: number
  onChange(amount: number): void
}) {
  const { t } = useText()
  const words = useWords()
  const { unit, scale = 1, min, max, step } = value
  const sign = amount < 0 ? -1 : 1
  const onScreen = (wire: number): number => Number((wire * scale).toPrecision(12))
  const unitWord = unit === undefined ? '' : words.say(unitKey(unit), unit)
  return (
    <>
      <Segments
        label={t('builder.computed.way')}
        segments={[
          { id: 'raise', label: t('builder.computed.raise') },
          { id: 'lower', label: t('builder.computed.lower') },
        ]}
        value={sign < 0 ? 'lower' : 'raise'}
        onChange={(next) => onChange(Math.abs(amount) * (next === 'lower' ? -1 : 1))}
      />
      <NumberField
        label={
          unitWord === '' ? t('builder.computed.amount') : t('builder.computed.amountIn', { unit: unitWord })
        }
        inputMode="decimal"
        value={onScreen(Math.abs(amount))}
        min={onScreen(step ?? 0)}
        max={min === undefined || max === undefined ? undefined : onScreen(max - min)}
        step={step === undefined ? undefined : onScreen(step)}
        onChange={(next) => {
          if (next !== undefined && next > 0) onChange(sign * Number((next / scale).toPrecision(12)))
        }}
      />
    </>
  )
}
