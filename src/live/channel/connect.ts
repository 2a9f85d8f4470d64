import type { DeviceLink, Home } from '#engine/ports.ts'
import { newId } from '#lib/new-id.ts'
import type { DataOf } from '#schemas/calls.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { systemClock } from '../clock.ts'
import { Devices, type KeptAt, valuesOf } from '../home/devices.ts'
import { orderLimits } from '../limits.ts'
import { OutcomeUnknown } from '../orders.ts'
import { PropertyLink } from '../property-link.ts'
import { GET_VALUE, INTERRUPTED, SET_VALUE } from '../set-value.ts'
import { type ChannelWorker, type News, PageEnd } from './page-end.ts'
import type { ChannelToken, EventOrigin, PropertyKey } from './protocol.ts'
import { CallError } from './requests.ts'
import { WatchList } from './watch-list.ts'

/** The calls that the live part needs; src/app hands in the HTTP client's. Each resolves to undefined when it failed and was reported. */
export interface HomeApi {
  token(): Promise<ChannelToken | undefined>
  snapshot(serialNumber: string): Promise<HomeSnapshot | undefined>
  /** Further devices by name, after as many as are known. */
  further(serialNumber: string, skip: number): Promise<HomeSnapshot | undefined>
  /** Hashes by device, and the layouts themselves by hash. */
  layouts(serialNumber: string): Promise<HomeLayouts | undefined>
  layout(hash: string): Promise<DeviceLayout | undefined>
  /** The hashes alone. */
  assigned(serialNumber: string): Promise<HomeLayouts | undefined>
}

export interface HomeLayouts {
  layouts: Readonly<Record<string, string>>
  contents?: Readonly<Record<string, DeviceLayout>>
}

export interface ConnectHome {
  userId: string
  admin: boolean
  gateway: string | undefined
  /** BCP 47; devices are sorted by its rules. */
  language: string
  /** Address of the broker's websocket. */
  url: string
  api: HomeApi
  /** The snapshot that the page asked for before this code had loaded. */
  boot?: Promise<(HomeSnapshot & KeptAt) | undefined>
  /** Devices that the page shows beside the first ones. */
  beside?: Promise<HomeSnapshot | undefined> | undefined
  /** Sentence for an order that nobody confirmed. */
  silent: string
  /** Sentence for an order that failed: by the code of the answer or the failure, else its message. */
  reason(code: string, message: string): string
  event(origin: EventOrigin, event: string, data: unknown): void
  /** The broker ended the session. */
  refused(): void
  /** A code of an answer, e.g. privileged mode; whoever called is told as well. */
  callFailed?(error: CallError): void
  worker(): ChannelWorker
}

export interface LiveHome {
  link: DeviceLink
  home: Home
  /** Runs a command on the gateway. Rejects with a CallError. */
  call<C extends string>(command: C, params: unknown): Promise<DataOf<C>>
  close(): void
}

/** A key as the command that sets a value names it. */
function target(key: PropertyKey) {
  const [device = '', service = '', ...property] = key.split('/')
  return { device_id: device, service_name: service, property_name: property.join('/') }
}

interface CatalogueChanged {
  serialNumber: string
  layouts: Record<string, string>
}

/** Ms that nobody tells anything, as between a page's first request and its channel: what changes then is seldom enough. */
const BRIEF = 2000

/** The devices of the current gateway: at once from a snapshot, then live over the channel. */
export function connectHome(options: ConnectHome): LiveHome {
  const { api, gateway, userId, admin, url } = options

  const retry = (): void => channel.post({ kind: 'retry' })
  const channel = new PageEnd({
    worker: options.worker,
    token: api.token,
    news: receive,
    callFailed: options.callFailed,
  })
  const devices = new Devices({ api, gateway, language: options.language, retry })
  const properties = new PropertyLink({
    watching: new WatchList((watch) => channel.post({ kind: 'watch', ...watch })),
    clock: systemClock,
    limits: orderLimits,
    silent: options.silent,
    // Whoever has to know it is told by the report; that it cannot be asked changes nothing.
    ask: (key) => void channel.call(GET_VALUE, target(key)).catch(() => undefined),
    reason: options.reason,
    send: (key, value, { accepted, failed }) => {
      const request = newId()
      channel
        .call(SET_VALUE, { ...target(key), property_value: value }, request)
        .then(accepted, (error: unknown) => {
          const { code, message } = error instanceof CallError ? error : new CallError('', String(error))
          const reason = options.reason(code, message)
          failed(code === INTERRUPTED ? new OutcomeUnknown(reason) : new Error(reason))
        })
      return request
    },
  })

  /** How often the order of the tiles has been told: what was asked for before is older. */
  let arranged = 0
  /** Layouts that were told since they were last asked for. */
  let drawn: Record<string, string> = {}
  function arrange(order: readonly string[]): void {
    arranged += 1
    devices.arrange(order)
  }

  /** Since when nobody tells: until the channel is live, and while it is cut. */
  let unheard: number | undefined = Date.now()
  /** The gateway tells anew how its devices are; how they are put and drawn is not its business, and is asked for. */
  async function catchUp(): Promise<void> {
    if (gateway === undefined) return
    const before = arranged
    drawn = {}
    const [beyond, known] = await Promise.all([
      api.further(gateway, devices.devices().total),
      api.assigned(gateway),
    ])
    if (beyond && arranged === before) arrange(beyond.order ?? [])
    if (known) void devices.assign({ ...known.layouts, ...drawn })
  }
  function heard(live: boolean): void {
    if (!live) {
      unheard ??= Date.now()
      return
    }
    if (unheard !== undefined && Date.now() - unheard > BRIEF) void catchUp()
    unheard = undefined
  }

  function event(origin: EventOrigin, name: string, data: unknown): void {
    if (origin === 'user' && name === 'catalogue_changed') {
      const { serialNumber, layouts } = data as CatalogueChanged
      if (serialNumber === gateway) {
        Object.assign(drawn, layouts)
        void devices.assign(layouts)
      }
    }
    if (origin === 'user' && name === 'tile_order_changed') {
      const told = data as Events['tile_order_changed']
      if (told.serialNumber === gateway) arrange(told.devices)
    }
    if (origin === 'gateway' && name === 'bridges_changed')
      devices.setBridges((data as Events['bridges_changed']).bridges)
    options.event(origin, name, data)
  }

  function receive(message: News): void {
    switch (message.kind) {
      case 'link':
        devices.channelIs({ state: message.state, since: message.since, until: message.until })
        heard(message.state === 'live')
        if (message.state === 'stale' || message.state === 'failed') void rest()
        return
      case 'presence':
        devices.gatewayIs(message.online)
        if (!message.online) void rest()
        return
      case 'home':
        devices.setZone(message.zone)
        return devices.setBridges(message.bridges)
      case 'untold':
        return void rest()
      case 'floors':
        return devices.setFloors(message.floors)
      case 'batch':
        if (message.devices) devices.update(message.devices)
        properties.apply(message.changes)
        for (const order of message.ended) properties.ended(order)
        for (const { event: name, data } of message.events) event('gateway', name, data)
        return channel.post({ kind: 'ack' })
      case 'event':
        return event(message.origin, message.event, message.data)
      case 'refused':
        return options.refused()
      case 'malformed':
        return
    }
  }

  let loadingRest = false
  /** What the channel would tell, over HTTP: while it is away, or the gateway does not answer, the devices beyond the first page are in reach too. */
  async function rest(): Promise<void> {
    if (gateway === undefined || loadingRest) return
    loadingRest = true
    while (devices.partial) {
      const page = await api.further(gateway, devices.paged)
      if (!page) break
      properties.seed(valuesOf(page))
      devices.begin(page)
    }
    loadingRest = false
  }

  /** The channel's code is the larger half of the download: the first tiles come before it. */
  async function start(): Promise<void> {
    const snapshot = gateway === undefined ? undefined : await (options.boot ?? api.snapshot(gateway))
    if (snapshot && snapshot.serialNumber === gateway) {
      properties.seed(valuesOf(snapshot))
      devices.begin(snapshot)
    }
    if (snapshot) await new Promise<void>((painted) => requestAnimationFrame(() => setTimeout(painted)))
    channel.start({ url, userId, admin, gateway })
  }

  /** What the channel has told meanwhile is newer. */
  async function addBeside(): Promise<void> {
    const some = await options.beside
    if (!some || some.serialNumber !== gateway || !devices.partial) return
    properties.seed(valuesOf(some))
    devices.add(some)
  }

  const awake = (): void => {
    if (!document.hidden) retry()
  }
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', awake)
  void start()
  void addBeside()

  return {
    link: properties,
    home: devices,
    call(command, params) {
      // The channel no longer tries by itself: whoever asks for something now is who presses its button (decision 0272).
      if (devices.link().state === 'failed') retry()
      return channel.call(command, params)
    },
    close() {
      devices.close()
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', awake)
      channel.close()
    },
  }
}
