import { Suspense, useMemo } from 'react'
import { FirstActions } from '#engine/actions/FirstActions.tsx'
import { type ActionRunner, useActions } from '#engine/actions/use-actions.tsx'
import { type NamedAction, usesOf } from '#engine/actions/use-of.ts'
import { useAddress } from '#engine/address.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import type { DeviceHead, FloorFacts } from '#engine/ports.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useAllDevices, useDevices, useLink } from '#engine/property/state/useHome.ts'
import { More } from '#engine/screens/tiles/TileGrid.tsx'
import { useShown } from '#engine/screens/tiles/use-shown.ts'
import { useText } from '#i18n/useText.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { byRoom, firstRooms, unsortedOf, useFloors } from './floors.ts'
import { RoomCard } from './RoomCard.tsx'
import { iconOf } from './room-icons.ts'
import { useUnsorted } from './use-unsorted.tsx'
import styles from './ZonesList.module.css'

// Nobody moves devices before the rooms are there.
const Sorting = lazyPart(() => import('./lazy/Sorting.tsx'))

/** spec 2 §2: the floors with their rooms, and the room of devices that are in none. */
export function ZonesList({ screen }: BlockProps) {
  const { say, t } = useText()
  const { situation } = useEngine()
  const floors = useFloors()
  const { heads, complete } = useDevices()
  const all = useAllDevices()
  const { state, retry } = useLink()
  const runner = useActions()
  const [search, change] = useAddress()
  const total = floors?.reduce((sum, { rooms }) => sum + rooms.length, 0) ?? 0
  const { count, more } = useShown(screen?.first, total)
  const offered = usesOf(screen?.pageActions, screen?.actions ?? {}, situation)
  const ofFloors = usesOf(screen?.rowActions, screen?.actions ?? {}, situation)
  const sorting = search.get('sort') === 'on'
  const failed = floors === undefined && state === 'failed'

  const context =
    floors &&
    `${t('rooms.list.floors', { count: floors.length })}, ${t('rooms.list.rooms', { count: total })}.`
  return (
    <>
      <PageHeader
        title={say('screens.zones_list.title')}
        context={context}
        actions={
          floors &&
          !sorting && (
            <FirstActions
              actions={offered}
              title={say('screens.zones_list.title')}
              runner={runner}
              bound={{}}
            />
          )
        }
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      {failed ? (
        <ErrorState title={t('rooms.list.failedTitle')} onRetry={retry}>
          {t('rooms.list.failed')}
        </ErrorState>
      ) : floors === undefined || (sorting && !all) ? (
        <Waiting count={count} />
      ) : sorting && all && floors.length > 0 ? (
        <Suspense fallback={<Waiting count={count} />}>
          <Sorting floors={floors} heads={all} onClose={() => change({ sort: undefined })} />
        </Suspense>
      ) : (
        <>
          {floors.length === 0 && (
            <EmptyState icon="home" title={t('rooms.list.emptyTitle')}>
              {t('rooms.list.empty')}
            </EmptyState>
          )}
          <Floors floors={firstRooms(floors, count)} heads={heads} actions={ofFloors} runner={runner} />
          {more && <More more={more} left={total - count} />}
          {complete && <Unsorted heads={heads} />}
        </>
      )}
      {runner.overlays}
    </>
  )
}

interface FloorsProps {
  floors: readonly FloorFacts[]
  heads: readonly DeviceHead[]
  actions: readonly NamedAction[]
  runner: ActionRunner
}

function Floors({ floors, heads, actions, runner }: FloorsProps) {
  const { t } = useText()
  const { definitions } = useEngine()
  const page = definitions.screen('room')
  const rooms = useMemo(() => byRoom(heads), [heads])
  return floors.map((floor) => (
    <section key={floor.id} className={styles.floor} aria-label={floor.name}>
      <header>
        <h2>{floor.name}</h2>
        <span className={styles.actions}>
          <FirstActions
            actions={actions}
            title={floor.name}
            runner={runner}
            bound={{ row: { ...floor } }}
            size="dense"
          />
        </span>
      </header>
      {floor.rooms.length === 0 ? (
        <p className={styles.none}>{t('rooms.list.noRooms')}</p>
      ) : (
        <ul className={styles.rooms}>
          {floor.rooms.map((room) => (
            <RoomCard
              key={room.id}
              name={room.name}
              icon={iconOf(room)}
              devices={rooms.get(room.id) ?? NONE}
              count={room.devices.length}
              href={page && hrefOf(page, { room_id: room.id, room_name: room.name })}
            />
          ))}
        </ul>
      )}
    </section>
  ))
}

const NONE: readonly DeviceHead[] = []

function Unsorted({ heads }: { heads: readonly DeviceHead[] }) {
  const { t } = useText()
  const devices = useMemo(() => unsortedOf(heads), [heads])
  const { open, overlay } = useUnsorted()
  return (
    <section className={styles.floor} aria-label={t('rooms.unsorted')}>
      <ul className={styles.rooms}>
        <RoomCard
          name={t('rooms.unsorted')}
          icon="devices"
          devices={devices}
          count={devices.length}
          onOpen={open}
        />
      </ul>
      {overlay}
    </section>
  )
}

/** The shape of floors and rooms that are on their way. */
function Waiting({ count }: { count: number }) {
  const { t } = useText()
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('rooms.list.loading')}
      </span>
      <div className={styles.rooms} aria-hidden="true">
        {Array.from({ length: count }, (_, at) => at).map((at) => (
          <Skeleton key={at} height="var(--zone-card)" />
        ))}
      </div>
    </div>
  )
}
