import styles from './Skeleton.module.css'

/** The shape of what is coming. It appears late, so that quick answers never flash. */
export function Skeleton({ width, height, round }: { width?: string; height?: string; round?: boolean }) {
  return (
    <span
      className={styles.bone}
      style={{ width, height }}
      data-round={round || undefined}
      data-coming
      aria-hidden="true"
    />
  )
}

/** Lines of text to come; the last one is shorter, as in a paragraph. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <span className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <Skeleton key={line} width={line === lines - 1 ? '40%' : '100%'} />
      ))}
    </span>
  )
}
