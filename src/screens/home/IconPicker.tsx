import { useId } from 'react'
import { useText } from '#i18n/useText.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './IconPicker.module.css'
import { roomIcons } from './room-icons.ts'

interface Props {
  value: string
  onChange(icon: string): void
}

/** One of the pictures, or none. */
export function IconPicker({ value, onChange }: Props) {
  const { t, say } = useText()
  const name = useId()
  return (
    <fieldset className={styles.icons}>
      <legend>{t('rooms.icon.label')}</legend>
      <div className={styles.choices}>
        {['', ...roomIcons].map((icon) => (
          <label key={icon} className={styles.choice} title={wordOf(icon)}>
            <input type="radio" name={name} checked={icon === value} onChange={() => onChange(icon)} />
            <Icon name={iconNamed(icon, 'door')} />
            <span className="visually-hidden">{wordOf(icon)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )

  function wordOf(icon: string): string {
    return icon === '' ? t('rooms.icon.none') : say(`rooms.icons.${icon}`)
  }
}
