import { type CSSProperties, Suspense, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'
import type { TilesScreen } from '#schemas/generated/definitions/screen.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { useAddress } from '../../address.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { lazyPart } from '../../lazy-part.ts'
import { LinkNotice } from '../../property/LinkNotice.tsx'
import { useAllDevices, useDevices, useLink, useRooms } from '../../property/state/useHome.ts'
import { OptionalBlock } from '../OptionalBlock.tsx'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { Summary, useOverview } from './overview.tsx'
import styles from './Screen.module.css'
import { ALL, devicesOf, FOUND, groupsOfRooms } from './selection.ts'
import { TileChips } from './TileChips.tsx'
import { More, NoTiles, TileGrid } from './TileGrid.tsx'
import { TileSkeletons } from './TileSkeleton.tsx'
import { TileTools } from './TileTools.tsx'
import { useFound } from './use-found.ts'
import { useShown } from './use-shown.ts'
import { useSize } from './use-size.ts'

// Nobody searches or arranges before the tiles are there.
const TileSearch = lazyPart(() => import('./lazy/TileSearch.tsx'))
const Arrange = lazyPart(() => import('./lazy/Arrange.tsx'))

/** The devices of a home as tiles: a glance says what is on and what needs a look. */
export function Screen({ screen }: ScreenProps<TilesScreen>) {
  const { say, t } = useText()
  const { situation, blocks } = useEngine()
  const wide = useSize() === 'wide'
  const aside = wide && screen.aside !== undefined && blocks[screen.aside] ? screen.aside : undefined
  const { heads, total, complete } = useDevices()
  const coming = useAllDevices() === undefined
  const rooms = useRooms()
  const { state, retry } = useLink()
  const overview = useOverview()
  const runner = useActions()
  const [search, change] = useAddress()
  const by = screen.chips ?? 'room'
  const chip = search.get(by) ?? ALL
  const only = search.get('devices')?.split(',')
  const known = only ? heads.filter(({ id }) => only.includes(id)) : heads
  const found = useFound(screen, known)
  const [opened, setOpened] = useState(found.asked)
  const [arranging, setArranging] = useState(false)
  const chosen = devicesOf(found.heads, chip, by, overview)
  const { count, more } = useShown(screen.first, chosen.length)
  const actions = usesOf(screen.pageActions, screen.actions ?? {}, situation)
  const [keep] = usesOf(screen.arrange ? [screen.arrange] : [], screen.actions ?? {}, situation)
  const searching = (screen.search || screen.filters) && (opened || found.asked)

  const choose = (next: string) => change({ n: undefined, [by]: next === ALL ? undefined : next })

  const clear = () =>
    found.change({
      search: '',
      filters: Object.fromEntries((screen.filters ?? []).map(({ field }) => [field, ''])),
    })
  const toggleSearch = () => {
    if (searching) clear()
    setOpened(!searching)
  }
  const showAll = () => {
    if (found.asked) clear()
    else choose(ALL)
  }
  const waiting = heads.length === 0 && !complete
  // Which rooms there are is known with the first devices: their row keeps its height when the others come.
  const roomy = !complete && by === 'room' && !only && !found.asked && rooms.length > 0
  return (
    <>
      <PageHeader
        title={say(`screens.${screen.id}.title`)}
        context={waiting ? undefined : <Summary overview={overview} />}
        views={screen.views && <ViewSwitch views={screen.views} current={screen.id} />}
        actions={actions.length > 0 && <ActionButtons actions={actions} runner={runner} bound={{}} />}
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {screen.above !== undefined && (waiting ? state !== 'failed' : heads.length > 0) && (
        <Above name={screen.above} />
      )}
      {waiting && state === 'failed' ? (
        <ErrorState title={t('device.tiles.failedTitle')} onRetry={retry}>
          {t('device.tiles.failed')}
        </ErrorState>
      ) : waiting ? (
        <TileSkeletons count={count} />
      ) : (
        <>
          {heads.length > 0 && (
            <div className={styles.over}>
              <TileChips
                heads={found.heads}
                total={complete ? found.heads.length : roomy ? total : undefined}
                groups={roomy ? groupsOfRooms(rooms, total) : undefined}
                by={by}
                value={chip}
                attention={screen.attention ? overview.attention : undefined}
                choose={choose}
              />
              <TileTools
                search={
                  screen.search || screen.filters
                    ? { open: Boolean(searching), toggle: toggleSearch }
                    : undefined
                }
                // It stands there from the beginning, so that nothing moves; tiles are arranged once all are there.
                arrange={keep && { on: arranging, toggle: () => setArranging(!arranging) }}
              />
            </div>
          )}
          {searching && (
            <Suspense fallback={<div className={styles.barSpace} />}>
              <TileSearch screen={screen} all={known} found={found} onLeave={toggleSearch} />
            </Suspense>
          )}
          <div className={styles.beside} data-wide={aside !== undefined || undefined}>
            <div>
              {chosen.length === 0 ? (
                <NoTiles
                  chip={heads.length === 0 ? undefined : found.asked ? FOUND : chip}
                  showAll={showAll}
                />
              ) : arranging && keep && complete ? (
                <Suspense fallback={<TileSkeletons count={count} />}>
                  <Arrange
                    heads={chosen.slice(0, count)}
                    all={heads}
                    keep={keep}
                    runner={runner}
                    onClose={() => setArranging(false)}
                  />
                  {more && <More more={more} left={chosen.length - count} />}
                </Suspense>
              ) : (
                <TileGrid
                  heads={chosen}
                  count={count}
                  more={more}
                  open={screen.open}
                  label={say(`screens.${screen.id}.title`)}
                  coming={coming}
                />
              )}
            </div>
            {aside !== undefined && (
              <aside className={styles.aside}>
                <OptionalBlock name={aside} params={{}} />
              </aside>
            )}
          </div>
        </>
      )}
      {runner.overlays}
    </>
  )
}

/**
 * What the screen says above the tiles. The first tiles do not wait for it, and nothing moves when it comes: until then
 * its place is as high as it last was, which it keeps under the name that it is given.
 */
function Above({ name }: { name: string }) {
  const { situation } = useEngine()
  const height = `gatehouse.${name}.${useSize()}.${situation.gateway?.serialNumber}`
  return (
    <div
      className={styles.above}
      style={{ '--height': browserStorage.getItem(height) ?? undefined } as CSSProperties}
    >
      {useDevices().complete && <OptionalBlock name={name} params={{ height }} />}
    </div>
  )
}
