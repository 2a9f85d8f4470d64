import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { DeviceHead } from '../../ports.ts'
import { Guard } from '../../property/Guard.tsx'
import { SightContext } from '../../property/state/sight.ts'
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
  /** Far down a long grid: only its name stands there until it first comes near the window. */
  far?: boolean
  /** Whether the group that it stands in is near the window. */
  groupNear?: boolean
}

/** One device: what it is, how it is, its one control, its quiet values. Out of sight it wakes for nothing. */
export const Tile = memo(function Tile({ device: now, href, past, far = false, groupNear = true }: Props) {
  const article = useRef<HTMLElement>(null)
  const { inSight, drawn, sight } = useInSight(article, far, groupNear)
  const [seen, setSeen] = useState(now)
  // Two hundred devices that go offline at once draw the few that somebody looks at.
  const device = inSight || now.layout !== seen.layout ? now : seen
  if (device !== seen) setSeen(device)
  const focused = useRef(false)
  useLayoutEffect(() => {
    // The name that had the focus (End, Tab) has been drawn anew with the rest of its tile.
    if (drawn && focused.current && document.activeElement === document.body)
      article.current?.querySelector<HTMLElement>('[data-tile-link]')?.focus({ preventScroll: true })
  }, [drawn])
  return (
    <article
      ref={article}
      className={styles.frame}
      aria-label={device.name}
      data-far={!drawn || undefined}
      onFocus={() => {
        focused.current = true
      }}
      onBlur={() => {
        focused.current = false
      }}
    >
      <SightContext value={sight}>
        <Guard device={device.name}>
          {device.layout && drawn ? (
            <TileBody device={device} layout={device.layout} href={href} past={past} />
          ) : (
            <TileSkeleton
              bare={!drawn}
              name={<TileName device={device} href={href} second={device.room?.name} />}
            />
          )}
        </Guard>
      </SightContext>
    </article>
  )
})
