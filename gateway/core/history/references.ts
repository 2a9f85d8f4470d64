import type { MovedReferences, PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'
import type { Move } from './move.ts'

/**
 * One kind of thing that names devices: rooms, names, and whatever comes to use devices. A replacement moves all of them
 * in one step; whoever holds references registers here and nowhere else.
 */
export interface ReferenceHolder {
  name: MovedReferences['name']
  /** How many there are of this device. */
  count(device: string): number
  /** `back` is kept for undoing it. */
  move(from: string, to: string, properties: readonly PlannedProperty[]): Move & { back: unknown }
  /** The old device is `from` again. */
  revert(from: string, to: string, back: unknown): Move
}
