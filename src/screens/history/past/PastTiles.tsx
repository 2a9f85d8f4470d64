import { useMemo, useState } from 'react'
import { PortsContext } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { mainOf, partKey } from '#engine/property/state/address.ts'
import { labelOf } from '#engine/property/state/words-of.ts'
import { Tile } from '#engine/screens/tiles/Tile.tsx'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import type { Difference } from './differences.ts'
import styles from './past.module.css'
import type { PastHome } from './past-home.ts'

const FIRST = 12

interface Props {
  past: PastHome
  heads: readonly DeviceHead[]
  differences: readonly Difference[]
  now: number
  zone: string
  /** The device whose history led here: it comes first. */
  of: string | undefined
}

/** The engine's tiles, drawn from the values of then. */
export function PastTiles({ past, heads, differences, now, zone, of }: Props) {
  const { t } = useText()
  const words = useWords()
  const [order, setOrder] = useState('different')
  const [all, setAll] = useState(false)
  const told = useMemo(() => new Map(differences.map((one) => [one.device.id, one])), [differences])
  const sorted = useMemo(() => {
    const room = ({ room: here }: DeviceHead): string => here?.name ?? '\u{10ffff}'
    const before = ({ id }: DeviceHead): number => (id === of ? 2 : Number(told.has(id)))
    return order === 'rooms'
      ? past.heads.toSorted((a, b) => room(a).localeCompare(room(b)))
      : past.heads.toSorted((a, b) => before(b) - before(a))
  }, [past, order, told, of])
  const shown = all ? sorted : sorted.slice(0, FIRST)
  const layouts = useMemo(() => new Map(heads.map(({ id, layout }) => [id, layout])), [heads])

  const footOf = (head: DeviceHead) => {
    const difference = told.get(head.id)
    const layout = layouts.get(head.id)
    const [main] = layout ? mainOf(layout.tile) : []
    const since = main && past.held({ device: head.id, service: main.service, property: main.property })?.at
    const { one } = difference ?? {}
    // It may be about another value than the one that the tile shows.
    const label = one && main && partKey(one.placed) !== partKey(main) ? `${labelOf(one.placed, words)} ` : ''
    const text =
      difference === undefined
        ? t('past.tiles.same')
        : difference.reachedThen === undefined
          ? label + t('past.tiles.now', { now: difference.now })
          : t(difference.reachedThen ? 'past.tiles.unreached' : 'past.tiles.reached')
    return (
      <>
        <span className={styles.is} data-different={difference !== undefined || undefined}>
          {difference && <Icon name="swap" size="mark" />}
          {text}
        </span>
        {since !== undefined && <span>{t('past.tiles.since', { at: words.moment(since, now, zone) })}</span>}
      </>
    )
  }
  return (
    <section aria-label={t('past.tiles.title')}>
      <header className={styles.head}>
        <h2>{t('past.tiles.title')}</h2>
        <Segments
          label={t('past.tiles.order')}
          segments={(['different', 'rooms'] as const).map((id) => ({ id, label: t(`past.tiles.${id}`) }))}
          value={order}
          onChange={setOrder}
        />
      </header>
      <PortsContext value={past.ports}>
        <div className={styles.tiles}>
          {shown.map((head) => (
            <Tile key={head.id} device={head} href={undefined} past={footOf(head)} />
          ))}
        </div>
      </PortsContext>
      {shown.length < sorted.length && (
        <Button wide onClick={() => setAll(true)}>
          {t('past.tiles.more', { count: sorted.length })}
        </Button>
      )}
    </section>
  )
}
