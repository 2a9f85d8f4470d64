import type { KeyboardEvent } from 'react'
import styles from './Tabs.module.css'

interface Props<T extends string> {
  label: string
  tabs: readonly { id: T; label: string }[]
  value: T
  choose(id: T): void
  /** The element that they change, where it is not the rest of the page. */
  controls?: string
}

/**
 * Sections of a page or dialog; arrows move, and what they reach is shown at once.
 *
 * Ours, because Blueprint's (5.9 kB gzip, on every page of a device) only moves the focus, waits for Enter, and has no name
 * for the list (decision 0130).
 */
export function Tabs<T extends string>({ label, tabs, value, choose, controls }: Props<T>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ id }) => id === value)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    const element = event.currentTarget.children[next]
    if (step === 0 || !tab) return
    event.preventDefault()
    choose(tab.id)
    if (element instanceof HTMLElement) element.focus()
  }
  return (
    <div role="tablist" className={styles.tabs} aria-label={label} tabIndex={-1} onKeyDown={move}>
      {tabs.map(({ id, label: name }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === value}
          aria-controls={controls}
          tabIndex={id === value ? 0 : -1}
          onClick={() => choose(id)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
