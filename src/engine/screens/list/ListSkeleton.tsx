import { useText } from '#i18n/useText.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './list.module.css'

/** The shape of the rows to come; the bones themselves appear late (docs/look.md, "Loading, empty, at fault"). */
export function ListSkeleton({ rows }: { rows: number }) {
  const { t } = useText()
  return (
    <div className={styles.skeleton} role="status" aria-busy="true">
      <span className="visually-hidden">{t('engine.list.loading')}</span>
      <div className={styles.skeletonHead} />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.bone}>
          <Skeleton width="30%" />
          <Skeleton width="18%" />
          <Skeleton width="24%" />
        </div>
      ))}
    </div>
  )
}
