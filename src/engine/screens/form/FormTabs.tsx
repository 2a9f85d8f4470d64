import { useText } from '#i18n/useText.ts'
import styles from './Screen.module.css'

/** Where a form in two tabs is: at its fields, or at what their success shows. There is no way back to a form that was sent. */
export function FormTabs({ words, tabs, sent }: { words: string; tabs: readonly string[]; sent: boolean }) {
  const { say } = useText()
  return (
    <ol className={styles.tabs}>
      {tabs.map((tab, at) => (
        <li key={tab} aria-current={at === (sent ? 1 : 0) ? 'step' : undefined}>
          {say(`${words}.tabs.${tab}`)}
        </li>
      ))}
    </ol>
  )
}
