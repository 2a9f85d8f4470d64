import { useId } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { Badge, type Tone } from '../Tag.tsx'
import styles from './IconField.module.css'

interface Props<Value> {
  label: string
  value: Value
  /** One with a tone is a colour to choose. */
  choices: readonly { value: Value; label: string; icon: IconName; tone?: Tone }[]
  onChange(value: NoInfer<Value>): void
}

/** One of several pictures; what each is called is read and shown below the pointer. */
export function IconField<Value extends string | number>({ label, value, choices, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.icons}>
      <legend>{label}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice} title={choice.label}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.tone ? (
              <Badge icon={choice.icon} tone={choice.tone} size="small" />
            ) : (
              <Icon name={choice.icon} />
            )}
            <span className="visually-hidden">{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
