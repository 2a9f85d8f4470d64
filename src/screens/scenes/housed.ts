import type { DeviceHead, Home } from '#engine/ports.ts'
import { foundBy, type Housed } from '#gateway/rules/targets/targets.ts'
import type { ActionSet, ActionTarget } from '#schemas/generated/entities/rule.ts'
import { candidate } from './builder/offered/offered.ts'
import { vocabulary } from './builder/offered/vocabulary.ts'

/** A device with where it is, as targets look for it. */
export const housedAt = (head: DeviceHead): Housed => ({
  ...{ id: head.id, room_id: head.room?.id, floor_id: head.room?.floorId },
  candidate: candidate(head),
})

/** Values that a target means now, as far as the page knows the devices. */
export const foundNow = (target: ActionTarget, set: Pick<ActionSet, 'devices'>, home: Home) =>
  foundBy(target, set, home.devices().heads.map(housedAt), vocabulary)
