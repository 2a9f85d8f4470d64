import type { MovedReferences, PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'

/** A change that is stored together with others, and comes true once it is stored. */
export interface Move {
  entries: ReadonlyMap<string, unknown>
  commit(): void
}

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

/** Everything that several holders change, as one. */
export function together(moves: readonly Move[], more: ReadonlyMap<string, unknown>): Move {
  return {
    entries: new Map([...moves.flatMap(({ entries }) => [...entries]), ...more]),
    commit: () => {
      for (const { commit } of moves) commit()
    },
  }
}
