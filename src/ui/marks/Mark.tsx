import styles from './Mark.module.css'

/** The sign of the house: an arch with a light in it. */
export function Mark({ name }: { name?: string }) {
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 28 28" aria-hidden="true">
        <path className={styles.arch} d="M3 25V14a11 11 0 0 1 22 0v11h-6.5V14.5a4.5 4.5 0 0 0-9 0V25z" />
        <circle className={styles.light} cx="14" cy="15" r="2.2" />
      </svg>
      {name && <span>{name}</span>}
    </span>
  )
}
