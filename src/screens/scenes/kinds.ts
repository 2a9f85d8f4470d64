import type { Home } from '#engine/ports.ts'
import { meaningOf } from '#gateway/rules/targets/kinds.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { ActionTarget, RuleNotification, TargetPlace } from '#schemas/generated/entities/rule.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import { vocabulary } from './builder/offered/vocabulary.ts'

/** What is set of all devices of a kind. */
export const kindValue = (target: Pick<ActionTarget, 'kind' | 'sets'>): Value | undefined =>
  meaningOf(target, vocabulary)?.sets.value

export const kindIcon = ({ kind }: Pick<ActionTarget, 'kind'>): IconName =>
  iconNamed(vocabulary.kinds.find(({ id }) => id === kind)?.icon, 'devices')

/** How somebody or something elsewhere is told. */
export const notificationIcon = ({ call, type }: RuleNotification): IconName =>
  call ? 'link' : type === 0 ? 'mail' : 'bell'

/** Whether a room or floor is there; it is, as long as nobody knows. */
export function isThere(place: TargetPlace, home: Home): boolean {
  const floors = home.floors()
  if (!floors) return true
  return 'floor_id' in place
    ? floors.some(({ id }) => id === place.floor_id)
    : floors.some(({ rooms }) => rooms.some(({ id }) => id === place.room_id))
}
