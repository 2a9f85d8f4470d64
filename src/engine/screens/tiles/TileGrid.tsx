import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { useEngine } from '../../engine.ts'
import { hrefOf } from '../../href.ts'
import type { DeviceHead } from '../../ports.ts'
import styles from './Screen.module.css'
import { ATTENTION, FOUND } from './selection.ts'
import { Tile } from './Tile.tsx'
import { useNear } from './use-in-sight.ts'

/** So many tiles are drawn at once, more than any window shows; those behind them when they come near. */
const AT_ONCE = 24
/** Whole rows of one to six tiles. */
const GROUP = 60

interface Props {
  heads: readonly DeviceHead[]
  count: number
  more: (() => void) | undefined
  /** Screen of one device. */
  open: string | undefined
  label: string
  /** More devices are on their way. */
  coming?: boolean
}

export function TileGrid({ heads, count, more, open, label, coming = false }: Props) {
  const { definitions } = useEngine()
  const page = open === undefined ? undefined : definitions.screen(open)
  const grid = useRef<HTMLElement>(null)
  useEffect(() => (grid.current ? tellColumns(grid.current) : undefined), [])
  const shown = heads.slice(0, count)
  const starts = Array.from({ length: Math.ceil(shown.length / GROUP) }, (_, at) => at * GROUP)
  return (
    <>
      <section
        ref={grid}
        className={styles.grid}
        aria-label={label}
        data-coming={coming || undefined}
        onKeyDown={moveBetweenTiles}
      >
        {starts.map((start) => (
          <TileGroup key={start} heads={shown.slice(start, start + GROUP)} start={start} page={page} />
        ))}
      </section>
      {more && <More more={more} left={heads.length - count} />}
    </>
  )
}

/** How high a group is that has never been drawn follows from how many of its tiles stand in a row. */
function tellColumns(grid: HTMLElement): (() => void) | undefined {
  if (!('ResizeObserver' in globalThis)) return undefined
  const observer = new ResizeObserver(() => grid.style.setProperty('--columns', `${columnsOf(grid)}`))
  observer.observe(grid)
  return () => observer.disconnect()
}

interface GroupProps {
  heads: readonly DeviceHead[]
  start: number
  page: ScreenHead | undefined
}

/** What is far away is looked through by the browser as one, not tile by tile. */
function TileGroup({ heads, start, page }: GroupProps) {
  const group = useRef<HTMLDivElement>(null)
  const near = useNear(group, start === 0)
  return (
    <div ref={group} className={styles.tiles} style={{ '--tiles': heads.length } as CSSProperties}>
      {heads.map((device, at) => (
        <Tile
          key={device.id}
          device={device}
          href={page && hrefOf(page, { id: device.id })}
          far={start + at >= AT_ONCE}
          groupNear={near}
        />
      ))}
    </div>
  )
}

/** Twice as many as before. */
export function More({ more, left }: { more(): void; left: number }) {
  const { t } = useText()
  return (
    <div className={styles.more}>
      <Button onClick={more}>
        {t('device.tiles.more')}
        <span className={styles.left}>{t('device.tiles.left', { count: left })}</span>
      </Button>
    </div>
  )
}

/** Nothing to draw: no devices at all, or none in this selection. */
export function NoTiles({ chip, showAll }: { chip: string | undefined; showAll(): void }) {
  const { t } = useText()
  if (chip === undefined)
    return (
      <EmptyState icon="devices" title={t('device.tiles.emptyTitle')}>
        {t('device.tiles.empty')}
      </EmptyState>
    )
  const calm = chip === ATTENTION
  const found = chip === FOUND
  return (
    <EmptyState
      icon={calm ? 'check' : found ? 'search' : 'devices'}
      tone={calm ? 'ok' : 'plain'}
      title={t(
        calm ? 'device.tiles.calmTitle' : found ? 'engine.list.noHits.title' : 'device.tiles.noneTitle',
      )}
      action={
        <Button onClick={showAll}>{t(found ? 'engine.list.noHits.clear' : 'device.tiles.showAll')}</Button>
      }
    >
      {t(calm ? 'device.tiles.calm' : found ? 'engine.list.noHits.text' : 'device.tiles.none')}
    </EmptyState>
  )
}

/** Arrow keys go from tile to tile while the focus is on a tile's name; Home and End to the first and last. */
function moveBetweenTiles(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile-link]')]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? links.indexOf(activeElement) : -1
  if (at < 0) return
  const next = targetOf(event.key, at, links.length, columnsOf(event.currentTarget))
  const link = next === undefined ? undefined : links[next]
  if (!link) return
  event.preventDefault()
  link.focus()
}

export function targetOf(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined || next < 0 || next >= count ? undefined : next
}

/** How many tiles stand in a row; all groups are alike. */
function columnsOf(grid: HTMLElement): number {
  const template = getComputedStyle(grid.firstElementChild ?? grid).gridTemplateColumns
  return template === '' || template === 'none' ? 1 : template.split(' ').length
}
