import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Notice.module.css'

interface Props {
  tone: 'info' | 'warn' | 'danger'
  icon?: IconName
  /** What can be done about it stands beside it. */
  action?: ReactNode
  /** Said at once to readers, for what answers a press. */
  urgent?: boolean
  children: ReactNode
}

const icons = { info: 'info', warn: 'warning', danger: 'alert' } as const

/**
 * A strip in place: what is the matter, in a sentence, and its remedy. Ours, because it stands on sign-in, and Blueprint's
 * `Callout` (3.2 kB gzip) has no behaviour (decision 0130).
 */
export function Notice({ tone, icon = icons[tone], action, urgent, children }: Props) {
  return (
    <div className={styles.notice} data-tone={tone} role={urgent ? 'alert' : undefined}>
      <Icon name={icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}
