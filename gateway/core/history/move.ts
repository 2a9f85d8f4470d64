import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'

export type ObjectKind = ObjectVersion['kind']

/** What is kept of an object. */
export type Kept = Pick<ObjectVersion, 'name' | 'value'>

/** An object that is another one from now on; of one that is gone, as it was last. */
export interface Became extends Kept {
  kind: ObjectKind
  id: string
  /** As it was; missing when it is new. */
  was: Kept | undefined
  gone?: boolean
  /** For what counts its own versions. */
  version?: number | undefined
}

/** Whose change it is, and how it came about where that is not plain. */
export interface Origin {
  userId?: string | undefined
  as?: 'restored' | 'imported'
}

/** A change that is stored together with others, and comes true once it is stored. */
export interface Move {
  entries: ReadonlyMap<string, unknown>
  /** Objects whose versions are kept. */
  became?: readonly Became[]
  commit(origin: Origin): void
}

/** A change that changes nothing. */
export const NOTHING: Move = { entries: new Map(), commit: () => {} }
