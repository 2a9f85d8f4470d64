import { type KeyboardEvent, useState } from 'react'
import styles from './TimeTrigger.module.css'
import { type Time, timeOf } from './value.ts'

interface Props {
  label: string
  /** As it is now; empty while nobody knows. */
  text: string
  disabled: boolean
  enter(time: Time): void
}

/** A time of 24 hours to type, whatever clock the browser is set to; Enter or leaving takes it, Escape leaves it. */
export function TimeField({ label, text, disabled, enter }: Props) {
  const [typed, setTyped] = useState<string>()
  const time = typed === undefined ? undefined : timeOf(typed)
  const leave = (take: boolean) => {
    setTyped(undefined)
    if (take && time) enter(time)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave(true)
    else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation()
      leave(false)
    }
  }
  return (
    <input
      className={styles.time}
      aria-label={label}
      aria-invalid={(typed !== undefined && typed !== '' && !time) || undefined}
      autoComplete="off"
      placeholder="--:--"
      maxLength={8}
      size={8}
      disabled={disabled}
      value={typed ?? text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => leave(true)}
    />
  )
}
