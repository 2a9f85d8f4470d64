import { useText } from '#i18n/useText.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './PageSkeleton.module.css'

const TILES = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of a page that is on its way: a head and what is below it. */
export function PageSkeleton() {
  const { t } = useText()
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{t('shell.loading')}</span>
      <div className={styles.head}>
        <Skeleton width="220px" height="26px" />
        <Skeleton width="320px" />
      </div>
      <div className={styles.tiles}>
        {TILES.map((tile) => (
          <div key={tile} className={styles.tile}>
            <Skeleton width="60%" height="16px" />
            <Skeleton width="36%" />
            <Skeleton height="40px" round />
          </div>
        ))}
      </div>
    </div>
  )
}
