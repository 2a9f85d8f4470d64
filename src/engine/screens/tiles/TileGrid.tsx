import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { useEngine } from '../../engine.ts'
import { hrefOf } from '../../href.ts'
import type { DeviceHead } from '../../ports.ts'
import { moveBetweenTiles } from './arrow-keys.ts'
import styles from './Screen.module.css'
import { ATTENTION, FOUND } from './selection.ts'
import { Tile } from './Tile.tsx'

interface Props {
  heads: readonly DeviceHead[]
  count: number
  more: (() => void) | undefined
  /** Screen of one device. */
  open: string | undefined
  label: string
}

export function TileGrid({ heads, count, more, open, label }: Props) {
  const { definitions } = useEngine()
  const page = open === undefined ? undefined : definitions.screen(open)
  return (
    <>
      <section className={styles.tiles} aria-label={label} onKeyDown={moveBetweenTiles}>
        {heads.slice(0, count).map((device) => (
          <Tile key={device.id} device={device} href={page && hrefOf(page, { id: device.id })} />
        ))}
      </section>
      {more && <More more={more} left={heads.length - count} />}
    </>
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
