import { useText } from '#i18n/useText.ts'
import { Skeleton, SkeletonLines } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { useIconSize } from '../use-icon-size.ts'
import styles from './DevicePage.module.css'

/** The page before the device is known. */
export function DeviceSkeleton() {
  const { t } = useText()
  const iconSize = useIconSize(usePhone() ? 'small' : 'large')
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('device.tiles.loading')}
      </span>
      <div className={styles.head} aria-hidden="true">
        <Skeleton width={iconSize} height={iconSize} round />
        <div className={styles.title}>
          <Skeleton width="240px" height="var(--space-6)" />
        </div>
      </div>
      <DeviceSkeletonBody />
    </div>
  )
}

/** Its body before its layout is known. */
export function DeviceSkeletonBody() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <Skeleton height="320px" round />
      <aside className={styles.side}>
        <SkeletonLines lines={6} />
      </aside>
    </div>
  )
}
