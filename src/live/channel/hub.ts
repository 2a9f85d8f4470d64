import type { Pace } from '#engine/ports.ts'
import { askForDevices, type Descriptions } from '#gateway/lib/homes/device-page.ts'
import { withDeviceIds } from '#gateway/lib/homes/floor-layout.ts'
import type { Commands, Event } from '#schemas/generated/channel.ts'
import type { DevicePage } from '#schemas/generated/entities/device-page.ts'
import type { FloorLayout } from '#schemas/generated/entities/floor-layout.ts'
import {
  propertyChange as validChange,
  device as validDevice,
  floorLayout as validFloors,
  devicePage as validPage,
} from '#schemas/generated/validate.js'
import { HomeModel } from '../home/home-model.ts'
import { NewsOfDevices } from '../home/news-of-devices.ts'
import { CALM_MS } from '../limits.ts'
import { SET_VALUE } from '../set-value.ts'
import { Channel, type ChannelEffects } from './channel.ts'
import {
  type Change,
  type ChannelToken,
  type FromWorker,
  keyOf,
  type OpenChannel,
  type OrderEnded,
  type PropertyKey,
  type ToWorker,
  type Watch,
} from './protocol.ts'
import { CallError, TIMEOUT } from './requests.ts'

/** So many orders a page has under way at most. */
const MOST_ASKED = 1000
/** Between two batches: a quarter of a frame, so that a home that talks much wakes the page only so often. */
const REST = 4

const isPage = (page: unknown): page is DevicePage => validPage(page)
const isLayout = (layout: unknown): layout is FloorLayout => validFloors(layout)

type Outside = Pick<ChannelEffects, 'clock' | 'connect' | 'random' | 'newId'>

/**
 * What runs in the worker: the channel, the model of the home, and the batches for the page.
 * The page says when it has taken a batch, and no two follow each other at once; meanwhile changes gather here, the last
 * per property. A page that is busy gets one batch for all that happened; one that is not draws each in its next frame. What
 * only sums up a home goes to it a few times a second: in a large home nearly all that is told is of that kind.
 */
export class Hub {
  readonly #post: (message: FromWorker) => void
  readonly #outside: Outside
  readonly #watched = new Map<PropertyKey, Pace>()
  readonly #queue = new Map<PropertyKey, Change>()
  readonly #calm = new Map<PropertyKey, Change>()
  /** The page's own requests, of which it hears how they end. */
  readonly #asked = new Set<string>()
  readonly #ended: OrderEnded[] = []
  readonly #devices = new NewsOfDevices()
  readonly #events: { event: string; data: unknown }[] = []
  #sent = false
  #resting = false
  #calmRests = false
  #channel: Channel | undefined
  #retryAfter = 0
  #stopRetry: () => void = () => {}
  #model: HomeModel | undefined
  readonly #descriptions: Descriptions = new Map()
  #asking: Promise<unknown> | undefined
  #floorsAsked = 0
  #token: ((token: ChannelToken | undefined) => void) | undefined

  constructor(post: (message: FromWorker) => void, outside: Outside) {
    this.#post = post
    this.#outside = outside
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'open':
        return this.#open(message.open)
      case 'token':
        return this.#token?.(message.token)
      case 'noToken':
        return this.#token?.(undefined)
      case 'watch':
        return this.#watch(message)
      case 'call':
        return void this.#call(message.request, message.command, message.params)
      case 'ack':
        this.#sent = false
        return this.#flush()
      case 'retry':
        return this.#channel?.retry()
      case 'close':
        this.#stopRetry()
        return this.#channel?.close()
    }
  }

  #open(open: OpenChannel): void {
    this.#retryAfter = open.limits.reconnect
    const model = new HomeModel({
      resync: () => void this.#resync(),
      fetchDevice: (id, after) => {
        const wait = after === undefined ? 0 : open.limits[after]
        this.#outside.clock.after(wait, () => void this.#fetchDevice(id))
      },
      fetchFloors: () => void this.#fetchFloors(),
      changed: (change) => this.#changed(change),
      facts: (update) => {
        this.#devices.add(update)
        this.#flush()
      },
      event: (event, data) => {
        this.#events.push({ event, data })
        this.#flush()
      },
      ended: (order) => this.#orderEnded(order),
    })
    this.#model = model
    this.#channel = new Channel(open, {
      ...this.#outside,
      token: () => {
        this.#token?.(undefined)
        return new Promise((resolve) => {
          this.#token = resolve
          this.#post({ kind: 'needToken' })
        })
      },
      link: (state, since, until) =>
        this.#post({ kind: 'link', state, since, ...(until !== undefined && { until }) }),
      presence: (online) => this.#post({ kind: 'presence', online }),
      ready: () => {
        if (open.gateway === undefined) return
        model.reconnected()
        void this.#fetchFloors()
      },
      event: (origin, event) => this.#event(origin, event),
      refused: () => this.#post({ kind: 'refused' }),
      malformed: (where) => this.#post({ kind: 'malformed', where }),
      shown: () => [...this.#watched].flatMap(([key, pace]) => (pace === 'frame' ? key : [])),
    })
    this.#channel.start()
  }

  #event(origin: 'gateway' | 'user' | 'admin', event: Event): void {
    if (origin !== 'gateway')
      return this.#post({ kind: 'event', origin, event: event.event, data: event.data })
    if (event.event.endsWith('_property_changed') && !validChange(event.data))
      return this.#post({ kind: 'malformed', where: event.event })
    this.#model?.receive(event)
  }

  async #ask<C extends keyof Commands>(
    command: C,
    params: Commands[C]['params'],
  ): Promise<Commands[C]['data'] | undefined> {
    try {
      return (await this.#channel?.call(command, params).answer) as Commands[C]['data'] | undefined
    } catch {
      // Quiet: the next connection, gap or event asks again, and the age of the values tells meanwhile.
      return undefined
    }
  }

  async #resync(): Promise<void> {
    const asking = this.#allDevices()
    this.#asking = asking
    const answer = await asking
    // Asked again meanwhile: events were lost between the pages.
    if (this.#asking !== asking) return
    if (!Array.isArray(answer?.objects)) {
      // Events wait for the snapshot: it is asked for until it comes, e.g. when the gateway is back.
      this.#stopRetry()
      this.#stopRetry = this.#outside.clock.after(this.#retryAfter, () => void this.#resync())
      return
    }
    this.#stopRetry()
    const good = answer.objects.filter((object) => {
      if (validDevice(object)) return true
      this.#post({ kind: 'malformed', where: 'get_object_list_by_type_detailed' })
      return false
    })
    this.#post({ kind: 'home', bridges: answer.bridges ?? [], zone: answer.zone })
    this.#model?.snapshot(good, answer.seq)
  }

  #allDevices() {
    return askForDevices({
      descriptions: this.#descriptions,
      readable: isPage,
      ask: async (params) => {
        try {
          const data = await this.#channel?.call('get_object_list_by_type_detailed', params).answer
          return { data: data as Commands['get_object_list_by_type_detailed']['data'] }
        } catch (error) {
          const code = error instanceof CallError ? error.code : undefined
          if (code === TIMEOUT) this.#post({ kind: 'untold' })
          return code === undefined ? undefined : { code: Number(code) }
        }
      },
    })
  }

  async #fetchDevice(id: string): Promise<void> {
    const device = await this.#ask('get_device_detailed', { device_id: id })
    if (device === undefined) return
    if (validDevice(device)) this.#model?.device(device)
    else this.#post({ kind: 'malformed', where: 'get_device_detailed' })
  }

  /** However many events say that rooms changed, one question is under way, and one more follows the last of them. */
  async #fetchFloors(): Promise<void> {
    this.#floorsAsked += 1
    if (this.#floorsAsked > 1) return
    for (let answered = 0; answered < this.#floorsAsked; ) {
      answered = this.#floorsAsked
      const layout = withDeviceIds(await this.#ask('get_layout', {}))
      if (layout === undefined) continue
      if (isLayout(layout)) this.#post({ kind: 'floors', floors: layout.floors })
      else this.#post({ kind: 'malformed', where: 'get_layout' })
    }
    this.#floorsAsked = 0
  }

  async #call(request: string, command: string, params: unknown): Promise<void> {
    if (!this.#channel) return
    if (command === SET_VALUE) this.#remember(request)
    try {
      const data = await this.#channel.call(command, params, request).answer
      this.#post({ kind: 'answer', request, ok: true, data })
    } catch (error) {
      const { code, message } = error instanceof CallError ? error : new CallError('-2', String(error))
      this.#post({ kind: 'answer', request, ok: false, code, message })
    }
  }

  #remember(request: string): void {
    this.#asked.add(request)
    const [oldest = ''] = this.#asked
    if (this.#asked.size > MOST_ASKED) this.#asked.delete(oldest)
  }

  /** In its place among the values: what was reported before it comes before it. */
  #orderEnded(order: OrderEnded): void {
    if (!this.#asked.has(order.request)) return
    const reported = this.#calm.get(keyOf(order.device_id, order.service_name, order.property_name))
    if (reported) this.#hurry(reported)
    this.#ended.push(order)
    this.#flush()
  }

  #watch({ frame, calm, drop }: Watch): void {
    for (const key of drop) {
      this.#watched.delete(key)
      this.#calm.delete(key)
    }
    for (const [pace, keys] of [['frame', frame] as const, ['calm', calm] as const])
      for (const key of keys) {
        const isNew = !this.#watched.has(key)
        this.#watched.set(key, pace)
        const known = isNew ? this.#known(key) : this.#calm.get(key)
        if (known) this.#hurry(known)
      }
    this.#channel?.shownChanged()
    this.#flush()
  }

  #changed(change: Change): void {
    const pace = this.#watched.get(change[0])
    if (pace === undefined) return
    if (pace === 'calm') {
      this.#calm.set(change[0], change)
      return this.#tellCalmly()
    }
    this.#queue.set(change[0], change)
    this.#flush()
  }

  #known(key: PropertyKey): Change | undefined {
    const known = this.#model?.value(key)
    return known && [key, known.value, known.at, known.recalled]
  }

  #hurry(change: Change): void {
    this.#calm.delete(change[0])
    this.#queue.set(change[0], change)
  }

  /** The first in a quiet home goes at once; in a busy one the next ones wait for each other. */
  #tellCalmly(): void {
    if (this.#calmRests || this.#calm.size === 0) return
    this.#calmRests = true
    this.#outside.clock.after(CALM_MS, () => {
      this.#calmRests = false
      this.#tellCalmly()
    })
    for (const change of this.#calm.values()) this.#hurry(change)
    this.#flush()
  }

  #flush(): void {
    if (this.#sent || this.#resting) return
    const waiting = this.#queue.size + this.#ended.length + this.#events.length
    if (waiting === 0 && this.#devices.empty) return
    this.#sent = true
    this.#resting = true
    this.#outside.clock.after(REST, () => {
      this.#resting = false
      this.#flush()
    })
    const changes = [...this.#queue.values()]
    this.#queue.clear()
    const devices = this.#devices.take()
    this.#post({
      kind: 'batch',
      ...(devices && { devices }),
      changes,
      ended: this.#ended.splice(0),
      events: this.#events.splice(0),
    })
  }
}
