import type { Delivery, Reading } from '#engine/widget.ts'
import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Range } from '../numbers.ts'
import type { Shown } from '../setting.ts'
import { type Ends, valueByKey } from '../track.ts'
import { NumberField } from './NumberField.tsx'
import styles from './Stepper.module.css'

interface Props {
  label: string
  value: Shown
  options: Range
  reading: Reading
  valueText: string
  disabled: boolean
  reason: string | undefined
  phase: Delivery['phase']
  editing: boolean
  /** The value before the order, in words. */
  was: string | undefined
  /** What was wanted and did not come true, in words. */
  missed: string | undefined
  move(steps: number): void
  set(value: number): void
  enter(value: number): void
}

/** − value +: keys of 40 px, the value between them to type into. */
export function Stepper(props: Props) {
  const { label, value, options, reading, valueText, disabled, reason, phase, editing, was, missed } = props
  const { t } = useText()
  const { min, max } = options
  const key = (pressed: string): boolean => {
    const next = keyed(pressed, value, options)
    if (next === undefined || disabled) return false
    props.set(next)
    return true
  }

  return (
    // A group, so that − and + say what they change.
    <fieldset
      className={styles.stepper}
      aria-label={label}
      aria-busy={phase === 'sending' || phase === 'accepted' || undefined}
      data-phase={phase}
      data-editing={editing || undefined}
      data-disabled={disabled || undefined}
      title={reason}
    >
      <button
        type="button"
        className={styles.key}
        aria-label={t('widgets.less', { name: label })}
        disabled={disabled || (value !== undefined && min !== undefined && value <= min)}
        onClick={() => props.move(-1)}
      >
        <Icon name="minus" />
      </button>
      <div className={styles.value}>
        {(was ?? missed) !== undefined && (
          <del className={styles.other} data-missed={missed !== undefined || undefined}>
            {was ?? missed}
          </del>
        )}
        <NumberField
          look="bare"
          label={label}
          text={reading.text}
          unit={reading.unit}
          disabled={disabled}
          spin={{ now: value, min, max, text: valueText }}
          enter={props.enter}
          onKey={key}
        />
      </div>
      <button
        type="button"
        className={styles.key}
        aria-label={t('widgets.more', { name: label })}
        disabled={disabled || (value !== undefined && max !== undefined && value >= max)}
        onClick={() => props.move(1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  )
}

/** Arrows, page keys, Home and End; an open range has no ends to jump to. */
function keyed(pressed: string, value: Shown, { min, max, step }: Range): number | undefined {
  const open = min === undefined || max === undefined
  if (open && (pressed === 'Home' || pressed === 'End')) return undefined
  const ends: Ends = { min: min ?? -1e9, max: max ?? 1e9, step }
  // A text field needs its own left and right.
  if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') return undefined
  if (open && pressed.startsWith('Page')) return (value ?? 0) + (pressed === 'PageUp' ? 10 : -10) * step
  return valueByKey(pressed, value ?? min ?? 0, ends)
}
