import type { CSSProperties } from 'react'
import { useText } from '#i18n/useText.ts'
import { type FieldLook, useBelow } from './Field.tsx'
import { Toggle } from './Toggle.tsx'
import styles from './Toggles.module.css'

interface Props extends Omit<FieldLook, 'aside'> {
  /** In their order; `short` stands on the button, where it says less than a reader is told. */
  names: readonly { name: string; short?: string | undefined }[]
  /** Undefined: nobody has said anything of it. */
  values: readonly (boolean | undefined)[]
  onChange(values: readonly boolean[]): void
  /** What stands around it has told its name already. */
  named?: boolean
}

/** As many in a line as a finger can tell apart. */
const MOST = 7

/** All in one line, or in two that are as long as each other. */
const columnsOf = (count: number) => {
  const wide = Math.min(count, MOST)
  return { '--wide': wide, '--narrow': Math.ceil(wide / 2) } as CSSProperties
}

/** Several that are on or off, side by side: days of a week. What is not pressed is off as soon as one is. */
export function Toggles({ label, help, error, optional, names, values, onChange, named }: Props) {
  const { t } = useText()
  const { attributes, below } = useBelow({ help, error })
  const all = names.map((_name, at) => values[at] === true)
  return (
    <fieldset
      className={styles.toggles}
      aria-label={named ? label : undefined}
      aria-describedby={attributes['aria-describedby']}
    >
      {!named && (
        <legend>
          {label}
          {optional && ' '}
          {optional && <small>{t('shell.optional')}</small>}
        </legend>
      )}
      <div className={styles.row} style={columnsOf(names.length)}>
        {names.map(({ name, short }, index) => (
          <Toggle
            key={name}
            pressed={all[index] === true}
            label={short === undefined ? undefined : name}
            onClick={() => onChange(all.map((on, at) => (at === index ? !on : on)))}
          >
            {short ?? name}
          </Toggle>
        ))}
      </div>
      {below}
    </fieldset>
  )
}
