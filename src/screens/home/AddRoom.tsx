import { type BlockProps, useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { tell } from '#engine/objects/tell.ts'
import { text } from '#i18n/useText.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { AddRoomDialog } from './AddRoomDialog.tsx'
import { ofRoom } from './about.ts'
import { useFloors } from './floors.ts'
import { ZonesList } from './ZonesList.tsx'

/** spec 2 §2: adding a room has an address of its own; the rooms stand behind it. */
export function AddRoom({ params, screen }: BlockProps) {
  const { source } = usePorts()
  const { definitions, go } = useEngine()
  const floors = useFloors()
  const list = definitions.screen('zones_list')

  return (
    <>
      <ZonesList params={params} screen={screen} />
      {floors && (
        <AddRoomDialog
          source={source}
          floors={floors}
          floor={params.floor_id}
          onClose={(added) => {
            if (list) go?.(hrefOf(list), { replace: true })
            if (!added) return
            const place = { floor_id: added.floorId, room_id: added.roomId }
            tell(
              { toast: (message) => toasts.show(message) },
              { ok: true, data: undefined },
              text.t('rooms.add.done', { room: added.name }),
              { of: [ofRoom(place)], back: () => source.order('remove_room', place) },
            )
          }}
        />
      )}
    </>
  )
}
