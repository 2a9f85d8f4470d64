import type { Delivery, RawValue } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { NumberField } from '../shared/controls/NumberField.tsx'
import { Slider } from '../shared/controls/Slider.tsx'
import { missedOf, wantedOf } from '../shared/delivery.ts'
import { toStep } from '../shared/numbers.ts'
import { useBefore } from '../shared/use-before.ts'
import { useDraft } from '../shared/use-draft.ts'
import { afterFigure } from '../shared/words.ts'
import styles from './RollerShutter.module.css'
import type { Axis } from './value.ts'

interface Props {
  name: string
  unit: string
  axis: Axis
  value: number | undefined
  state: Delivery | undefined
  decode(raw: RawValue): number | undefined
  commit(value: number): void
  disabled: boolean
  reason: string | undefined
}

/** Position or slats: the slider, what it was, and a figure to type into. */
export function AxisSlider({ name, unit, axis, value, state, decode, commit, disabled, reason }: Props) {
  const { t } = useText()
  const words = useWords()
  const delivery = state ?? { phase: 'reported' }
  const wanted = wantedOf(delivery)
  const missed = missedOf(delivery)
  const { shown, editing, change, flush } = useDraft(
    wanted === undefined ? value : decode(wanted),
    (next) => {
      if (next !== undefined) commit(next)
    },
  )
  const say = (number: number | undefined) =>
    number === undefined ? '–' : words.number(number, 0) + afterFigure(unit)
  const was = useBefore((editing || wanted !== undefined) && value !== shown, value)
  return (
    <div className={styles.axis}>
      <p className={styles.caption} aria-hidden="true">
        <span>{name}</span>
        {was !== undefined && <span>{t('widgets.was', { value: say(was) })}</span>}
      </p>
      <div className={styles.slide}>
        <Slider
          label={name}
          value={shown}
          ends={axis}
          valueText={say(shown)}
          phase={delivery.phase}
          missed={missed === undefined ? undefined : decode(missed)}
          release={flush}
          {...{ disabled, reason, editing, change, was }}
        />
        <NumberField
          look="box"
          label={name}
          text={shown === undefined ? '–' : words.number(shown, 0)}
          unit={unit}
          disabled={disabled}
          enter={(typed) => change(toStep(typed, axis))}
        />
      </div>
    </div>
  )
}
