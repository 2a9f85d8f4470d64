import { useText } from '#i18n/useText.ts'
import styles from './Screen.module.css'
import frame from './Tile.module.css'
import { TileSkeleton } from './TileSkeleton.tsx'

/** The grid while the first devices are on their way. */
export function TileSkeletons({ count }: { count: number }) {
  const { t } = useText()
  return (
    <div className={styles.tiles} aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('device.tiles.loading')}
      </span>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <div key={index} className={frame.frame} aria-hidden="true">
          <TileSkeleton />
        </div>
      ))}
    </div>
  )
}
