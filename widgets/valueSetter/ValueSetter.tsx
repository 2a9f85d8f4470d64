import type { WidgetProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { NumberField } from '../shared/controls/NumberField.tsx'
import { Slider } from '../shared/controls/Slider.tsx'
import { Stepper } from '../shared/controls/Stepper.tsx'
import { missedOf, wantedOf } from '../shared/delivery.ts'
import { toStep } from '../shared/numbers.ts'
import { decode, moved, type Shown } from '../shared/setting.ts'
import type { Ends } from '../shared/track.ts'
import { useBefore } from '../shared/use-before.ts'
import { useDraft } from '../shared/use-draft.ts'
import { afterFigure } from '../shared/words.ts'
import styles from './ValueSetter.module.css'
import { type Options, read, typedIn } from './value.ts'

/** Sets a number: a thick slider with a figure to type into, or − value +. */
export function ValueSetter(props: WidgetProps<Shown, Options>) {
  const { label, value, options, disabled, reason, state, commit } = props
  const words = useWords()
  const wanted = wantedOf(state)
  const missed = missedOf(state)
  const asked = wanted === undefined ? value : decode(wanted, options)
  const { shown, editing, change, flush } = useDraft(asked, commit)
  const reading = read(shown, options, words)
  const valueText = reading.unit ? reading.text + afterFigure(reading.unit) : reading.text
  const was = useBefore((editing || wanted !== undefined) && value !== shown, value)
  const enter = (typed: number) => change(toStep(typedIn(typed, options), options))

  if (options.control === 'stepper')
    return (
      <Stepper
        {...{ label, options, disabled, reason, editing, enter, valueText }}
        value={shown}
        reading={reading}
        phase={state.phase}
        was={was === undefined ? undefined : read(was, options, words).text}
        missed={missed === undefined ? undefined : read(decode(missed, options), options, words).text}
        move={(steps) => change(moved(shown, steps, options))}
        set={change}
      />
    )

  const ends: Ends = { min: options.min ?? 0, max: options.max ?? 100, step: options.step }
  return (
    <div className={styles.slide}>
      <Slider
        {...{ label, ends, valueText, disabled, reason, editing, change, was }}
        value={shown}
        track={options.track}
        phase={state.phase}
        missed={missed === undefined ? undefined : decode(missed, options)}
        release={flush}
      />
      <NumberField
        look="box"
        label={label}
        text={reading.text}
        unit={reading.unit}
        disabled={disabled}
        enter={enter}
      />
    </div>
  )
}
