import { type KeyboardEvent, useRef, useState } from 'react'
import { parseTyped } from '../numbers.ts'
import styles from './NumberField.module.css'

interface Props {
  label: string
  text: string
  unit: string | undefined
  disabled: boolean
  look: 'box' | 'bare'
  /** Makes it a spin button: what readers hear besides the name. */
  spin?: { now?: number; min?: number; max?: number; text: string }
  /** A whole number was typed and left. */
  enter(value: number): void
  /** Arrow keys and their like. */
  onKey?(key: string): boolean
}

const spinButton = ({ now, min, max, text }: NonNullable<Props['spin']>) => ({
  role: 'spinbutton',
  'aria-valuenow': now,
  'aria-valuemin': min,
  'aria-valuemax': max,
  'aria-valuetext': text,
})

/** A figure to type into; Enter or leaving takes it, Escape leaves it as it was. */
export function NumberField({ label, text, unit, disabled, look, spin, enter, onKey }: Props) {
  const [typed, setTyped] = useState<string>()
  const abandoned = useRef(false)

  const leave = () => {
    const value = typed === undefined || abandoned.current ? undefined : parseTyped(typed)
    abandoned.current = false
    setTyped(undefined)
    if (value !== undefined) enter(value)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    else if (event.key === 'Escape') {
      abandoned.current = true
      event.currentTarget.blur()
    } else if (onKey?.(event.key)) {
      event.preventDefault()
      setTyped(undefined)
    }
  }

  return (
    <label className={styles.field} data-look={look} data-disabled={disabled || undefined}>
      <input
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        size={Math.max(2, (typed ?? text).length)}
        {...(spin && spinButton(spin))}
        aria-label={label}
        aria-invalid={(typed !== undefined && typed !== '' && parseTyped(typed) === undefined) || undefined}
        disabled={disabled}
        value={typed ?? text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      {unit && <small>{unit}</small>}
    </label>
  )
}
