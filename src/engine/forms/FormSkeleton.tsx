import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Form.module.css'

/** A form that is on its way: label and box of every row, and the button. */
export function FormSkeleton({ rows = 1 }: { rows?: number }) {
  return (
    <div className={styles.form} aria-hidden="true" data-form-to-come>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.bones}>
          <Skeleton width="40%" height="14px" />
          <Skeleton height="var(--size-control)" />
        </div>
      ))}
      <Skeleton width="120px" height="var(--size-control)" />
    </div>
  )
}
