import type { Commands } from '#schemas/generated/channel.ts'
import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import { CommandError, codes } from '../errors.ts'
import type { Move, ObjectKind } from './move.ts'
import type { ObjectHistory } from './object-history.ts'

/** What was exported, kind by kind. */
export type Exported = Commands['import_objects']['params']

/** Whoever keeps objects of some kinds registers here and nowhere else: what they were comes back, and files are taken in. */
export interface ObjectHolder {
  kinds: readonly ObjectKind[]
  /** Makes a version the present one. `last` is what the object was when it was deleted. */
  restored(wanted: ObjectVersion, last: ObjectVersion): Move
  /** Takes its part of a file in: what has the id of something here replaces it, the rest is new. */
  imported(file: Exported): Move
}

/** What stands in a file twice cannot both hold. */
export function assertOnce(ids: readonly string[]): void {
  if (new Set(ids).size !== ids.length)
    throw new CommandError(codes.invalid, 'Something is in the file twice')
}

/** The way back to every version, and the way in for what was exported, whatever kind it is of. */
export class Objects {
  readonly #history: ObjectHistory
  readonly #holders: readonly ObjectHolder[]

  constructor(history: ObjectHistory, holders: readonly ObjectHolder[]) {
    this.#history = history
    this.#holders = holders
  }

  restore(kind: ObjectKind, id: string, version: number, userId: string): Promise<void> {
    return this.#history.inTurn(async () => {
      const wanted = this.#history.at(kind, id, version)
      const [last] = this.#history.of(kind, id)
      const holder = this.#holders.find(({ kinds }) => kinds.includes(kind))
      if (!wanted || !last || !holder) throw new CommandError(codes.unknown, 'There is no such version')
      await this.#history.store([holder.restored(wanted, last)], { userId, as: 'restored' })
    })
  }

  /** All of it is judged before any of it is stored, and stored at once; doing it again changes nothing more. */
  import(file: Exported, userId: string): Promise<{ created: number; changed: number }> {
    return this.#history.inTurn(async () => {
      const moves = this.#holders.map((holder) => holder.imported(file))
      await this.#history.store(moves, { userId, as: 'imported' })
      const became = moves.flatMap((move) => move.became ?? [])
      const created = became.filter(({ was }) => was === undefined).length
      return { created, changed: became.length - created }
    })
  }
}
