import { Icon, type IconName } from '../Icon.tsx'
import styles from './Face.module.css'

/** "SB" for Seraina Bühler: the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s]*/gu) ?? []
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .flatMap((word) => (word ? [...word].slice(0, 1) : []))
    .join('')
    .toLocaleUpperCase()
}

/** Who did something, before the name: people are round and have letters, everything else is square and has an icon. */
export function Face({
  name,
  icon,
  large,
}: {
  name: string
  icon?: IconName | undefined
  /** Heads a page. */
  large?: boolean
}) {
  return (
    <span
      className={styles.face}
      data-thing={icon === undefined ? undefined : ''}
      data-large={large}
      aria-hidden="true"
    >
      {icon === undefined ? initialsOf(name) : <Icon name={icon} size="small" />}
    </span>
  )
}
