import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'
import type { Clock } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import type { Became, Move, ObjectKind, Origin } from './move.ts'

/** Versions kept of one object, and how much of it altogether (characters of JSON). */
const KEPT = 50
const ROOM = 200_000
/** What was deleted can be brought back for so long. */
const DELETED_FOR = 90 * 86_400_000
const DELETED_KEPT = 200

interface Parts {
  clock: Pick<Clock, 'now'>
  storage: Pick<WriteBehindStore, 'now'>
}

const keyOf = (kind: ObjectKind, id: string): string => `history/${kind}/${id}`

/** What rules, statuses, floors and rooms were before: written together with each change, and one change after the other. */
export class ObjectHistory {
  readonly #parts: Parts
  /** By key; newest first. */
  readonly #versions = new Map<string, readonly ObjectVersion[]>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
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
    const since = this.#parts.clock.now() - DELETED_FOR
    return [...this.#versions.values()]
      .flatMap(([last]) => (last?.change === 'deleted' && last.at >= since ? [last] : []))
      .filter((one) => kind === undefined || one.kind === kind)
      .sort((a, b) => b.at - a.at)
  }

  /** Number of the version that the next change makes. */
  next(kind: ObjectKind, id: string): number {
    return (this.of(kind, id)[0]?.version ?? 0) + 1
  }

  /** Nothing else changes objects meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Several changes as one, with the versions that they make; an object may be in them once. Within `inTurn` only. */
  async store(moves: readonly Move[], origin: Origin = {}): Promise<void> {
    const versions = this.#after(
      moves.flatMap(({ became = [] }) => became),
      origin,
    )
    const entries = new Map([...versions, ...moves.flatMap((move) => [...move.entries])])
    if (entries.size === 0) return
    await this.#parts.storage.now(entries)
    for (const [key, known] of versions) {
      if (known) this.#versions.set(key, known)
      else this.#versions.delete(key)
    }
    for (const { commit } of moves) commit(origin)
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

  #after(
    became: readonly Became[],
    { userId, as }: Origin,
  ): ReadonlyMap<string, readonly ObjectVersion[] | undefined> {
    const at = this.#parts.clock.now()
    const next = new Map<string, readonly ObjectVersion[] | undefined>()
    for (const { was, gone, version: own, ...now } of became) {
      const { kind, id } = now
      const known = this.of(kind, id)
      const begun = was !== undefined && known.length === 0
      const version = own ?? this.next(kind, id) + (begun ? 1 : 0)
      const change = gone ? 'deleted' : (as ?? (was ? 'updated' : 'created'))
      // The first version of what the home came with.
      const first: ObjectVersion[] = begun
        ? [{ kind, id, change: 'created', ...was, version: Math.max(version - 1, 1), at }]
        : []
      next.set(
        keyOf(kind, id),
        within([
          { ...now, change, version, at, ...(userId !== undefined && { user_id: userId }) },
          ...first,
          ...known,
        ]),
      )
    }
    if (next.size > 0) for (const key of this.#forgotten()) if (!next.has(key)) next.set(key, undefined)
    return next
  }

  /** Deleted too long ago, or too many of them. */
  #forgotten(): string[] {
    const since = this.#parts.clock.now() - DELETED_FOR
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
