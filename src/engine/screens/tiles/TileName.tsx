import type { ReactNode } from 'react'
import { useText } from '#i18n/useText.ts'
import { hyphenated } from '#lib/hyphens.ts'
import type { DeviceHead } from '../../ports.ts'
import styles from './Tile.module.css'

interface Props {
  device: DeviceHead
  href: string | undefined
  second: ReactNode
}

/** Name and second line; the name's link covers the whole head. */
export function TileName({ device, href, second }: Props) {
  const { t } = useText()
  return (
    <div className={styles.names}>
      <h2 className={styles.name}>
        {href === undefined ? (
          hyphenated(device.name)
        ) : (
          <a href={href} data-tile-link="" aria-label={t('device.tiles.open', { name: device.name })}>
            {hyphenated(device.name)}
          </a>
        )}
      </h2>
      <p className={styles.second}>{second}</p>
    </div>
  )
}
