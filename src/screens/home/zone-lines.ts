import { useAllDevices, useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'

/** A floor or room as its history keeps it, as lines. */
export function useZoneLines(): (version: ObjectVersion) => readonly string[] {
  const { t, say } = useText()
  const { heads } = useDevices()
  const all = useAllDevices()
  const nameOf = (id: string): string =>
    heads.find((head) => head.id === id)?.name ?? (all ? t('rooms.history.goneDevice') : '…')
  return ({ value = {} }) => {
    const line = (word: 'name' | 'floor' | 'icon' | 'device', of: unknown): readonly string[] =>
      typeof of === 'string' && of !== '' ? [t(`rooms.history.${word}`, { value: of })] : []
    const { room_name, floor_name, icon, devices } = value as Readonly<Record<string, unknown>>
    return [
      ...line('name', room_name),
      ...line('floor', floor_name),
      ...line('icon', icon && say(`rooms.icons.${icon}`, String(icon))),
      ...(Array.isArray(devices) ? devices : []).flatMap((id) => line('device', nameOf(String(id)))),
    ]
  }
}
