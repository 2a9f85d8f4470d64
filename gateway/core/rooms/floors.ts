import type { Floor, FloorLayout, Room } from '#schemas/generated/entities/floor-layout.ts'
import type { ContentHolder } from '../history/contents.ts'
import { type Move, NOTHING } from '../history/move.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import type { ObjectHolder } from '../history/objects.ts'
import type { ReferenceHolder } from '../history/references.ts'
import { becameOf, eventsOf } from './floor-changes.ts'
import { withDevices } from './floor-plan.ts'
import { imported, rebuilt, restored } from './floor-return.ts'

interface Parts {
  history: ObjectHistory
  /** Whether the home has such a device. */
  has(device: string): boolean
  newId(): string
  emit(event: string, data: unknown): void
}

/** Floors and rooms of a home; changes follow one another, each stored before it is true. */
export class Floors {
  readonly #parts: Parts
  #floors: readonly Floor[] = []

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
    const { history } = this.#parts
    return history.inTurn(() => history.store([this.#changed(next)], { userId }))
  }

  /** Floors and rooms as something that comes back, and out of files. */
  readonly objects: ObjectHolder = {
    kinds: ['floor', 'room'],
    restored: ({ kind, value }, last) =>
      this.#changed((floors) => restored(floors, kind, value ?? {}, last.value, this.#parts.has)),
    imported: ({ floors = [] }) => this.#changed((before) => imported(before, floors, this.#parts)),
  }

  /** Floors and rooms as a backup holds them. */
  readonly contents: ContentHolder = {
    content: () => this.layout(),
    becoming: ({ floors }) => this.#changed(() => rebuilt(floors, this.#parts.has)),
  }

  /** A home that is reset has no floors, and none to bring back. */
  reset(): Promise<void> {
    const { history, emit } = this.#parts
    const none: Move = {
      entries: new Map([['floors', []]]),
      commit: () => {
        this.#floors = []
        emit('layout_changed', {})
      },
    }
    return history.inTurn(() => history.store([history.forget(this.objects.kinds), none]))
  }

  /** Rooms as something that a replacement moves: the new device comes to where the old one was. */
  readonly references: ReferenceHolder = {
    name: 'rooms',
    count: (device) => this.layout().floors.flatMap(({ rooms }) => rooms.filter(holding(device))).length,
    move: (from, to) => {
      const { floors } = this.layout()
      const back = floors.flatMap(({ rooms }) => rooms.filter(holding(to))).map(({ room_id }) => room_id)
      return { ...this.#changed(() => exchanged(floors, from, to)), back }
    },
    revert: (from, to, back) => {
      const floors = exchanged(this.layout().floors, to, from)
      const before = new Set(Array.isArray(back) ? back : [])
      return this.#changed(() =>
        withDevices(floors, (room) => (before.has(room.room_id) ? [...room.devices, to] : room.devices)),
      )
    },
  }

  /** Events say what happened; what changes much at once only says that it did. */
  #changed(next: (floors: readonly Floor[]) => readonly Floor[]): Move {
    const before = this.layout().floors
    const floors = next(before)
    if (JSON.stringify(floors) === JSON.stringify(before)) return NOTHING
    return {
      became: becameOf(before, floors),
      entries: new Map([['floors', floors]]),
      commit: ({ userId, as }) => {
        this.#floors = floors
        const told =
          userId === undefined || as ? [{ event: 'layout_changed', data: {} }] : eventsOf(before, floors)
        for (const { event, data } of told) this.#parts.emit(event, data)
      },
    }
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
