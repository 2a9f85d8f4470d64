import { cleanName } from '#gateway/lib/names/clean-name.ts'
import { cleanTold } from '#gateway/lib/names/clean-told.ts'
import { same } from '#gateway/lib/values/same.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { Device, Property } from '#schemas/generated/entities/device.ts'
import type { ContentHolder } from '../history/contents.ts'
import { type Move, NOTHING } from '../history/move.ts'
import type { ReferenceHolder } from '../history/references.ts'
import type { Clock, DriverHost, Wire } from '../ports.ts'
import type { WriteBehindStore } from '../store/write-behind-store.ts'
import { HeldDevice, isTransient, keyOf, type LastValue, splitValues } from './held-device.ts'
import { describedBy, reported } from './value-check.ts'

/** An unchanged value is told again at most this often, so that its time stays true without a flood. */
const refresh = 60_000

type Report = Parameters<DriverHost['report']>[0]
type StatusChange = Parameters<DriverHost['status']>[0]
type Link = Parameters<DriverHost['link']>[0]
type Emit = (event: string, data: Events[keyof Events]) => void

/** A report of a device as the home has understood it. */
export interface Told {
  device: string
  service: string
  property: Property
  value: Wire
  /** Id of the order that it answers, where the driver knows. */
  request?: string | undefined
  /** The value is another one than before, or an event. */
  fresh: boolean
  transient: boolean
  /** It came with a new device, or while the gateway was down. */
  found?: 'new' | 'back' | undefined
}

/** Who caused a report, and by which order where the report answers one. */
export interface Traced {
  cause: Cause
  request?: string | undefined
}

/** Hears of every report: what caused it, before it is told; what it leads to, after. */
export interface Listener {
  trace(told: Told): Traced | undefined
  took(told: Told, cause: Cause | undefined): void
  /** A device fares otherwise than before. */
  fares?(device: string, status: Device['status']): void
}

interface Before {
  status: Device['status']
  since: string | undefined
}

/** The devices of a home: takes in what drivers tell, keeps last values and names, tells of what changed. */
export class Devices {
  readonly #held = new Map<string, HeldDevice>()
  /** Status before a restart, so that "since" goes on when the driver says the same again. */
  readonly #before = new Map<string, Before>()
  /** Who waits for a device to be heard of. */
  readonly #expected = new Map<string, (() => void)[]>()
  /** Who listens to a device for a while. */
  readonly #hearers = new Map<string, (change: Report) => void>()
  /** Names that people gave, where the driver does not keep names itself. */
  readonly #names = new Map<string, string>()
  /** Another device stands in for these; what their drivers say of them meanwhile. */
  readonly #retired = new Map<string, Pick<StatusChange, 'status' | 'reason'>>()
  readonly #storage: WriteBehindStore
  readonly #clock: Clock
  readonly #emit: Emit
  readonly #listener: Listener | undefined

  constructor(storage: WriteBehindStore, clock: Clock, emit: Emit, listener?: Listener) {
    this.#storage = storage
    this.#clock = clock
    this.#emit = emit
    this.#listener = listener
  }

  /** What the store remembers; until a driver speaks of it, a device is offline. */
  open(stored: ReadonlyMap<string, unknown>, drivers: ReadonlySet<string>): void {
    for (const [key, value] of stored) {
      if (key.startsWith('name/') && typeof value === 'string')
        this.#names.set(key.slice('name/'.length), value)
      if (!key.startsWith('device/') || typeof value !== 'object' || value === null) continue
      const { driver, device } = value as { driver: string; device: Device }
      if (!drivers.has(driver)) continue
      const values = stored.get(`values/${device.id}`)
      const last = new Map(Object.entries((values ?? {}) as Record<string, LastValue>))
      this.#before.set(device.id, { status: device.status, since: device.status_since })
      this.#held.set(
        device.id,
        new HeldDevice(driver, { ...device, status: 5, status_since: this.#now() }, last),
      )
    }
  }

  all(): readonly Device[] {
    return [...this.#held.values()].map((held) => held.view)
  }

  held(): readonly HeldDevice[] {
    return [...this.#held.values()]
  }

  get(id: string): HeldDevice | undefined {
    return this.#held.get(id)
  }

  /** Whether its driver has yet to say how it is, since the gateway started. */
  isAwaited(id: string): boolean {
    return this.#before.has(id)
  }

  /** Resolves when its driver has said how it is, or that it is gone; at once where nothing waits for that. */
  async heard(id: string): Promise<void> {
    if (!this.isAwaited(id)) return
    await new Promise<void>((resolve) => {
      this.#expected.set(id, [...(this.#expected.get(id) ?? []), resolve])
    })
  }

  upsert(driver: string, told: Device): void {
    const device = cleanTold(told)
    const { description, values } = splitValues(device)
    description.device_name = this.#names.get(device.id) ?? (cleanName(device.device_name) || device.id)
    const held = this.#held.get(device.id)
    if (!held) {
      this.#held.set(device.id, new HeldDevice(driver, { ...description, status_since: this.#now() }))
      this.#takeOver(device.id, values, 'new')
      this.#store(device.id)
      this.#emit('device_added', { device_id: device.id })
      return
    }
    const { status, device_name: name } = description
    const old = held.description
    held.describe({
      ...description,
      status: old.status,
      status_since: old.status_since,
      status_reason: old.status_reason,
    })
    if (!same(aside(old), aside(description))) this.#emit('device_changed', { device_id: device.id })
    if (old.device_name !== name) this.#emit('device_renamed', { device_id: device.id, device_name: name })
    this.#takeOver(device.id, values, this.#before.has(device.id) ? 'back' : undefined)
    this.#store(device.id)
    this.status({ device: device.id, status, ...(device.status_reason && { reason: device.status_reason }) })
  }

  remove(driver: string, id: string): void {
    if (this.#held.get(id)?.driver !== driver) return
    for (const key of keysOf(id)) this.#storage.later(key, () => undefined)
    this.#drop(id)
  }

  /** The same for somebody who waits for it: what was acknowledged does not come back after a power failure. */
  async forget(id: string): Promise<void> {
    if (!this.#held.has(id)) return
    await this.#storage.now(new Map(keysOf(id).map((key) => [key, undefined])))
    if (this.#held.has(id)) this.#drop(id)
  }

  /** spec 2 §4: status 6 is "replace". It stays whatever the driver says, until the replacement is taken back. */
  retire(id: string): void {
    const held = this.#held.get(id)
    if (!held || this.#retired.has(id)) return
    const { status, status_reason: reason } = held.description
    this.#retired.set(id, { status: this.#before.get(id)?.status ?? status, reason })
    this.#setStatus(id, 6, undefined)
    this.#listener?.fares?.(id, 6)
  }

  unretire(id: string): void {
    const told = this.#retired.get(id)
    this.#retired.delete(id)
    if (!told || !this.#held.has(id)) return
    this.#setStatus(id, told.status, told.reason)
    this.#listener?.fares?.(id, told.status)
  }

  /** Names as something that a replacement moves. */
  readonly references: ReferenceHolder = {
    name: 'names',
    count: (id) => (this.#held.has(id) ? 1 : 0),
    move: (from, to) => {
      const back = this.#held.get(to)?.description.device_name
      return { ...this.#renaming(to, this.#held.get(from)?.description.device_name ?? to), back }
    },
    revert: (_from, to, back) => this.#renaming(to, typeof back === 'string' ? back : to),
  }

  /** Names as a backup holds them. */
  readonly contents: ContentHolder = {
    content: () => ({
      devices: this.all().map(({ id, device_name, class: model }) => ({
        device_id: id,
        device_name,
        class: model,
      })),
    }),
    becoming: ({ devices }) => {
      const moves = devices.flatMap(({ device_id, device_name }) => {
        const name = cleanName(device_name)
        const now = this.#held.get(device_id)?.description.device_name
        return name === '' || now === undefined || now === name ? [] : [this.#renaming(device_id, name)]
      })
      return {
        entries: new Map(moves.flatMap(({ entries }) => [...entries])),
        commit: (origin) => {
          for (const { commit } of moves) commit(origin)
        },
      }
    },
  }

  #renaming(id: string, name: string): Move {
    const held = this.#held.get(id)
    if (!held) return NOTHING
    const description = { ...held.description, device_name: name }
    return {
      entries: new Map<string, unknown>([
        [`device/${id}`, { driver: held.driver, device: description }],
        [`name/${id}`, name],
      ]),
      commit: () => {
        this.#names.set(id, name)
        this.#called(held, name)
      },
    }
  }

  #drop(id: string): void {
    this.#held.delete(id)
    this.#names.delete(id)
    this.#retired.delete(id)
    this.#arrived(id)
    this.#emit('device_removed', { device_id: id })
  }

  inventory(driver: string, ids: readonly string[]): void {
    const known = new Set(ids)
    for (const held of [...this.#held.values()]) {
      if (held.driver === driver && !known.has(held.id)) this.remove(driver, held.id)
    }
  }

  /** `hear` is told whatever the device reports, also what is no value of it, until the answered function is called. */
  overhear(device: string, hear: (change: Report) => void): () => void {
    this.#hearers.set(device, hear)
    return () => this.#hearers.delete(device)
  }

  /** False: the device has no such property, or the value is not of its kind. */
  report(change: Report): boolean {
    this.#hearers.get(change.device)?.(change)
    return this.#take(change)
  }

  /** What comes inside the description of a new device, which is told as a whole, needs no event of its own. */
  #take({ device, service, property, value, cause }: Report, found?: Told['found']): boolean {
    const held = this.#held.get(device)
    const there = held?.find(service, property)
    if (!held || !there) return false
    const taken = reported(value, describedBy(there.property))
    if (taken === undefined) return false
    const key = keyOf(service, property)
    const transient = isTransient(there.property)
    const fresh = transient || !same(held.values.get(key)?.value ?? null, taken)
    if (!transient) {
      held.keep(key, taken, this.#now())
      this.#storage.later(`values/${device}`, () => Object.fromEntries(held.values))
    }
    const told: Told = {
      device,
      service,
      property: there.property,
      value: taken,
      request: cause,
      fresh,
      transient,
      found,
    }
    const traced = this.#listener?.trace(told)
    if (found !== 'new') this.#tell(held, told, there.service.type, traced)
    this.#listener?.took(told, traced?.cause)
    return true
  }

  #tell(
    held: HeldDevice,
    { device, service, property: { name }, value, request, fresh }: Told,
    type: string | undefined,
    { cause: origin, request: cause = request }: Partial<Traced> = {},
  ): void {
    const key = keyOf(service, name)
    const now = this.#clock.now()
    if (!fresh && cause === undefined && now - (held.told.get(key) ?? 0) < refresh) return
    held.told.set(key, now)
    const somebody = origin?.kind === 'person' || origin?.kind === 'rule'
    this.#emit(`device_${device}_property_changed`, {
      device_id: device,
      service_name: service,
      service_type: type,
      property_name: name,
      property_value: value,
      ...(cause !== undefined && { cause }),
      ...(somebody && { caused_by: origin }),
    })
  }

  status({ device, status, reason }: StatusChange): void {
    const held = this.#held.get(device)
    if (!held) return
    if (this.#retired.has(device)) {
      this.#retired.set(device, { status, reason })
      return
    }
    const before = this.#before.get(device)
    this.#arrived(device)
    const old = held.description
    const unchanged = old.status === status && old.status_reason === reason
    if (unchanged && !before) return
    const since = before?.status === status && before.since ? before.since : this.#now()
    // As before a restart, or only for another reason, it is no change.
    if ((before?.status ?? old.status) !== status) this.#listener?.fares?.(device, status)
    if (unchanged) {
      held.amend({ status_since: since })
      this.#store(device)
    } else this.#setStatus(device, status, reason, since)
  }

  /** Nobody waits for it any longer. */
  #arrived(device: string): void {
    this.#before.delete(device)
    for (const tell of this.#expected.get(device) ?? []) tell()
    this.#expected.delete(device)
  }

  #setStatus(
    device: string,
    status: Device['status'],
    reason: Device['status_reason'],
    since = this.#now(),
  ): void {
    this.#held.get(device)?.amend({ status, status_reason: reason, status_since: since })
    this.#store(device)
    this.#emit('device_status_changed', {
      device_id: device,
      status,
      ...(reason !== undefined && { status_reason: reason }),
      status_since: since,
    })
  }

  /** Whoever is heard is reached: the way that is known holds. Stored is only another way, not that it still holds. */
  link({ device, lqiValue, route, routeTimestamp }: Link): void {
    const held = this.#held.get(device)
    if (!held) return
    const { description } = held
    const known = route ?? description.route
    held.amend({
      ...(lqiValue !== undefined && { lqiValue }),
      ...(known && { route: [...known], routeTimestamp: routeTimestamp ?? this.#now() }),
    })
    if (route && !same(route, description.route)) this.#store(device)
  }

  /** Written before it is true: what was acknowledged survives. */
  async rename(id: string, name: string, keptByDriver: boolean): Promise<void> {
    const held = this.#held.get(id)
    if (!held) return
    const description = { ...held.description, device_name: name }
    await this.#storage.now(
      new Map<string, unknown>([
        [`device/${id}`, { driver: held.driver, device: description }],
        // A name that the driver keeps needs none of ours any more, e.g. one that a replacement left.
        [`name/${id}`, keptByDriver ? undefined : name],
      ]),
    )
    if (keptByDriver) this.#names.delete(id)
    else this.#names.set(id, name)
    this.#called(held, name)
  }

  #called(held: HeldDevice, name: string): void {
    if (held.description.device_name === name) return
    held.amend({ device_name: name })
    this.#emit('device_renamed', { device_id: held.id, device_name: name })
  }

  #takeOver(device: string, values: ReadonlyMap<string, unknown>, found: Told['found']): void {
    for (const [key, value] of values) {
      const slash = key.indexOf('/')
      const [service, property] = [key.slice(0, slash), key.slice(slash + 1)]
      this.#take({ device, service, property, value: value as Wire }, found)
    }
  }

  #store(id: string): void {
    const held = this.#held.get(id)
    if (held) this.#storage.later(`device/${id}`, () => ({ driver: held.driver, device: held.description }))
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString()
  }
}

/** Where the store keeps what it knows of a device. */
const keysOf = (id: string): string[] => ['device', 'values', 'name'].map((kind) => `${kind}/${id}`)

/** The description without what has events of its own or changes all the time. */
function aside(device: Device): unknown {
  const { status, status_since, status_reason, device_name, lqiValue, route, routeTimestamp, ...rest } =
    device
  return Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))
}
