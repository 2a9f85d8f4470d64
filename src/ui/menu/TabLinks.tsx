import styles from './Tabs.module.css'

export interface TabLink {
  href: string
  label: string
  /** Beside it, quieter: how many there are. */
  note?: string | undefined
  current: boolean
}

/** Pages that belong together: tabs of which each has an address of its own. */
export const TabLinks = ({ label, tabs }: { label: string; tabs: readonly TabLink[] }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ href, label: name, note, current }) => (
      <a key={href} href={href} aria-current={current ? 'page' : undefined}>
        {name}
        {note !== undefined && <small>{note}</small>}
      </a>
    ))}
  </nav>
)
