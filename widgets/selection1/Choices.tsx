import type { KeyboardEvent } from 'react'
import type { Delivery } from '#engine/widget.ts'
import styles from './Choices.module.css'
import type { Shown } from './value.ts'

export interface Choice {
  value: string | number | boolean
  text: string
}

export interface ChoiceProps {
  label: string
  choices: readonly Choice[]
  /** The one that holds, or that was just asked for. */
  current: Shown
  /** Asked for, but the device reports another one. */
  missed: Shown
  disabled: boolean
  reason: string | undefined
  phase: Delivery['phase']
  choose(value: Shown): void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface Props extends ChoiceProps {
  orders: boolean
  wraps: boolean
  /** There is room for a second row. */
  roomy: boolean
}

/** A few choices side by side: radio buttons, or plain buttons where nothing is reported back. */
export function Choices({ orders, wraps, roomy, ...props }: Props) {
  const { label, choices, current, missed, disabled, reason, phase, choose } = props
  const at = choices.findIndex((choice) => choice.value === current)
  const busy = phase === 'sending' || phase === 'accepted'

  const move = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    const step = STEPS[event.key]
    if (orders || step === undefined || disabled) return
    event.preventDefault()
    const from = Math.max(at, 0)
    const next = wraps ? (from + step + choices.length) % choices.length : from + step
    if (next < 0 || next >= choices.length) return
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
    choose(choices[next]?.value)
  }

  return (
    <fieldset
      {...(orders ? {} : { role: 'radiogroup' })}
      className={styles.choices}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={disabled || undefined}
      data-phase={phase}
      data-orders={orders || undefined}
      data-roomy={roomy || undefined}
      title={reason}
      onKeyDown={move}
    >
      {choices.map(({ value, text }, index) => (
        <button
          key={String(value)}
          type="button"
          {...(orders ? {} : { role: 'radio', 'aria-checked': index === at })}
          tabIndex={orders || index === Math.max(at, 0) ? 0 : -1}
          data-missed={(missed !== undefined && value === missed) || undefined}
          aria-label={orders && choices.length === 1 ? label : undefined}
          disabled={disabled}
          onClick={() => choose(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
