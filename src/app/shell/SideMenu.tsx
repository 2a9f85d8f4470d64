import { useText } from '#i18n/useText.ts'
import { Icon } from '#ui/Icon.tsx'
import { EntryLink } from './EntryLink.tsx'
import styles from './SideMenu.module.css'
import type { ShownEntry } from './use-entries.ts'

/** 240 px with words from 1024 px, before that a rail of icons whose words appear beside them. */
export function SideMenu({ entries }: { entries: readonly ShownEntry[] }) {
  return (
    <>
      <ul className={styles.list}>
        {entries
          .filter(({ foot }) => !foot)
          .map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
      </ul>
      <ul className={styles.list} data-foot="">
        {entries
          .filter(({ foot }) => foot)
          .map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
      </ul>
    </>
  )
}

function Line({ entry }: { entry: ShownEntry }) {
  const { say } = useText()
  return (
    <li>
      <EntryLink entry={entry}>
        <Icon name={entry.icon} />
        <span className={styles.name}>{say(`menu.${entry.id}`)}</span>
        {entry.amount !== undefined && <span className={styles.count}>{entry.amount}</span>}
      </EntryLink>
      {entry.open && (
        <ul className={styles.below}>
          {entry.children.map((child) => (
            <li key={child.id}>
              <EntryLink entry={child}>{say(`menu.${child.id}`)}</EntryLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
