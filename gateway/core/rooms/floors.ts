import type { Floor, FloorLayout, Room } from '#schemas/generated/entities/floor-layout.ts'
import { CommandError, codes } from '../errors.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import { type Move, type ReferenceHolder, together } from '../history/references.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import { eventsOf, firstVersionsOf, versionsOf } from './floor-changes.ts'
import { withDevices } from './floor-plan.ts'
import { imported, restored, type Value } from './floor-return.ts'

interface Parts {
  storage: Pick<WriteBehindStore, 'now'>
  history: ObjectHistory
  /** Whether the home has such a device. */
  has(device: string): boolean
  newId(): string
  emit(event: string, data: unknown): void
}

/** Whose change it is, and how it came about where that is not plain. */
interface Origin {
  userId?: string
  as?: 'restored' | 'imported'
}

/** Floors and rooms of a home; changes follow one another, each stored before it is true. */
export class Floors {
  readonly #parts: Parts
  #floors: readonly Floor[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(floors: readonly Floor[]): void {
    this.#floors = floors
  }

  /** Rooms hold devices of this home only; what has left it is forgotten. */
  layout(): FloorLayout {
    const { has } = this.#parts
    return { floors: [...withDevices(this.#floors, ({ devices }) => devices.filter(has))] }
  }

  newId(): string {
    return this.#parts.newId()
  }

  /** `next` throws what is wrong with the change; then nothing is changed. */
  change(userId: string, next: (floors: readonly Floor[]) => readonly Floor[]): Promise<void> {
    return this.#become({ userId }, next)
  }

  /** Makes a version of a floor or room the present one, also of one that was removed. */
  restore(kind: 'floor' | 'room', id: string, version: number, userId: string): Promise<void> {
    return this.#become({ userId, as: 'restored' }, (floors) => {
      const { history, has } = this.#parts
      const wanted = history.at(kind, id, version)?.value as Value | undefined
      if (!wanted) throw new CommandError(codes.unknown, 'There is no such version')
      return restored(floors, kind, wanted, history.of(kind, id)[0]?.value as Value | undefined, has)
    })
  }

  /** What taking these floors in would make of the home; throws what is wrong with them. */
  planImport(floors: readonly Floor[]): { created: number; changed: number } {
    const before = this.layout().floors
    const versions = versionsOf(before, this.#imported(before, floors))
    const created = versions.filter(({ change }) => change === 'created').length
    return { created, changed: versions.length - created }
  }

  import(floors: readonly Floor[], userId: string): Promise<void> {
    return this.#become({ userId, as: 'imported' }, (before) => this.#imported(before, floors))
  }

  /** A home that is reset has no floors, and none to bring back. */
  reset(): Promise<void> {
    return this.inTurn(async () => {
      const { storage, history } = this.#parts
      const forgotten = history.forget(['floor', 'room'])
      await storage.now(new Map<string, unknown>([...forgotten.entries, ['floors', []]]))
      forgotten.commit()
      this.#floors = []
      this.#parts.emit('layout_changed', {})
    })
  }

  /** Nothing else changes rooms meanwhile. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }

  /** Rooms as something that a replacement moves: the new device comes to where the old one was. */
  readonly references: ReferenceHolder = {
    name: 'rooms',
    count: (device) => this.layout().floors.flatMap(({ rooms }) => rooms.filter(holding(device))).length,
    move: (from, to) => {
      const { floors } = this.layout()
      const back = floors.flatMap(({ rooms }) => rooms.filter(holding(to))).map(({ room_id }) => room_id)
      return { ...this.#prepared(exchanged(floors, from, to)), back }
    },
    revert: (from, to, back) => {
      const floors = exchanged(this.layout().floors, to, from)
      const before = new Set(Array.isArray(back) ? back : [])
      return this.#prepared(
        withDevices(floors, (room) => (before.has(room.room_id) ? [...room.devices, to] : room.devices)),
      )
    },
  }

  #imported(before: readonly Floor[], floors: readonly Floor[]): readonly Floor[] {
    return imported(before, floors, this.#parts)
  }

  #become(origin: Origin, next: (floors: readonly Floor[]) => readonly Floor[]): Promise<void> {
    return this.inTurn(async () => {
      const before = this.layout().floors
      const after = next(before)
      if (JSON.stringify(after) === JSON.stringify(before)) return
      const { entries, commit } = this.#prepared(after, origin)
      await this.#parts.storage.now(entries)
      commit()
    })
  }

  /** Events say what happened; what changes much at once only says that it did. */
  #prepared(floors: readonly Floor[], origin: Origin = {}): Move {
    const before = this.layout().floors
    const { userId, as } = origin
    const own: Move = {
      entries: new Map([['floors', floors]]),
      commit: () => {
        this.#floors = floors
        const told =
          userId === undefined || as ? [{ event: 'layout_changed', data: {} }] : eventsOf(before, floors)
        for (const { event, data } of told) this.#parts.emit(event, data)
      },
    }
    const versions = versionsOf(before, floors, as).map((version) => ({ ...version, userId }))
    const { history } = this.#parts
    const unknown = versions.filter(({ kind, id }) => history.of(kind, id).length === 0)
    // Stored with the change itself, which keeps what was before it.
    history.record(firstVersionsOf(before, unknown)).commit()
    return together([history.record(versions), own], new Map())
  }
}

const holding =
  (device: string) =>
  ({ devices }: Room): boolean =>
    devices.includes(device)

/** `to` stands where `from` stood, and nowhere else. */
const exchanged = (floors: readonly Floor[], from: string, to: string): readonly Floor[] =>
  withDevices(floors, ({ devices }) =>
    devices
      .filter((id) => id !== to || devices.includes(from))
      .flatMap((id) => (id === from ? [to] : id === to ? [] : [id])),
  )
