import { useMemo } from 'react'
import { ActionButtons } from '#engine/actions/ActionButtons.tsx'
import { FirstActions } from '#engine/actions/FirstActions.tsx'
import { useActions } from '#engine/actions/use-actions.tsx'
import { usesOf } from '#engine/actions/use-of.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useDevices, useLink } from '#engine/property/state/useHome.ts'
import { TileGrid } from '#engine/screens/tiles/TileGrid.tsx'
import { TileSkeletons } from '#engine/screens/tiles/TileSkeleton.tsx'
import { useShown } from '#engine/screens/tiles/use-shown.ts'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { useFloors } from './floors.ts'
import { iconOf } from './room-icons.ts'
import styles from './ZonesList.module.css'

/** spec 2 §2: one room with the tiles of its devices. Until the floors are known it has the name that its address says. */
export function RoomPage({ params, screen }: BlockProps) {
  const { say, t } = useText()
  const { definitions, situation, go, blocks } = useEngine()
  const floors = useFloors()
  const { heads, complete } = useDevices()
  const { state, retry } = useLink()
  const runner = useActions()
  const id = params.room_id ?? ''
  const floor = floors?.find(({ rooms }) => rooms.some((one) => one.id === id))
  const room = floor?.rooms.find((one) => one.id === id)
  // One row as long as it stays the same: an action that is under way is known by it.
  const bound = useMemo(
    () => ({ row: room && floor ? { ...room, floorId: floor.id, floor: floor.name } : undefined }),
    [room, floor],
  )
  const here = heads.filter((head) => head.room?.id === id)
  const { count, more } = useShown(screen?.first, here.length)
  const Scenes = blocks.usedInScenes
  const list = definitions.screen('zones_list')
  const crumb = list && { label: say('screens.zones_list.title'), href: hrefOf(list) }

  // Whoever removes the room hears that it is gone before he is led to the others.
  if (floors && !(room && floor) && !runner.underWay)
    return (
      <>
        <PageHeader title={params.room_name || say('screens.room.title')} crumb={crumb} />
        <EmptyState
          icon="door"
          title={t('rooms.page.goneTitle')}
          action={list && <Button onClick={() => go?.(hrefOf(list))}>{t('rooms.page.toList')}</Button>}
        >
          {t('rooms.page.gone')}
        </EmptyState>
      </>
    )

  const actions = room ? usesOf(screen?.pageActions, screen?.actions ?? {}, situation) : []
  const waiting = !room || (here.length === 0 && !complete)
  return (
    <>
      <PageHeader
        title={room?.name ?? (params.room_name || say('screens.room.title'))}
        crumb={crumb}
        context={floor && `${floor.name}, ${t('rooms.card.devices', { count: room?.devices.length ?? 0 })}.`}
        actions={room && <FirstActions actions={actions} title={room.name} runner={runner} bound={bound} />}
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {waiting && state === 'failed' ? (
        <ErrorState title={t('rooms.list.failedTitle')} onRetry={retry}>
          {t('rooms.list.failed')}
        </ErrorState>
      ) : waiting ? (
        <TileSkeletons count={count} />
      ) : here.length === 0 ? (
        <EmptyState
          icon={iconOf(room)}
          title={t('rooms.page.emptyTitle')}
          action={<ActionButtons actions={actions.slice(0, 1)} runner={runner} bound={bound} />}
        >
          {t('rooms.page.empty')}
        </EmptyState>
      ) : (
        <>
          <TileGrid heads={here} count={count} more={more} open="device" label={room.name} />
          {Scenes && (
            <div className={styles.below}>
              <Scenes params={{ room: id }} />
            </div>
          )}
        </>
      )}
      {runner.overlays}
    </>
  )
}
