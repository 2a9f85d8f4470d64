import { useText } from '#i18n/useText.ts'
import styles from './Keys.module.css'

const apple = /Mac|iP/.test(navigator.platform)

/** What stands on a key in every language. */
const SIGNS: Readonly<Record<string, string>> = {
  Mod: apple ? '⌘' : 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** Keys as they are drawn on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  const { say } = useText()
  const nameOf = (key: string): string =>
    SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : say(`shell.keys.name.${key}`, key))
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key}>{nameOf(key)}</kbd>
      ))}
    </span>
  )
}
