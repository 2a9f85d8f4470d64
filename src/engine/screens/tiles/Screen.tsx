import { useSearchParams } from 'react-router'
import { useText } from '#i18n/useText.ts'
import type { TilesScreen } from '#schemas/generated/definitions/screen.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ErrorState } from '#ui/states.tsx'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { LinkNotice } from '../../property/LinkNotice.tsx'
import { useDevices, useLink } from '../../property/useHome.ts'
import { useOverview } from './overview.ts'
import styles from './Screen.module.css'
import { Summary } from './Summary.tsx'
import { ALL, devicesOf } from './selection.ts'
import { TileChips } from './TileChips.tsx'
import { NoTiles, TileGrid } from './TileGrid.tsx'
import { TileSkeletons } from './TileSkeletons.tsx'
import { useShown } from './use-shown.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/** The devices of a home as tiles: a glance says what is on and what needs a look. */
export function Screen({ screen }: ScreenProps<TilesScreen>) {
  const { say, t } = useText()
  const { situation } = useEngine()
  const { heads, complete } = useDevices()
  const { state, retry } = useLink()
  const overview = useOverview()
  const runner = useActions()
  const [search, setSearch] = useSearchParams()
  const by = screen.chips ?? 'room'
  const chip = search.get(by) ?? ALL
  const only = search.get('devices')?.split(',')
  const known = only ? heads.filter(({ id }) => only.includes(id)) : heads
  const chosen = devicesOf(known, chip, by, overview)
  const { count, more } = useShown(screen.first, chosen.length)
  const actions = usesOf(screen.pageActions, screen.actions ?? {}, situation)

  const choose = (next: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('n')
        if (next === ALL) after.delete(by)
        else after.set(by, next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )

  const waiting = heads.length === 0 && !complete
  return (
    <>
      <PageHeader
        title={say(`screens.${screen.id}.title`)}
        context={waiting ? undefined : <Summary overview={overview} />}
        views={screen.views && <ViewSwitch screen={screen} views={screen.views} />}
        actions={actions.length > 0 && <ActionButtons actions={actions} runner={runner} bound={{}} />}
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {waiting && state === 'failed' ? (
        <ErrorState title={t('device.tiles.failedTitle')} onRetry={retry}>
          {t('device.tiles.failed')}
        </ErrorState>
      ) : waiting ? (
        <TileSkeletons count={count} />
      ) : (
        <>
          {heads.length > 0 && (
            <TileChips
              heads={known}
              by={by}
              value={chip}
              attention={screen.attention ? overview.attention : undefined}
              choose={choose}
            />
          )}
          {chosen.length === 0 ? (
            <NoTiles chip={heads.length === 0 ? undefined : chip} showAll={() => choose(ALL)} />
          ) : (
            <TileGrid
              heads={chosen}
              count={count}
              more={more}
              open={screen.open}
              label={say(`screens.${screen.id}.title`)}
            />
          )}
        </>
      )}
      {runner.overlays}
    </>
  )
}
