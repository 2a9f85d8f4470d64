import { memo, type ReactNode, useRef, useState } from 'react'
import type { DeviceHead } from '../../ports.ts'
import { Guard } from '../../property/Guard.tsx'
import { InSightContext } from '../../property/state/useProperty.ts'
import styles from './Tile.module.css'
import { TileBody } from './TileBody.tsx'
import { TileName } from './TileName.tsx'
import { TileSkeleton } from './TileSkeleton.tsx'
import { useInSight } from './use-in-sight.ts'

interface Props {
  device: DeviceHead
  href: string | undefined
  /** It shows an earlier moment: nothing can be set, and this stands at its foot. */
  past?: ReactNode
}

/** One device: what it is, how it is, its one control, its quiet values. Out of sight it wakes for nothing. */
export const Tile = memo(function Tile({ device: now, href, past }: Props) {
  const article = useRef<HTMLElement>(null)
  const inSight = useInSight(article)
  const [seen, setSeen] = useState(now)
  // Two hundred devices that go offline at once draw the few that somebody looks at.
  const device = inSight || now.layout !== seen.layout ? now : seen
  if (device !== seen) setSeen(device)
  return (
    <article ref={article} className={styles.frame} aria-label={device.name}>
      <InSightContext value={inSight}>
        <Guard device={device.name}>
          {device.layout ? (
            <TileBody device={device} layout={device.layout} href={href} past={past} />
          ) : (
            <TileSkeleton name={<TileName device={device} href={href} second={device.room?.name} />} />
          )}
        </Guard>
      </InSightContext>
    </article>
  )
})
