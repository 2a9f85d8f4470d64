import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Entry.module.css'

interface Props {
  icon: IconName
  tone: 'plain' | 'ok' | 'warn' | 'danger' | 'info'
  title: string
  note: string
  /** `value` in per cent; undefined while nobody knows how far it is. */
  progress?: { value: number | undefined }
}

/** One line of the job centre or the bell. */
export function Entry({ icon, tone, title, note, progress }: Props) {
  return (
    <li className={styles.entry}>
      <span className={styles.badge} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className={styles.words}>
        <strong>{title}</strong>
        <small>{note}</small>
        {progress && <progress max={100} value={progress.value} aria-label={title} />}
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
