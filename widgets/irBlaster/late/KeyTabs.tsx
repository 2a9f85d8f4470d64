import type { KeyboardEvent } from 'react'
import { useText } from '#i18n/useText.ts'
import type { RemoteTab } from '#schemas/generated/definitions/infrared.ts'
import styles from './Remote.module.css'

interface Props {
  id: string
  tabs: readonly RemoteTab[]
  value: string
  choose(id: RemoteTab['id']): void
}

/** Parts of a remote (spec 2 §2); arrows move, and what they reach is shown at once. */
export function KeyTabs({ id, tabs, value, choose }: Props) {
  const { t } = useText()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = tabs.findIndex((tab) => tab.id === value)
    const next = (at + step + tabs.length) % tabs.length
    const tab = tabs[next]
    if (step === 0 || !tab) return
    event.preventDefault()
    choose(tab.id)
    const element = event.currentTarget.children[next]
    if (element instanceof HTMLElement) element.focus()
  }
  return (
    <div
      role="tablist"
      className={styles.tabs}
      aria-label={t('infrared.tabs')}
      tabIndex={-1}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          aria-selected={tab.id === value}
          aria-controls={id}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => choose(tab.id)}
        >
          {t(`infrared.tab.${tab.id}`)}
        </button>
      ))}
    </div>
  )
}
