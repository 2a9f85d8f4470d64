import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { useProperties } from '#engine/property/state/useProperty.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Notice } from '#ui/Notice.tsx'
import { idOf } from '../recordable.ts'
import { Differences } from './Differences.tsx'
import { differencesOf, mainValuesOf } from './differences.ts'
import { PastTiles } from './PastTiles.tsx'
import styles from './past.module.css'
import type { PastHome } from './past-home.ts'
import { TwoDays } from './TwoDays.tsx'
import type { useMoment } from './use-past.ts'

/** How many names stand in a sentence. */
const NAMED = 3

/** A value that is not told by then, in ms, is not waited for. */
const SETTLES = 2000

interface Props {
  moment: ReturnType<typeof useMoment>
  /** The devices of now. */
  heads: readonly DeviceHead[]
  past: PastHome
  /** Whether the gateway was away then. */
  away: boolean
  /** Stands in its place until it can be told. */
  loading: ReactNode
}

/** What was otherwise at a moment, the tiles of then, and how two days differ. */
export default function HomeThen({ moment, heads, past, away, loading }: Props) {
  const { t } = useText()
  const words = useWords()
  const widgets = useWidgets()
  const { at, now, zone, go } = moment
  const main = useMemo(() => heads.flatMap(mainValuesOf), [heads])
  const present = useProperties(
    useMemo(() => main.map(({ address }) => address), [main]),
    'calm',
  )
  const settled = useSettled(
    heads.every(({ layout }) => layout !== undefined) &&
      main.every(({ address }, place) => !past.held(address) || present[place]?.at !== undefined),
  )
  const differences = useMemo(() => {
    const states = new Map(main.map(({ address }, place) => [idOf(address), present[place]]))
    return differencesOf(past, heads, ({ address }) => states.get(idOf(address)), { widgets, words })
  }, [past, heads, main, present, widgets, words])
  if (!settled) return loading
  const { unknown, gone } = past
  return (
    <>
      {away && <Notice tone="info">{t('past.away')}</Notice>}
      <div className={styles.split}>
        <Differences {...{ differences, at, now, zone, go }} total={past.heads.length} />
        <PastTiles {...{ past, heads, differences, now, zone }} of={moment.of} />
      </div>
      {(unknown.length > 0 || gone > 0) && (
        <p className={styles.others}>
          {unknown.length > 0 &&
            t('past.unborn', {
              count: unknown.length,
              names: unknown
                .slice(0, NAMED)
                .map(({ name }) => name)
                .join(', ')
                .concat(unknown.length > NAMED ? ' …' : '.'),
            })}{' '}
          {gone > 0 && t('past.gone', { count: gone })}
        </p>
      )}
      <div className={styles.two}>
        <TwoDays {...{ moment, heads }} />
      </div>
    </>
  )
}

/** The home tells its values one by one when the page opens: sentences about them come once all are there, and stay. */
function useSettled(whole: boolean): boolean {
  const [settled, settle] = useState(false)
  if (whole && !settled) settle(true)
  useEffect(() => {
    const timer = setTimeout(() => settle(true), SETTLES)
    return () => clearTimeout(timer)
  }, [])
  return settled
}
