import { type KeyboardEvent, useRef, useState } from 'react'
import { type Colour, fromHex } from './colour.ts'
import styles from './HexField.module.css'

interface Props {
  label: string
  /** As #rrggbb; undefined while nobody knows it. */
  value: string | undefined
  disabled: boolean
  enter(colour: Colour): void
}

/** A colour to type: Enter or leaving takes it, Escape leaves it as it was. */
export function HexField({ label, value, disabled, enter }: Props) {
  const [typed, setTyped] = useState<string>()
  const abandoned = useRef(false)
  const leave = () => {
    const colour = typed === undefined || abandoned.current ? undefined : fromHex(typed)
    abandoned.current = false
    setTyped(undefined)
    if (colour) enter(colour)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    abandoned.current = event.key === 'Escape'
    event.currentTarget.blur()
  }
  return (
    <input
      className={styles.hex}
      aria-label={label}
      aria-invalid={(typed !== undefined && fromHex(typed) === undefined) || undefined}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={7}
      disabled={disabled}
      value={typed ?? value?.toUpperCase() ?? '–'}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  )
}
