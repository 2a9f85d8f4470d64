import { cleanName, sameName } from '#gateway/lib/clean-name.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { CommandError, codes } from '../errors.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import { together } from '../history/references.ts'
import type { Clock } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'

interface Parts {
  storage: Pick<WriteBehindStore, 'now'>
  clock: Pick<Clock, 'now'>
  history: ObjectHistory
  newId(): string
  emit(event: string, data: unknown): void
}

/** Most of them in a home; beyond that nobody finds one. */
const MOST = 200

const keyOf = (id: string): string => `status/${id}`

/** Statuses of a home, such as armed or away: each is on or off (spec 2 §3). */
export class Statuses {
  readonly #parts: Parts
  readonly #all = new Map<string, ScenarioStatus>()
  readonly #listeners = new Set<(status: ScenarioStatus) => void>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(stored: ReadonlyMap<string, unknown>, shipped: readonly ScenarioStatus[]): void {
    for (const [key, value] of stored)
      if (key.startsWith('status/') && isStatus(value)) this.#all.set(value.resource_id, value)
    if (!stored.has('statuses')) for (const status of shipped) this.#all.set(status.resource_id, status)
  }

  all(): readonly ScenarioStatus[] {
    return [...this.#all.values()]
  }

  get(id: string): ScenarioStatus | undefined {
    return this.#all.get(id)
  }

  /** Hears of every status that was switched. */
  onSwitch(listener: (status: ScenarioStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  create(given: { name: string; icon: number }, userId: string): Promise<ScenarioStatus> {
    return this.#inTurn(async () => {
      if (this.#all.size >= MOST) throw new CommandError(codes.conflict, 'There are too many statuses')
      const { newId } = this.#parts
      const status = { resource_id: newId(), name: this.#name(given.name), icon: given.icon, state: false }
      await this.#put(status, 'created', userId)
      this.#parts.emit('new_status_created', status)
      return status
    })
  }

  update(id: string, change: { name?: string; icon?: number }, userId: string): Promise<void> {
    return this.#inTurn(async () => {
      const old = this.#known(id)
      const name = change.name === undefined ? old.name : this.#name(change.name, id)
      const status = { ...old, name, icon: change.icon ?? old.icon }
      if (status.name === old.name && status.icon === old.icon) return
      await this.#put(status, 'updated', userId)
      this.#parts.emit('status_changed', status)
    })
  }

  delete(id: string, userId: string): Promise<void> {
    return this.#inTurn(async () => {
      const { storage, history } = this.#parts
      const was = versionOf(this.#known(id))
      const kept = history.record([{ kind: 'status', id, change: 'deleted', ...was, userId, was }])
      await storage.now(new Map([...kept.entries, ...this.#ownList(), [keyOf(id), undefined]]))
      kept.commit()
      this.#all.delete(id)
      this.#parts.emit('status_deleted', { resource_id: id })
    })
  }

  /** Brings a version back, also of a status that was deleted. Its state stays what it is; deleted ones come back off. */
  restore(id: string, version: number, userId: string): Promise<void> {
    return this.#inTurn(async () => {
      const value = this.#parts.history.at('status', id, version)?.value
      if (!isStatus(value)) throw new CommandError(codes.unknown, 'There is no such version')
      const old = this.#all.get(id)
      const { cause: _cause, since: _since, ...plain } = value
      await this.#take(
        { ...(old ?? { ...plain, state: false }), name: plain.name, icon: plain.icon },
        'restored',
        userId,
      )
    })
  }

  /** What taking these statuses in would make of the home; throws what is wrong with them. */
  planImport(statuses: readonly ScenarioStatus[]): { created: number; changed: number } {
    for (const { name } of statuses)
      if (!cleanName(name)) throw new CommandError(codes.invalid, 'The name is not valid')
    const created = statuses.filter(({ resource_id }) => !this.#all.has(resource_id)).length
    const changed = statuses.filter(({ resource_id, name, icon }) => {
      const old = this.#all.get(resource_id)
      return old !== undefined && (old.name !== name || old.icon !== icon)
    }).length
    return { created, changed }
  }

  /** Takes statuses in from a file: by id, what is there is changed. */
  import(statuses: readonly ScenarioStatus[], userId: string): Promise<void> {
    return this.#inTurn(async () => {
      for (const { resource_id, name, icon } of statuses) {
        const old = this.#all.get(resource_id)
        if (old?.name === name && old.icon === icon) continue
        await this.#take({ ...(old ?? { resource_id, state: false }), name, icon }, 'imported', userId)
      }
    })
  }

  set(id: string, state: boolean, cause: Cause): Promise<void> {
    return this.#inTurn(async () => {
      const old = this.#known(id)
      if (old.state === state) return
      const status = { ...old, state, since: this.#parts.clock.now(), cause }
      await this.#parts.storage.now(new Map<string, unknown>([...this.#ownList(), [keyOf(id), status]]))
      this.#all.set(id, status)
      this.#parts.emit('status_changed', status)
      for (const listener of this.#listeners) listener(status)
    })
  }

  async #take(status: ScenarioStatus, change: 'restored' | 'imported', userId: string): Promise<void> {
    const there = this.#all.has(status.resource_id)
    const named = { ...status, name: this.#name(status.name, status.resource_id) }
    await this.#put(named, change, userId)
    this.#parts.emit(there ? 'status_changed' : 'new_status_created', named)
  }

  async #put(
    status: ScenarioStatus,
    change: 'created' | 'updated' | 'restored' | 'imported',
    userId: string,
  ): Promise<void> {
    const { storage, history } = this.#parts
    const { resource_id: id } = status
    const own = {
      entries: new Map<string, unknown>([...this.#ownList(), [keyOf(id), status]]),
      commit: () => this.#all.set(id, status),
    }
    const all = together(
      [
        history.record([{ kind: 'status', id, change, ...versionOf(status), userId, was: this.#was(id) }]),
        own,
      ],
      new Map(),
    )
    await storage.now(all.entries)
    all.commit()
  }

  #was(id: string): ReturnType<typeof versionOf> | undefined {
    const status = this.#all.get(id)
    return status && versionOf(status)
  }

  /** From the first change on, the statuses that a home came with are its own, and stored. */
  #ownList(): [string, unknown][] {
    return [['statuses', true], ...this.all().map((one): [string, unknown] => [keyOf(one.resource_id), one])]
  }

  #known(id: string): ScenarioStatus {
    const status = this.#all.get(id)
    if (!status) throw new CommandError(codes.unknown, 'There is no such status')
    return status
  }

  /** Cleaned; refused when another status has it. */
  #name(wanted: string, own?: string): string {
    const name = cleanName(wanted)
    if (!name) throw new CommandError(codes.invalid, 'The name is not valid')
    const taken = this.all().some((one) => one.resource_id !== own && sameName(one.name, name))
    if (taken) throw new CommandError(codes.conflict, 'name_exists')
    return name
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

/** What its history keeps: not whether it is on, and why. */
function versionOf({ cause: _cause, since: _since, ...value }: ScenarioStatus) {
  return { name: value.name, value }
}

const isStatus = (value: unknown): value is ScenarioStatus =>
  typeof value === 'object' && value !== null && 'resource_id' in value && 'name' in value && 'icon' in value
