import { isSuccessor, matchProperties } from '#gateway/lib/homes/replacement-plan.ts'
import type { ReplacementPlan } from '#schemas/generated/entities/replacement-plan.ts'
import type { Devices } from '../devices/devices.ts'
import type { HeldDevice } from '../devices/held-device.ts'
import { CommandError, codes } from '../errors.ts'
import type { Move } from '../history/move.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import type { ReferenceHolder } from '../history/references.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import type { Network } from './network.ts'

interface Parts {
  storage: WriteBehindStore
  devices: Devices
  history: Pick<ObjectHistory, 'inTurn' | 'store'>
  network: Network
  holders: readonly ReferenceHolder[]
  emit(event: string, data: unknown): void
  now(): number
}

/** What has been moved, kept as long as it can be taken back. */
interface Done {
  from: string
  to: string
  at: number
  back: Readonly<Record<string, unknown>>
}

/** spec 2 §4: statuses of a replacement. */
const STARTED = 0
const FINISHED = 1
const FAILED = 2
const MATCHED = 3
const MISMATCH = 4

const keyOf = (to: string): string => `replacement/${to}`

const isDone = (value: unknown): value is Done =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** One device takes the place of another: everything that named the old one names the new one, all at once (L-08). */
export class Replacement {
  readonly #parts: Parts
  readonly #done = new Map<string, Done>()
  /** The device whose successor is awaited. */
  #awaited: string | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of stored)
      if (key.startsWith('replacement/') && isDone(value)) this.#done.set(value.to, value)
    for (const { from } of this.#done.values()) this.#parts.devices.retire(from)
  }

  /** With a successor that is there it is matched at once; else the network opens for one. */
  async begin(old: HeldDevice, successor: HeldDevice | undefined, model: string | undefined) {
    const { network, emit } = this.#parts
    const { networkType } = old.view
    if (this.#awaited) throw new CommandError(codes.conflict, 'Another device is being replaced')
    if (successor) {
      assertDifferent(old, successor)
      emit('device_replacement', { device_id: old.id, status: STARTED })
      this.#match(old, successor)
      return { timeout: 0, remaining: 0 }
    }
    if (networkType === 'virtual') throw new CommandError(codes.impossible, 'The device has no network')
    const wish = { type: 'inclusion', network: networkType, model: model ?? old.view.class } as const
    this.#awaited = old.id
    try {
      const opened = await network.open(wish, () => this.#missed())
      emit('device_replacement', { device_id: old.id, status: STARTED })
      return opened
    } catch (error) {
      this.#awaited = undefined
      throw error
    }
  }

  awaits(): boolean {
    return this.#awaited !== undefined
  }

  /** A device has joined: it may be the successor that is awaited. */
  joined(id: string): void {
    const { devices, network } = this.#parts
    const old = this.#awaited === undefined ? undefined : devices.get(this.#awaited)
    const successor = devices.get(id)
    if (!old || !successor) return
    this.#awaited = undefined
    this.#match(old, successor)
    void network.close('complete')
  }

  plan(old: HeldDevice, successor: HeldDevice): ReplacementPlan {
    assertDifferent(old, successor)
    return {
      device_id: old.id,
      new_device_id: successor.id,
      same_model: old.view.class === successor.view.class,
      properties: matchProperties(old.view, successor.view),
      references: this.#parts.holders.map(({ name, count }) => ({ name, count: count(old.id) })),
    }
  }

  async apply(old: HeldDevice, successor: HeldDevice): Promise<void> {
    const { devices, history, holders, emit, now } = this.#parts
    const { properties } = this.plan(old, successor)
    if (this.#done.has(successor.id))
      throw new CommandError(codes.conflict, 'The device has replaced another one')
    if (!isSuccessor(old.view, properties))
      throw new CommandError(codes.conflict, 'The devices have nothing in common')
    await history.inTurn(async () => {
      const moves = holders.map((holder) => ({
        name: holder.name,
        ...holder.move(old.id, successor.id, properties),
      }))
      const back = Object.fromEntries(moves.map((move) => [move.name, move.back]))
      const done: Done = { from: old.id, to: successor.id, at: now(), back }
      const kept: Move = {
        entries: new Map([[keyOf(successor.id), done]]),
        commit: () => this.#done.set(successor.id, done),
      }
      await history.store([kept, ...moves])
    })
    devices.retire(old.id)
    emit('device_replacement', { device_id: old.id, new_device_id: successor.id, status: FINISHED })
  }

  async undo(successor: string): Promise<void> {
    const { devices, history, holders, emit } = this.#parts
    const done = this.#done.get(successor)
    if (!done || !devices.get(done.from))
      throw new CommandError(codes.unknown, 'There is nothing to take back')
    await history.inTurn(async () => {
      const moves = holders.map((holder) => holder.revert(done.from, done.to, done.back[holder.name]))
      const forgotten: Move = {
        entries: new Map([[keyOf(successor), undefined]]),
        commit: () => this.#done.delete(successor),
      }
      await history.store([forgotten, ...moves])
    })
    devices.unretire(done.from)
    // For whoever follows replacements it is one, the other way round.
    emit('device_replacement', { device_id: done.to, new_device_id: done.from, status: FINISHED })
  }

  /** What is gone can no longer come back. */
  removed(id: string): void {
    for (const { from, to } of [...this.#done.values()]) {
      if (from !== id && to !== id) continue
      this.#done.delete(to)
      this.#parts.storage.later(keyOf(to), () => undefined)
      if (from !== id) this.#parts.devices.unretire(from)
    }
    if (this.#awaited === id) void this.#parts.network.close('asked')
  }

  #match(old: HeldDevice, successor: HeldDevice): void {
    const fits = isSuccessor(old.view, matchProperties(old.view, successor.view))
    this.#parts.emit('device_replacement', {
      device_id: old.id,
      new_device_id: successor.id,
      status: fits ? MATCHED : MISMATCH,
    })
  }

  /** The network closed and no successor had come. */
  #missed(): void {
    const device_id = this.#awaited
    this.#awaited = undefined
    if (device_id !== undefined) this.#parts.emit('device_replacement', { device_id, status: FAILED })
  }
}

function assertDifferent(old: HeldDevice, successor: HeldDevice): void {
  if (old.id === successor.id) throw new CommandError(codes.invalid, 'A device cannot replace itself')
}
