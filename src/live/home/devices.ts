import type { Home } from '#engine/ports.ts'
import type { RawValue } from '#engine/widget.ts'
import type { BridgeTrouble } from '#schemas/generated/entities/bridge-trouble.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { HomeApi } from '../channel/connect.ts'
import { type Change, type DevicesUpdate, factsOf, keyOf, reportOf } from '../channel/protocol.ts'
import { Heads } from './heads.ts'
import { Layouts } from './layouts.ts'

type Link = ReturnType<Home['link']>

interface Options {
  api: Pick<HomeApi, 'layouts' | 'layout'>
  gateway: string | undefined
  language: string
  retry(): void
}

/** When a snapshot was kept that stands in for one that nobody answers with, epoch ms. */
export interface KeptAt {
  keptAt?: number
}

/** Every value of a snapshot, as the channel would report it. */
export const valuesOf = ({ devices }: HomeSnapshot): Change[] =>
  devices.flatMap(({ device }) =>
    device.service_list.flatMap(({ name, property_list }) =>
      property_list.map(
        (property): Change => [
          keyOf(device.id, name, property.name),
          property.value as RawValue,
          ...reportOf(property),
        ],
      ),
    ),
  )

/** The devices of the home without their values, and how the gateway is reached: first from a snapshot, then live. */
export class Devices implements Home {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  readonly #heads: Heads
  readonly #layouts: Layouts
  #channel: Omit<Link, 'retry'> = { state: 'connecting', since: Date.now() }
  #offlineSince: number | undefined
  #keptAt: number | undefined
  #link: Link
  #known: ReturnType<Home['devices']> | undefined
  #total = 0
  /** How many came page by page, in the order of the home. */
  #paged = 0
  #bridges: readonly BridgeTrouble[] = []
  #zone: string | undefined
  #complete: boolean
  #closed = false

  constructor(options: Options) {
    this.#options = options
    this.#complete = options.gateway === undefined
    this.#link = { ...this.#channel, retry: options.retry }
    this.#layouts = new Layouts({
      layout: (hash) => options.api.layout(hash),
      changed: (ids) => {
        this.#heads.refresh(ids)
        this.#wake()
      },
    })
    this.#heads = new Heads((id) => this.#layouts.of(id), options.language)
  }

  devices = (): ReturnType<Home['devices']> => {
    this.#known ??= {
      heads: this.#heads.sorted(),
      total: this.#total,
      complete: this.#complete,
      bridges: this.#bridges,
    }
    return this.#known
  }

  device = (id: string): ReturnType<Home['device']> => this.#heads.head(id)

  rooms = (): ReturnType<Home['rooms']> => this.#heads.rooms

  floors = (): ReturnType<Home['floors']> => this.#heads.floors

  zone = (): string | undefined => this.#zone

  order = (): readonly string[] => this.#heads.order

  arrange = (order: readonly string[]): void => {
    this.#heads.arrange(order)
    this.#wake()
  }

  link = (): Link => this.#link

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Whether the devices beyond the first page are still unknown. */
  get partial(): boolean {
    return !this.#complete && !this.#closed
  }

  get paged(): number {
    return this.#paged
  }

  /** The first devices, or the next ones after them, unless the channel was quicker. */
  begin(snapshot: HomeSnapshot & KeptAt): void {
    if (this.#complete || this.#closed) return
    this.#paged += snapshot.devices.length
    this.add(snapshot)
  }

  /** Devices of any place in the order of the home. */
  add(snapshot: HomeSnapshot & KeptAt): void {
    if (this.#complete || this.#closed) return
    this.#keptAt ??= snapshot.keptAt
    const { devices, layouts, floors, total, online, at, zone, bridges = [], order = [] } = snapshot
    this.#layouts.add(layouts)
    void this.assign(Object.fromEntries(devices.map(({ device, layout }) => [device.id, layout])))
    this.#heads.arrange(order)
    this.#heads.begin(devices.map(({ device }) => factsOf(device)))
    this.#heads.setFloors(floors)
    this.#bridges = bridges
    this.setZone(zone)
    this.#total = total
    // A page without devices is the last one, whatever was counted before.
    this.#complete = this.#heads.size >= total || devices.length === 0
    if (!online) this.#offlineSince = Date.parse(at)
    this.#relink()
  }

  update({ all, facts, removed }: DevicesUpdate): void {
    const kept = new Set(facts.map(({ id }) => id))
    this.#heads.update(facts, all ? this.#heads.ids().filter((id) => !kept.has(id)) : removed)
    if (all) this.#complete = true
    this.#total = this.#heads.size
    if (facts.some(({ id }) => !this.#layouts.knows(id))) void this.#learnLayouts()
    // Thousands of devices are taken over in one task and drawn in another: both together would hold the page for too long.
    if (all) setTimeout(() => this.#wake())
    else this.#wake()
  }

  setZone(zone: string | undefined): void {
    if (zone !== undefined) this.#zone = zone
  }

  setBridges(bridges: readonly BridgeTrouble[]): void {
    this.#bridges = bridges
    this.#wake()
  }

  setFloors(floors: HomeSnapshot['floors']): void {
    this.#heads.setFloors(floors)
    this.#wake()
  }

  /** Which layout each of these devices has. */
  assign(hashes: Readonly<Record<string, string>>): Promise<void> {
    return this.#layouts.assign(hashes)
  }

  channelIs(channel: Omit<Link, 'retry'>): void {
    this.#channel = channel
    this.#relink()
  }

  gatewayIs(online: boolean): void {
    this.#offlineSince = online ? undefined : (this.#offlineSince ?? Date.now())
    this.#relink()
  }

  close(): void {
    this.#closed = true
  }

  #relink(): void {
    const { state, until } = this.#channel
    const { retry } = this.#options
    if (state === 'live') this.#keptAt = undefined
    const since = this.#keptAt ?? this.#channel.since
    this.#link =
      state === 'live' && this.#offlineSince !== undefined
        ? { state: 'offline', since: this.#offlineSince, retry }
        : { state, since, retry, ...(until !== undefined && { until }) }
    this.#wake()
  }

  async #learnLayouts(): Promise<void> {
    const { api, gateway } = this.#options
    if (gateway === undefined) return
    const known = await api.layouts(gateway)
    if (!known || this.#closed) return
    // All at once: devices whose layouts came one after the other would be drawn anew as often.
    this.#layouts.add(known.contents ?? {})
    await this.assign(known.layouts)
  }

  #wake(): void {
    this.#known = undefined
    for (const listener of [...this.#listeners]) listener()
  }
}
