import type { Example } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const bolt: Value = {
  kind: 'bool',
  access: ['read', 'write'],
  on: 'LOCK_STATE_LOCKED',
  off: 'LOCK_STATE_UNLOCKED',
}
const door: Value = {
  kind: 'option',
  access: ['read'],
  icon: 'door',
  options: [
    { value: 'CLOSED' },
    { value: 'OPENED' },
    { value: 'JAMMED', icon: 'alert' },
    { value: 'FORCED_OPEN', icon: 'alert' },
  ],
  levels: { JAMMED: 'danger', FORCED_OPEN: 'danger' },
}
const placed = placedOf('doorLock', 'DoorLockService', 'state', bolt, {
  more: [{ service: 'DoorLockService', property: 'door', value: door }],
})
const of = (name: string, state: string | null, at: string): Example => ({
  name,
  placed,
  values: { 'DoorLockService/state': state, 'DoorLockService/door': at },
})

export const examples: readonly Example[] = [
  of('locked', 'LOCK_STATE_LOCKED', 'CLOSED'),
  of('unlocked', 'LOCK_STATE_UNLOCKED', 'OPENED'),
  of('jammed', 'LOCK_STATE_UNLOCKED', 'JAMMED'),
  of('forced open', 'LOCK_STATE_LOCKED', 'FORCED_OPEN'),
  of('nothing known', null, 'CLOSED'),
]
