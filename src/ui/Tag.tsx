import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Tag.module.css'

export type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'info' | 'automation' | 'primary' | 'lit' | 'off'

/** A state that needs a look: always a word, usually with an icon. */
export function Tag({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon && <Icon name={icon} size="mark" />}
      {children}
    </span>
  )
}

/** A quiet state: a dot with the word beside it. */
export function Lamp({ tone, children }: { tone: 'ok' | 'off' | 'danger' | 'warn'; children?: ReactNode }) {
  return (
    <span className={styles.state}>
      <span className={styles.lamp} data-tone={tone} aria-hidden="true" />
      {children}
    </span>
  )
}

/** The plate behind an icon that says what a thing is and how it is; data may say how wide it is. */
export function Badge({
  icon,
  tone = 'plain',
  size = 'normal',
  width,
}: {
  icon: IconName
  tone?: Tone
  size?: 'small' | 'normal' | 'large'
  width?: string
}) {
  return (
    <span
      className={styles.badge}
      data-tone={tone}
      data-size={size}
      style={width === undefined ? undefined : { width, height: width }}
    >
      <Icon name={icon} size={size === 'large' ? 'large' : 'normal'} />
    </span>
  )
}
