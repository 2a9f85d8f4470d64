import type { ReactNode } from 'react'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Entry.module.css'

interface Props {
  icon: IconName
  tone: 'plain' | 'ok' | 'warn' | 'danger' | 'info'
  title: string
  text?: string
  note: string
  /** Says that nobody has seen it before. */
  fresh?: string | undefined
  /** `value` in per cent; undefined while nobody knows how far it is. */
  progress?: { value: number | undefined }
  /** What more there is to say and to do. */
  children?: ReactNode
}

/** One line of the job centre or the bell. */
export function Entry({ icon, tone, title, text, note, fresh, progress, children }: Props) {
  return (
    <li className={styles.entry}>
      <span className={styles.badge} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className={styles.words}>
        <strong>
          {title}
          {fresh !== undefined && <span className={styles.fresh}>{fresh}</span>}
        </strong>
        {text !== undefined && text !== '' && <p className={styles.text}>{text}</p>}
        <small>{note}</small>
        {progress && <progress max={100} value={progress.value} aria-label={title} />}
        {children}
      </div>
    </li>
  )
}

/** Says what will be here. */
export function Nothing({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className={styles.nothing}>
      <span className={styles.badge} data-tone="plain">
        <Icon name={icon} />
      </span>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  )
}
