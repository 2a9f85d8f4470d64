import type { Floor, FloorLayout, Room } from '#schemas/generated/entities/floor-layout.ts'
import type { Keeper } from './keeper.ts'
import type { Move, ReferenceHolder } from './references.ts'

interface Effects {
  keeper: Pick<Keeper, 'now'>
  /** Whether the home has such a device. */
  has(device: string): boolean
  changed(): void
}

/** Floors and rooms of a home; changes follow one another, each stored before it is true. */
export class Floors {
  readonly #effects: Effects
  #floors: readonly Floor[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(effects: Effects) {
    this.#effects = effects
  }

  open(floors: readonly Floor[]): void {
    this.#floors = floors
  }

  /** Rooms hold devices of this home only; what has left it is forgotten. */
  layout(): FloorLayout {
    const { has } = this.#effects
    return {
      floors: this.#floors.map((floor) => ({
        ...floor,
        rooms: floor.rooms.map((room) => ({ ...room, devices: room.devices.filter(has) })),
      })),
    }
  }

  /** `next` throws what is wrong with the change; then nothing is changed. */
  change(next: (floors: readonly Floor[]) => readonly Floor[]): Promise<void> {
    return this.inTurn(async () => {
      const { entries, commit } = this.#prepared(next(this.layout().floors))
      await this.#effects.keeper.now(entries)
      commit()
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
        withRooms(floors, (room) => (before.has(room.room_id) ? [...room.devices, to] : room.devices)),
      )
    },
  }

  #prepared(floors: readonly Floor[]): Move {
    return {
      entries: new Map([['floors', floors]]),
      commit: () => {
        this.#floors = floors
        this.#effects.changed()
      },
    }
  }
}

const holding =
  (device: string) =>
  ({ devices }: Room): boolean =>
    devices.includes(device)

const withRooms = (floors: readonly Floor[], devices: (room: Room) => string[]): Floor[] =>
  floors.map((floor) => ({
    ...floor,
    rooms: floor.rooms.map((room) => ({ ...room, devices: devices(room) })),
  }))

/** `to` stands where `from` stood, and nowhere else. */
const exchanged = (floors: readonly Floor[], from: string, to: string): Floor[] =>
  withRooms(floors, ({ devices }) =>
    devices
      .filter((id) => id !== to || devices.includes(from))
      .flatMap((id) => (id === from ? [to] : id === to ? [] : [id])),
  )
