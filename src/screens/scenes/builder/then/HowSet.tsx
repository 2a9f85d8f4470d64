import { usePorts } from '#engine/engine.ts'
import { canCompute } from '#gateway/rules/computed/computed.ts'
import { useText } from '#i18n/useText.ts'
import type { ComputedValue, DeviceSetting } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import styles from '../forms/forms.module.css'
import type { OfferedProperty } from '../offered/properties.ts'
import { vocabulary } from '../offered/vocabulary.ts'
import { Amount, firstAmount } from './Amount.tsx'
import { copySources } from './copy-sources.ts'
import { firstRamp, RampFields } from './RampFields.tsx'
import { firstReplay, ReplayFields } from './ReplayFields.tsx'

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
    if (next === 'step') onChange({ computed: { kind: 'step', amount: firstAmount(offered.value) } }, 'anew')
    if (next === 'ramp') onChange({ computed: firstRamp(offered.value) }, 'anew')
    if (next === 'replay') onChange({ computed: firstReplay() }, 'anew')
    if (next === 'copy') onCopy()
  }
  const computed = 'computed' in setting ? setting.computed : undefined
  return (
    <>
      <SelectField
        label={t('sceneForms.computed.how')}
        value={way}
        choices={['value' as const, ...ways].map((one) => ({
          value: one,
          label: t(`sceneForms.computed.ways.${one}`),
        }))}
        onChange={(next) => choose(next as Way)}
      />
      {computed?.kind === 'step' && (
        <Amount
          value={offered.value}
          amount={computed.amount}
          onChange={(amount) => onChange({ computed: { kind: 'step', amount } })}
        />
      )}
      {computed?.kind === 'ramp' && (
        <RampFields
          offered={offered}
          ramp={computed}
          onChange={(next, anew) => onChange({ computed: next }, anew)}
        />
      )}
      {computed?.kind === 'replay' && (
        <ReplayFields replay={computed} onChange={(next, anew) => onChange({ computed: next }, anew)} />
      )}
      {computed?.kind === 'copy' && (
        <div className={styles.ways}>
          <span>
            {t('builder.computed.like', {
              name: home.device(computed.device_id)?.name ?? computed.device_name,
            })}
          </span>
          <Button size="dense" onClick={onCopy}>
            {t('sceneForms.computed.another')}
          </Button>
        </div>
      )}
    </>
  )
}
