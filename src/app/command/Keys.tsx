import { useText } from '#i18n/useText.ts'
import styles from './Keys.module.css'

const apple = /Mac|iP/.test(navigator.platform)

/** Signs that stand for a key on every keyboard. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
}

/** Keys as they are drawn on a keyboard. */
export function Keys({ keys }: { keys: string }) {
  const { say, t } = useText()
  const nameOf = (key: string): string => {
    if (key === 'Mod') return apple ? '⌘' : t('shell.keys.name.Mod')
    return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : say(`shell.keys.name.${key}`, key))
  }
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key}>{nameOf(key)}</kbd>
      ))}
    </span>
  )
}
