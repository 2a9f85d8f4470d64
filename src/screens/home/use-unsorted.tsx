import { type ReactNode, Suspense, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import { tell } from '#engine/objects/tell.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { ofDevices } from './about.ts'
import { unsortedOf, useFloors } from './floors.ts'

const DevicesDialog = lazy(async () => ({ default: (await import('./DevicesDialog.tsx')).DevicesDialog }))

function useChoices() {
  const heads = useAllDevices()
  return heads && unsortedOf(heads)
}

/** spec 2 §2: the dialog of devices that are in no room. */
export function useUnsorted(): { open(): void; overlay: ReactNode } {
  const { t } = useText()
  const { source } = usePorts()
  const floors = useFloors() ?? []
  const [shown, setShown] = useState(false)
  const places = floors.flatMap(({ id: floor_id, name: floor, rooms }) =>
    rooms.map(({ id: room_id, name }) => ({ floor_id, room_id, name, label: `${name} · ${floor}` })),
  )
  const placeOf = (room: string) => places.find(({ room_id }) => room_id === room)
  const overlay = shown && (
    <Suspense>
      <DevicesDialog
        title={t('rooms.unsorted')}
        submit={t('rooms.devices.put')}
        none={t('rooms.devices.allSorted')}
        useChoices={useChoices}
        rooms={places.map(({ room_id: value, label }) => ({ value, label }))}
        onSave={async (devices, room) => {
          const place = placeOf(room)
          if (!place) return { ok: false, code: '404', message: '' }
          const { name, label: _label, ...at } = place
          const device_ids = devices.map(({ id }) => id) as [string, ...string[]]
          const result = await source.order('add_device_to_room', { ...at, device_ids })
          if (result.ok)
            tell(
              { toast: (message) => toasts.show(message) },
              result,
              t('rooms.devices.added', { count: device_ids.length, room: name }),
              {
                of: ofDevices(device_ids, at),
                back: () => source.order('remove_device_from_room', { ...at, device_ids }),
              },
            )
          return result
        }}
        onClose={() => setShown(false)}
      />
    </Suspense>
  )
  return { open: () => setShown(true), overlay }
}
