import { cleanName, sameName } from '#gateway/lib/names/clean-name.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { CommandError, codes } from '../errors.ts'
import type { ContentHolder } from '../history/contents.ts'
import { type Kept, type Move, NOTHING } from '../history/move.ts'
import type { ObjectHistory } from '../history/object-history.ts'
import { assertOnce, type ObjectHolder } from '../history/objects.ts'
import type { Clock } from '../ports.ts'

interface Parts {
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

  create(given: { name: string; icon: number; group?: string }, userId: string): Promise<ScenarioStatus> {
    return this.#inTurn(async () => {
      const status = { resource_id: this.#parts.newId(), ...given, state: false }
      const [created = status] = this.#named([status])
      await this.#parts.history.store([this.#changed([created])], { userId })
      return created
    })
  }

  update(
    id: string,
    { group, ...change }: { name?: string; icon?: number; group?: string | null },
    userId: string,
  ): Promise<void> {
    return this.#inTurn(() => {
      const { group: before, ...known } = this.#known(id)
      const next = group === undefined ? before : group
      const status = { ...known, ...change, ...(next && { group: next }) }
      return this.#parts.history.store([this.#changed(this.#named([status]))], { userId })
    })
  }

  delete(id: string, userId: string): Promise<void> {
    return this.#inTurn(() => {
      return this.#parts.history.store([this.#changed([], [this.#known(id)])], { userId })
    })
  }

  /** Statuses as something that comes back, and out of files. What is there stays on or off as it is; the others come off. */
  readonly objects: ObjectHolder = {
    kinds: ['status'],
    restored: ({ value }) => {
      if (!isStatus(value)) throw new CommandError(codes.unknown, 'There is no such version')
      return this.#changed(this.#named([value]))
    },
    imported: ({ statuses = [] }) => {
      assertOnce(statuses.map(({ resource_id }) => resource_id))
      return this.#changed(this.#named(statuses))
    },
  }

  /** Statuses as a backup holds them; what is there stays on or off. */
  readonly contents: ContentHolder = {
    content: () => ({
      statuses: this.all().map(({ resource_id, name, icon, group }) => ({
        ...{ resource_id, name, icon },
        ...(group !== undefined && { group }),
      })),
    }),
    becoming: ({ statuses }) => {
      assertOnce(statuses.map(({ resource_id }) => resource_id))
      const wanted = new Set(statuses.map(({ resource_id }) => resource_id))
      const gone = this.all().filter(({ resource_id }) => !wanted.has(resource_id))
      return this.#changed(this.#named(statuses, []), gone)
    },
  }

  set(id: string, state: boolean, cause: Cause): Promise<void> {
    return this.#inTurn(async () => {
      const old = this.#known(id)
      if (old.state === state) return
      const since = this.#parts.clock.now()
      // What goes off for it does so before it comes on: the two are never on at once.
      const others = state ? this.#beside(old, this.all()).map((one) => ({ ...one, state: false })) : []
      const switched = [...others, { ...old, state }].map((one) => ({ ...one, since, cause }))
      await this.#parts.history.store([
        {
          entries: new Map<string, unknown>([
            ...this.#ownList(),
            ...switched.map((one): [string, unknown] => [keyOf(one.resource_id), one]),
          ]),
          commit: () => {
            for (const one of switched) this.#all.set(one.resource_id, one)
            for (const one of switched) this.#tell(one)
          },
        },
      ])
    })
  }

  /** Those of the same group that are on (decision 0260). */
  #beside({ resource_id, group }: ScenarioStatus, all: Iterable<ScenarioStatus>): readonly ScenarioStatus[] {
    if (group === undefined) return []
    return [...all].filter((one) => one.state && one.group === group && one.resource_id !== resource_id)
  }

  /** One that is on and comes to a group in which another one is goes off. */
  #alone(changed: readonly ScenarioStatus[]): readonly ScenarioStatus[] {
    const all = new Map(this.all().map((one) => [one.resource_id, one]))
    for (const one of changed) all.set(one.resource_id, one)
    return changed.map((one) => {
      const { cause: _cause, ...bare } = one
      if (!one.state || this.#beside(one, all.values()).length === 0) return one
      const off = { ...bare, state: false, since: this.#parts.clock.now() }
      all.set(one.resource_id, off)
      return off
    })
  }

  /** It is on, or off, since just now. */
  #tell(status: ScenarioStatus): void {
    this.#parts.emit('status_changed', status)
    for (const listener of this.#listeners) listener(status)
  }

  /** Each under a name of its own, cleaned; refused when another one has it, or one of `others`. */
  #named(
    wanted: readonly Pick<ScenarioStatus, 'resource_id' | 'name' | 'icon' | 'group'>[],
    others: readonly ScenarioStatus[] = this.all(),
  ): readonly ScenarioStatus[] {
    const all = new Map(others.map((one) => [one.resource_id, one]))
    return wanted.map(({ resource_id, name: given, icon, group: said = '' }) => {
      const name = cleanName(given)
      if (!name) throw new CommandError(codes.invalid, 'The name is not valid')
      const taken = [...all.values()].some(
        (one) => one.resource_id !== resource_id && sameName(one.name, name),
      )
      if (taken) throw new CommandError(codes.conflict, 'name_exists')
      if (!all.has(resource_id) && all.size >= MOST)
        throw new CommandError(codes.conflict, 'There are too many statuses')
      const { group: _before, ...known } = this.#all.get(resource_id) ?? { resource_id, state: false }
      const typed = cleanName(said)
      const group = [...all.values()].find((one) => one.group && sameName(one.group, typed))?.group ?? typed
      const status = { ...known, name, icon, ...(group && { group }) }
      all.set(resource_id, status)
      return status
    })
  }

  /** Those among `wanted` that are called otherwise than before, look it, or belong elsewhere, and without those that are `gone`. */
  #changed(wanted: readonly ScenarioStatus[], gone: readonly ScenarioStatus[] = []): Move {
    const others = wanted.filter(({ resource_id, name, icon, group }) => {
      const old = this.#all.get(resource_id)
      return old?.name !== name || old.icon !== icon || old.group !== group
    })
    const changed = this.#alone(others)
    if (changed.length + gone.length === 0) return NOTHING
    return {
      became: [
        ...changed.map((status) => {
          const old = this.#all.get(status.resource_id)
          return {
            kind: 'status' as const,
            id: status.resource_id,
            ...keptOf(status),
            was: old && keptOf(old),
          }
        }),
        ...gone.map((status) => {
          const was = keptOf(status)
          return { kind: 'status' as const, id: status.resource_id, ...was, was, gone: true }
        }),
      ],
      entries: new Map<string, unknown>([
        ...this.#ownList(),
        ...changed.map((status): [string, unknown] => [keyOf(status.resource_id), status]),
        ...gone.map(({ resource_id }): [string, unknown] => [keyOf(resource_id), undefined]),
      ]),
      commit: () => {
        for (const { resource_id } of gone) {
          this.#all.delete(resource_id)
          this.#parts.emit('status_deleted', { resource_id })
        }
        for (const status of changed) {
          const old = this.#all.get(status.resource_id)
          this.#all.set(status.resource_id, status)
          if (old && old.state !== status.state) this.#tell(status)
          else this.#parts.emit(old ? 'status_changed' : 'new_status_created', status)
        }
      },
    }
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

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#parts.history.inTurn(async () => await work())
  }
}

/** What its history keeps: not whether it is on, and why. */
const keptOf = ({ cause: _cause, since: _since, ...value }: ScenarioStatus): Kept => ({
  name: value.name,
  value,
})

const isStatus = (value: unknown): value is ScenarioStatus =>
  typeof value === 'object' && value !== null && 'resource_id' in value && 'name' in value && 'icon' in value
