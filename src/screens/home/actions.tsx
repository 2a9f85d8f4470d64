import type { ComponentProps } from 'react'
import {
  type ActionContext,
  asked,
  type CodeAction,
  done,
  failed,
  sourceOf,
} from '#engine/actions/code-action.ts'
import { HistoryDialog } from '#engine/objects/HistoryDialog.tsx'
import { ImportDialog } from '#engine/objects/ImportDialog.tsx'
import { NameDialog } from '#engine/objects/NameDialog.tsx'
import { bringBack, tell, unlessChanged } from '#engine/objects/tell.ts'
import type { ActionResult, DeviceHead, FloorFacts } from '#engine/ports.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { text } from '#i18n/useText.ts'
import { download } from '#lib/download.ts'
import { ofDevices, ofFloor, ofRoom } from './about.ts'
import { DevicesDialog } from './DevicesDialog.tsx'
import { exportText, readExport } from './exported.ts'
import type { RoomFacts } from './floors.ts'
import { IconDialog } from './IconDialog.tsx'
import { useZoneLines } from './zone-lines.ts'

const { t } = text

const floorsOf = ({ ports }: ActionContext): readonly FloorFacts[] => ports?.home.floors() ?? []

/** The floor that the action is about. */
const floorOf = (context: ActionContext): FloorFacts | undefined =>
  floorsOf(context).find(({ id }) => id === context.bound.row?.id)

interface Place {
  room: RoomFacts
  floor: FloorFacts
  at: { floor_id: string; room_id: string }
}

/** The room that the action is about, as it is now. */
function placeOf(context: ActionContext): Place | undefined {
  for (const floor of floorsOf(context)) {
    const room = floor.rooms.find(({ id }) => id === context.bound.row?.id)
    if (room) return { room, floor, at: { floor_id: floor.id, room_id: room.id } }
  }
  return undefined
}

const idsOf = (devices: readonly Pick<DeviceHead, 'id'>[]): [string, ...string[]] =>
  devices.map(({ id }) => id) as [string, ...string[]]

export const addFloor: CodeAction = (context) => {
  const source = sourceOf(context)
  return asked(context, (close) => (
    <NameDialog
      title={t('rooms.addFloor.title')}
      submit={t('rooms.addFloor.submit')}
      others={() => floorsOf(context).map(({ name }) => name)}
      taken="floorNameExists"
      onSave={async (floor_name) => {
        const result = await source.order('add_floor', { floor_name })
        if (!result.ok) return result
        const { floor_id } = result.data
        return tell(context, result, t('rooms.addFloor.done', { floor: floor_name }), {
          of: [ofFloor(floor_id)],
          back: () => source.order('remove_floor', { floor_id }),
        })
      }}
      onClose={close}
    />
  ))
}

export const renameFloor: CodeAction = async (context) => {
  const source = sourceOf(context)
  const floor = floorOf(context)
  if (!floor) return failed('NOT_FOUND')
  const named = (floor_name: string) => source.order('rename_floor', { floor_id: floor.id, floor_name })
  return await asked(context, (close) => (
    <NameDialog
      title={t('rooms.renameFloor.title')}
      name={floor.name}
      others={() => floorsOf(context).flatMap(({ id, name }) => (id === floor.id ? [] : [name]))}
      taken="floorNameExists"
      onSave={async (name) => {
        const result = await named(name)
        return result.ok
          ? tell(context, result, t('rooms.renameFloor.done', { floor: name }), {
              of: [`${ofFloor(floor.id)} name`],
              back: () => {
                const is = floorsOf(context).find(({ id }) => id === floor.id)?.name
                return unlessChanged({ was: floor.name, made: name, is }, () => named(floor.name))
              },
            })
          : result
      }}
      onClose={close}
    />
  ))
}

export const removeFloor: CodeAction = async (context) => {
  const source = sourceOf(context)
  const floor = floorOf(context)
  if (!floor) return failed('NOT_FOUND')
  const result = await source.order('remove_floor', { floor_id: floor.id })
  return tell(context, result, t('rooms.removeFloor.done', { floor: floor.name }), {
    of: [ofFloor(floor.id)],
    back: () => bringBack(source, 'floor', floor.id),
  })
}

/** Devices are moved on the list itself; the address says that they are. */
export const sortDevices: CodeAction = async ({ goto }) => {
  goto('zones_list', { sort: 'on' })
  return done()
}

export const exportRooms: CodeAction = async (context) => {
  download('gatehouse-rooms.json', exportText(floorsOf(context)))
  return done()
}

export const importRooms: CodeAction = (context) =>
  asked(context, (close) => (
    <ImportDialog
      title={t('rooms.import.title')}
      text={t('rooms.import.text')}
      notOurs={t('rooms.import.notOurs')}
      read={readExport}
      onTake={async (floors) => {
        const result = await sourceOf(context).order('import_objects', { floors })
        return result.ok ? tell(context, result, t('rooms.import.done', result.data)) : result
      }}
      onClose={close}
    >
      {(floors) => (
        <p role="status">
          {t('rooms.import.found', {
            floors: t('rooms.list.floors', { count: floors.length }),
            rooms: t('rooms.list.rooms', { count: floors.flatMap(({ rooms }) => rooms).length }),
          })}
        </p>
      )}
    </ImportDialog>
  ))

export const renameRoom: CodeAction = async (context) => {
  const source = sourceOf(context)
  const place = placeOf(context)
  if (!place) return failed('NOT_FOUND')
  const { room, floor, at } = place
  const named = (room_name: string) => source.order('rename_room', { ...at, room_name })
  return await asked(context, (close) => (
    <NameDialog
      title={t('rooms.renameRoom.title')}
      name={room.name}
      others={() => floor.rooms.flatMap(({ id, name }) => (id === room.id ? [] : [name]))}
      taken="roomNameExists"
      onSave={async (name) => {
        const result = await named(name)
        return result.ok
          ? tell(context, result, t('rooms.renameRoom.done', { room: name }), {
              of: [`${ofRoom(at)} name`],
              back: () => {
                const is = placeOf(context)?.room.name
                return unlessChanged({ was: room.name, made: name, is }, () => named(room.name))
              },
            })
          : result
      }}
      onClose={close}
    />
  ))
}

export const roomIcon: CodeAction = async (context) => {
  const source = sourceOf(context)
  const place = placeOf(context)
  if (!place) return failed('NOT_FOUND')
  const { room, at } = place
  const drawn = (icon: string) => source.order('set_room_icon', { ...at, icon })
  return await asked(context, (close) => (
    <IconDialog
      room={room.name}
      icon={room.icon ?? ''}
      onSave={async (icon) => {
        const result = await drawn(icon)
        return result.ok
          ? tell(context, result, t('rooms.icon.done', { room: room.name }), {
              of: [`${ofRoom(at)} icon`],
              back: () => {
                const now = placeOf(context)?.room
                return unlessChanged({ was: room.icon ?? '', made: icon, is: now && (now.icon ?? '') }, () =>
                  drawn(room.icon ?? ''),
                )
              },
            })
          : result
      }}
      onClose={close}
    />
  ))
}

/** spec 2 §2: each device leaves the room that it was in. Taken back, each returns to where it was. */
export const addDevices: CodeAction = async (context) => {
  const source = sourceOf(context)
  const place = placeOf(context)
  if (!place) return failed('NOT_FOUND')
  const { room, at } = place
  const back = async (devices: readonly DeviceHead[]): Promise<ActionResult> => {
    let last = await source.order('remove_device_from_room', { ...at, device_ids: idsOf(devices) })
    for (const device of devices) {
      const { floorId, id } = device.room ?? {}
      if (!last.ok) return last
      if (floorId === undefined || id === undefined) continue
      const from = { floor_id: floorId, room_id: id }
      last = await source.order('add_device_to_room', { ...from, device_ids: [device.id] })
    }
    return last
  }
  return await asked(context, (close) => (
    <DevicesDialog
      title={t('rooms.devices.addTitle', { room: room.name })}
      submit={t('rooms.devices.put')}
      none={t('rooms.devices.allHere')}
      useChoices={() => {
        const others = useAllDevices()?.filter((head) => head.room?.id !== room.id)
        // Whoever adds devices mostly means those that have no room yet.
        return others?.toSorted((a, b) => Number(a.room !== undefined) - Number(b.room !== undefined))
      }}
      onSave={async (devices) => {
        const result = await source.order('add_device_to_room', { ...at, device_ids: idsOf(devices) })
        const said = t('rooms.devices.added', { count: devices.length, room: room.name })
        return result.ok
          ? tell(context, result, said, {
              of: ofDevices(idsOf(devices), at),
              back: () => back(devices),
            })
          : result
      }}
      onClose={close}
    />
  ))
}

export const removeDevices: CodeAction = async (context) => {
  const source = sourceOf(context)
  const place = placeOf(context)
  if (!place) return failed('NOT_FOUND')
  const { room, at } = place
  return await asked(context, (close) => (
    <DevicesDialog
      title={t('rooms.devices.removeTitle', { room: room.name })}
      submit={t('rooms.devices.remove')}
      none={t('rooms.devices.noneHere')}
      useChoices={() => useAllDevices()?.filter((head) => head.room?.id === room.id)}
      onSave={async (devices) => {
        const params = { ...at, device_ids: idsOf(devices) }
        const result = await source.order('remove_device_from_room', params)
        const said = t('rooms.devices.removed', { count: devices.length, room: room.name })
        return result.ok
          ? tell(context, result, said, {
              of: ofDevices(idsOf(devices), at),
              back: () => source.order('add_device_to_room', params),
            })
          : result
      }}
      onClose={close}
    />
  ))
}

export const roomHistory: CodeAction = (context) => {
  const place = placeOf(context)
  return historyOf(context, 'room', place?.room, place && ofRoom(place.at))
}

export const floorHistory: CodeAction = (context) => {
  const floor = floorOf(context)
  return historyOf(context, 'floor', floor, floor && ofFloor(floor.id))
}

function ZoneHistory(props: Omit<ComponentProps<typeof HistoryDialog>, 'linesOf'>) {
  return <HistoryDialog {...props} linesOf={useZoneLines()} />
}

async function historyOf(
  context: ActionContext,
  kind: 'floor' | 'room',
  object: { id: string; name: string } | undefined,
  about: string | undefined,
): Promise<ActionResult> {
  if (!object || about === undefined) return failed('NOT_FOUND')
  const { id, name } = object
  return await asked(context, (close) => (
    <ZoneHistory of={{ kind, id }} name={name} about={about} onClose={() => close(done())} />
  ))
}

export const removeRoom: CodeAction = async (context) => {
  const source = sourceOf(context)
  const place = placeOf(context)
  if (!place) return failed('NOT_FOUND')
  const { room, at } = place
  const result = await source.order('remove_room', at)
  if (result.ok) context.goto('zones_list')
  return tell(context, result, t('rooms.removeRoom.done', { room: room.name }), {
    of: [ofRoom(at)],
    back: () => bringBack(source, 'room', room.id),
  })
}
