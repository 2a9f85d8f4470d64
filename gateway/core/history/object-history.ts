import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import type { Clock } from '../ports.ts'
import type { Move } from './references.ts'

/** Versions kept of one object, and how much of it altogether (characters of JSON). */
const KEPT = 50
const ROOM = 200_000
/** What was deleted can be brought back for so long. */
const DELETED_FOR = 90 * 86_400_000
const DELETED_KEPT = 200

export type ObjectKind = ObjectVersion['kind']
type Change = Pick<ObjectVersion, 'kind' | 'id' | 'change' | 'name'> & {
  value: ObjectVersion['value']
  /** For what counts its own versions. */
  version?: number | undefined
  userId?: string | undefined
  /** As it was: the first version of what the home came with. */
  was?: Pick<ObjectVersion, 'name' | 'value'> | undefined
}

const keyOf = (kind: ObjectKind, id: string): string => `history/${kind}/${id}`

/** What rules, statuses, floors and rooms were before: written together with each change. */
export class ObjectHistory {
  readonly #clock: Pick<Clock, 'now'>
  /** By key; newest first. */
  readonly #versions = new Map<string, readonly ObjectVersion[]>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [key, versions] of stored)
      if (key.startsWith('history/') && Array.isArray(versions)) this.#versions.set(key, versions)
  }

  /** Newest first; none when the object is not known. */
  of(kind: ObjectKind, id: string): readonly ObjectVersion[] {
    return this.#versions.get(keyOf(kind, id)) ?? []
  }

  at(kind: ObjectKind, id: string, version: number): ObjectVersion | undefined {
    return this.of(kind, id).find((one) => one.version === version)
  }

  /** The last version of what was deleted, newest first. */
  deleted(kind?: ObjectKind): readonly ObjectVersion[] {
    const since = this.#clock.now() - DELETED_FOR
    return [...this.#versions.values()]
      .flatMap(([last]) => (last?.change === 'deleted' && last.at >= since ? [last] : []))
      .filter((one) => kind === undefined || one.kind === kind)
      .sort((a, b) => b.at - a.at)
  }

  /** Number of the version that the next change makes. */
  next(kind: ObjectKind, id: string): number {
    return (this.of(kind, id)[0]?.version ?? 0) + 1
  }

  /** Several changes as one; an object may be in them once. */
  record(changes: readonly Change[]): Move {
    const at = this.#clock.now()
    const next = new Map<string, readonly ObjectVersion[] | undefined>()
    for (const { userId, version: own, was, ...change } of changes) {
      const { kind, id } = change
      const known = this.of(kind, id)
      const begun = was !== undefined && known.length === 0
      const version = own ?? this.next(kind, id) + (begun ? 1 : 0)
      const first: ObjectVersion[] = begun
        ? [{ kind, id, change: 'created', ...was, version: Math.max(version - 1, 1), at }]
        : []
      next.set(
        keyOf(kind, id),
        within([
          { ...change, version, at, ...(userId !== undefined && { user_id: userId }) },
          ...first,
          ...known,
        ]),
      )
    }
    for (const key of this.#forgotten()) if (!next.has(key)) next.set(key, undefined)
    return {
      entries: next,
      commit: () => {
        for (const [key, versions] of next) {
          if (versions) this.#versions.set(key, versions)
          else this.#versions.delete(key)
        }
      },
    }
  }

  /** Nothing of these kinds was ever there. */
  forget(kinds: readonly ObjectKind[]): Move {
    const keys = [...this.#versions.keys()].filter((key) =>
      kinds.some((kind) => key.startsWith(keyOf(kind, ''))),
    )
    return {
      entries: new Map(keys.map((key) => [key, undefined])),
      commit: () => {
        for (const key of keys) this.#versions.delete(key)
      },
    }
  }

  /** Deleted too long ago, or too many of them. */
  #forgotten(): string[] {
    const since = this.#clock.now() - DELETED_FOR
    const gone = [...this.#versions]
      .flatMap(([key, [last]]) => (last?.change === 'deleted' ? [{ key, at: last.at }] : []))
      .sort((a, b) => b.at - a.at)
    return gone.filter(({ at }, place) => at < since || place >= DELETED_KEPT).map(({ key }) => key)
  }
}

function within(versions: readonly ObjectVersion[]): readonly ObjectVersion[] {
  let room = ROOM
  return versions.slice(0, KEPT).filter((version, place) => {
    room -= JSON.stringify(version).length
    return place === 0 || room >= 0
  })
}
