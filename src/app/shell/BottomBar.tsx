import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { AccountButton } from './AccountButton.tsx'
import styles from './BottomBar.module.css'
import { EntryLink } from './EntryLink.tsx'
import type { ShownEntry } from './use-entries.ts'

/** Below 768 px: where the thumb is. What does not fit is behind "More". */
export function BottomBar({ entries }: { entries: readonly ShownEntry[] }) {
  const { t, say } = useText()
  return (
    <nav className={styles.bar} aria-label={t('menu.main')}>
      {entries
        .filter(({ bar }) => bar)
        .map((entry) => (
          <EntryLink key={entry.id} entry={entry}>
            <span className={styles.pill}>
              <Icon name={entry.icon} />
            </span>
            {say(`menu.${entry.id}`)}
          </EntryLink>
        ))}
      <AccountButton
        label={t('shell.more')}
        placement="top-end"
        trigger={(attributes) => (
          <button type="button" {...attributes}>
            <span className={styles.pill}>
              <Icon name="more" />
            </span>
            {t('shell.more')}
          </button>
        )}
      />
    </nav>
  )
}
