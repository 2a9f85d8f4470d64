import type { Delivery, PropertyKeyParts, RawValue } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { Slider } from '../controls/Slider.tsx'
import { missedOf, wantedOf } from '../delivery.ts'
import { decode, encode, read, settingOf } from '../setting.ts'
import { useDraft } from '../use-draft.ts'
import { afterFigure } from '../words.ts'
import type { Item } from './items.ts'

interface Props {
  label: string
  item: Item
  raw: RawValue | undefined
  state: Delivery | undefined
  disabled: boolean
  reason: string | undefined
  commit(to: PropertyKeyParts, value: RawValue): void
}

/** A number of a panel on a slider, with its own way from finger to device. */
export function SettingSlider({ label, item, raw, state, disabled, reason, commit }: Props) {
  const words = useWords()
  const setting = settingOf(item.value, alone(item))
  const delivery = state ?? { phase: 'reported' }
  const wanted = wantedOf(delivery)
  const missed = missedOf(delivery)
  const value = decode(raw, setting)
  const asked = wanted === undefined ? value : decode(wanted, setting)
  const { shown, editing, change, flush } = useDraft(asked, (next) => commit(item, encode(next, setting)))
  const reading = read(shown, setting, words)
  return (
    <Slider
      label={label}
      value={shown}
      ends={{ min: setting.min ?? 0, max: setting.max ?? 100, step: setting.step }}
      valueText={reading.unit ? reading.text + afterFigure(reading.unit) : reading.text}
      phase={delivery.phase}
      was={(editing || wanted !== undefined) && value !== shown ? value : undefined}
      missed={missed === undefined ? undefined : decode(missed, setting)}
      disabled={disabled || !item.settable}
      release={flush}
      {...{ reason, editing, change }}
    />
  )
}

/** An item of a panel as if it were placed by itself. */
const alone = ({ service, property, value }: Item): Placed => ({
  service,
  property,
  value,
  section: 'control',
  grid: [0, 0, 1, 1],
  options: { propertyType: 'valueSetter' },
})
