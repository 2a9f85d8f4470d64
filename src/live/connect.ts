import type { DeviceLink, Home, PropertyAddress, PropertyState } from '#engine/doors.ts'
import type { RawValue } from '#engine/widget.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { systemClock } from './clock.ts'
import { Heads } from './heads.ts'
import { Layouts } from './layouts.ts'
import { channelLimits, orderLimits } from './limits.ts'
import { Orders } from './orders.ts'
import { PropertyStore } from './property-store.ts'
import { type Change, type FromWorker, factsOf, keyOf, type PropertyKey, type ToWorker } from './protocol.ts'
import { CallError } from './requests.ts'
import { WatchList } from './watch-list.ts'

/** The calls that the live part needs; src/app hands in the HTTP client's. Each resolves to undefined when it failed and was reported. */
export interface HomeApi {
  token(): Promise<{ token: string; sessionKey: string } | undefined>
  snapshot(serialNumber: string): Promise<HomeSnapshot | undefined>
  /** Hashes by device, and the layouts themselves by hash. */
  layouts(serialNumber: string): Promise<HomeLayouts | undefined>
  layout(hash: string): Promise<DeviceLayout | undefined>
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
  boot?: Promise<HomeSnapshot | undefined>
  /** Sentence for an order that nobody confirmed. */
  silent: string
  /** Sentence for an order that failed: by the code of the answer or the failure, else its message. */
  reason(code: string, message: string): string
  event(origin: 'gateway' | 'user' | 'admin', event: string, data: unknown): void
  /** The broker ended the session. */
  refused(): void
  /** A code of an answer, e.g. privileged mode; whoever called is told as well. */
  callFailed?(error: CallError): void
  worker(): Worker
}

export interface LiveHome {
  link: DeviceLink
  home: Home
  /** Runs a command on the gateway. Rejects with a CallError. */
  call(command: string, params: unknown): Promise<unknown>
  close(): void
}

interface Answer {
  data: unknown
  request: string
  reports: boolean
}

const addressKey = (address: PropertyAddress): PropertyKey =>
  keyOf(address.device, address.service, address.property)

/** The devices of the current gateway: at once from a snapshot, then live over the channel. */
export function connectHome(options: ConnectHome): LiveHome {
  const { api, gateway } = options
  const listeners = new Set<() => void>()
  const states = new Map<PropertyKey, PropertyState>()
  const calls = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  const waiting: ToWorker[] = []
  let worker: Worker | undefined
  let closed = false
  let nextCall = 1
  let total = 0
  let complete = gateway === undefined
  let link: ReturnType<Home['link']> = { state: 'connecting', since: Date.now(), retry }
  let channel: { state: 'connecting' | 'live' | 'stale' | 'failed'; since: number } = {
    state: 'connecting',
    since: Date.now(),
  }
  let offlineSince: number | undefined
  let devices: ReturnType<Home['devices']> | undefined

  const post = (message: ToWorker): void =>
    void (worker ? worker.postMessage(message) : waiting.push(message))
  const wake = (): void => {
    devices = undefined
    for (const listener of [...listeners]) listener()
  }

  const layouts = new Layouts({
    layout: (hash) => api.layout(hash),
    changed: (ids) => {
      heads.refresh(ids)
      wake()
    },
  })
  const heads = new Heads((id) => layouts.of(id), options.language)
  const watchList = new WatchList((add, drop) => post({ kind: 'watch', add, drop }))
  const store = new PropertyStore(watchList, (changed) => {
    for (const key of changed) orders.reported(key)
  })
  const orders = new Orders({
    clock: systemClock,
    limits: orderLimits,
    silent: options.silent,
    value: (key) => store.get(key)?.value,
    wake: (key) => store.wake(key),
    send: async (key, value) => {
      const [device = '', service = '', ...property] = key.split('/')
      const params = {
        device_id: device,
        service_name: service,
        property_name: property.join('/'),
        property_value: value,
      }
      try {
        return await request('set_service_property_value', params)
      } catch (error) {
        const { code, message } = error instanceof CallError ? error : new CallError('', String(error))
        throw new Error(options.reason(code, message))
      }
    },
  })

  /** The same object until something of it changes: React compares identities. */
  function state(key: PropertyKey): PropertyState {
    const stored = store.get(key)
    const delivery = orders.delivery(key)
    const known = states.get(key)
    if (known && known.value === stored?.value && known.at === stored?.at && known.delivery === delivery)
      return known
    const next: PropertyState = { value: stored?.value, at: stored?.at, delivery }
    states.set(key, next)
    return next
  }

  function retry(): void {
    post({ kind: 'retry' })
  }

  function request(command: string, params: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = nextCall++
      calls.set(call, { resolve, reject })
      post({ kind: 'call', call, command, params })
    })
  }

  function relink(): void {
    const state = channel.state === 'live' && offlineSince !== undefined ? 'offline' : channel.state
    link = {
      state,
      since: state === 'offline' && offlineSince !== undefined ? offlineSince : channel.since,
      retry,
    }
    wake()
  }

  async function learnLayouts(): Promise<void> {
    if (gateway === undefined) return
    const known = await api.layouts(gateway)
    if (!known || closed) return
    // All at once: devices whose layouts came one after the other would be drawn anew as often.
    layouts.add(known.contents ?? {})
    await layouts.assign(known.layouts)
  }

  function event(origin: 'gateway' | 'user' | 'admin', name: string, data: unknown): void {
    if (origin === 'user' && name === 'catalogue_changed') {
      const { serialNumber, layouts: hashes } = data as {
        serialNumber: string
        layouts: Record<string, string>
      }
      if (serialNumber === gateway) void layouts.assign(hashes)
    }
    if (origin === 'gateway' && name === 'device_command_failed') {
      const failure = data as {
        device_id: string
        service_name: string
        property_name: string
        request?: string
        code: string
        message: string
      }
      orders.refused(
        keyOf(failure.device_id, failure.service_name, failure.property_name),
        failure.request,
        options.reason(failure.code, failure.message),
      )
    }
    options.event(origin, name, data)
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'needToken':
        return void api
          .token()
          .then((token) => post(token ? { kind: 'token', ...token } : { kind: 'noToken' }))
      case 'link':
        channel = message
        return relink()
      case 'presence':
        offlineSince = message.online ? undefined : (offlineSince ?? Date.now())
        return relink()
      case 'devices': {
        const kept = new Set(message.facts.map((one) => one.id))
        heads.update(message.facts, message.all ? heads.ids().filter((id) => !kept.has(id)) : message.removed)
        if (message.all) complete = true
        total = heads.size
        if (message.facts.some(({ id }) => !layouts.knows(id))) void learnLayouts()
        return wake()
      }
      case 'floors':
        heads.setFloors(message.floors)
        return wake()
      case 'batch':
        store.apply(message.changes)
        return post({ kind: 'ack' })
      case 'answer': {
        const call = calls.get(message.call)
        calls.delete(message.call)
        if (message.ok) return call?.resolve(message)
        const error = new CallError(message.code, message.message)
        options.callFailed?.(error)
        return call?.reject(error)
      }
      case 'event':
        return event(message.origin, message.event, message.data)
      case 'refused':
        return options.refused()
      case 'malformed':
        return
    }
  }

  function take(snapshot: HomeSnapshot): void {
    if (complete || closed) return
    layouts.add(snapshot.layouts)
    void layouts.assign(Object.fromEntries(snapshot.devices.map(({ device, layout }) => [device.id, layout])))
    const changes = snapshot.devices.flatMap(({ device }) =>
      device.service_list.flatMap((service) =>
        service.property_list.map(
          (property): Change => [
            keyOf(device.id, service.name, property.name),
            property.value as RawValue,
            property.at === undefined ? undefined : Date.parse(property.at),
          ],
        ),
      ),
    )
    store.seed(changes)
    heads.begin(snapshot.devices.map(({ device }) => factsOf(device)))
    heads.setFloors(snapshot.floors)
    total = snapshot.total
    complete = snapshot.total === snapshot.devices.length
    if (!snapshot.online) offlineSince = Date.parse(snapshot.at)
    wake()
  }

  function startWorker(): void {
    if (closed || worker) return
    worker = options.worker()
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => receive(data))
    worker.postMessage({
      kind: 'open',
      open: {
        url: options.url,
        userId: options.userId,
        admin: options.admin,
        gateway,
        limits: channelLimits,
      },
    } satisfies ToWorker)
    for (const message of waiting.splice(0)) worker.postMessage(message)
  }

  /** The channel's code is the larger half of the download: the first tiles come before it. */
  async function start(): Promise<void> {
    const snapshot = gateway === undefined ? undefined : await (options.boot ?? api.snapshot(gateway))
    if (snapshot && snapshot.serialNumber === gateway) take(snapshot)
    if (snapshot) await new Promise<void>((painted) => requestAnimationFrame(() => setTimeout(painted)))
    startWorker()
  }

  const awake = (): void => {
    if (!document.hidden) retry()
  }
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', awake)
  void start()

  return {
    link: {
      get: (address) => state(addressKey(address)),
      subscribe: (address, listener) => store.subscribe(addressKey(address), listener),
      send: (address, value) => orders.send(addressKey(address), value),
      dismiss: (address) => orders.dismiss(addressKey(address)),
    },
    home: {
      devices() {
        devices ??= { heads: heads.sorted(), total, complete }
        return devices
      },
      device: (id) => heads.head(id),
      rooms: () => heads.rooms,
      link: () => link,
      subscribe(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    call: async (command, params) => (await request(command, params)).data,
    close() {
      closed = true
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', awake)
      post({ kind: 'close' })
      worker?.terminate()
      for (const { reject } of calls.values()) reject(new CallError('-2', 'closed'))
      calls.clear()
    },
  }
}
