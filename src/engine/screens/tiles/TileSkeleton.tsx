import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useIconSize } from '../use-icon-size.ts'
import grid from './Screen.module.css'
import styles from './Tile.module.css'

interface Props {
  name?: ReactNode
  /** Its head alone, for where nobody looks. */
  bare?: boolean
}

/** A tile before its layout is known, in its final shape. */
export function TileSkeleton({ name, bare = false }: Props) {
  const size = useIconSize('small')
  return (
    <div className={styles.tile}>
      <header className={styles.head}>
        <Skeleton width={size} height={size} round />
        {name ?? (
          <div className={styles.names}>
            <Skeleton width="60%" height="var(--space-3-5)" />
            <span className={styles.gap} />
            <Skeleton width="36%" height="var(--space-3)" />
          </div>
        )}
      </header>
      {!bare && (
        <>
          <div className={styles.control}>
            <Skeleton height="var(--size-row)" round />
          </div>
          <footer className={styles.foot}>
            <Skeleton width="40%" />
          </footer>
        </>
      )}
    </div>
  )
}

/** The grid while the first devices are on their way. */
export function TileSkeletons({ count }: { count: number }) {
  const { t } = useText()
  return (
    <div className={grid.tiles} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('device.tiles.loading')}
      </span>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className={styles.frame} aria-hidden="true">
          <TileSkeleton />
        </div>
      ))}
    </div>
  )
}
