import { randomUUID } from 'node:crypto'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore, type HomeOptions } from '#gateway/core/home.ts'
import type { Driver, DriverHost, Order, Wire } from '#gateway/core/ports.ts'
import { MemoryStore as KeptInMemory } from '#gateway/core/store/memory-store.ts'
import { propertyOf } from '#gateway/lib/models/as-device.ts'
import type { Request, Response } from '#schemas/generated/channel.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { settle, TestClock } from './test-clock.ts'

export interface SentEvent {
  event: string
  seq: number
  at: string
  data: Record<string, unknown>
}

/** The last value that was told. */
export const lastReport = (events: readonly SentEvent[]): SentEvent | undefined =>
  events.findLast(({ event }) => event.endsWith('_property_changed'))

/** How orders ended, in their order. */
export const endsIn = (events: readonly SentEvent[]): SentEvent['data'][] =>
  events.filter(({ event }) => event === 'order_ended').map(({ data }) => data)

/** A store that survives the home that uses it, as a disk does, and tells what was put into it. */
export class MemoryStore extends KeptInMemory {
  puts: ReadonlyMap<string, unknown>[] = []
  /** Set: every put fails. */
  broken = false

  override async put(entries: ReadonlyMap<string, unknown>): Promise<void> {
    if (this.broken) throw new Error('the disk is full')
    this.puts.push(entries)
    await super.put(entries)
  }
}

/** A driver that does nothing by itself: the test is the radio. */
export class HandDriver implements Driver {
  readonly name: string
  readonly orders: Order[] = []
  asked: { device: string; service: string; property: string }[] = []
  onSet: (command: Order) => Promise<void> = async () => {}
  #host: DriverHost | undefined

  constructor(name = 'hand') {
    this.name = name
  }

  get host(): DriverHost {
    if (!this.#host) throw new Error('The driver is not started')
    return this.#host
  }

  async start(host: DriverHost): Promise<void> {
    this.#host = host
  }

  async stop(): Promise<void> {}

  async set(command: Order): Promise<void> {
    this.orders.push(command)
    await this.onSet(command)
  }

  async get(target: { device: string; service: string; property: string }): Promise<void> {
    this.asked.push(target)
  }
}

/** `{ LightService: { state: {…} } }` as the services of a device. */
export const servicesOf = (services: Record<string, Record<string, Value>>): Device['service_list'] =>
  Object.entries(services).map(([name, properties]) => ({
    name,
    type: name,
    property_list: Object.entries(properties).map(([property, value]) => propertyOf(property, value)),
  }))

export const deviceWith = (
  services: Record<string, Record<string, Value>>,
  facts: Partial<Device> = {},
): Device => ({
  id: 'lamp',
  device_name: 'Lamp',
  class: 'TEST',
  status: 2,
  networkType: 'virtual',
  service_list: servicesOf(services),
  ...facts,
})

export const lamp = (facts: Partial<Device> = {}): Device =>
  deviceWith(
    {
      LightService: {
        state: { kind: 'bool', access: ['read', 'write', 'get'], on: 'ON', off: 'OFF', toggle: 'TOGGLE' },
        brightness: { kind: 'range', access: ['read', 'write', 'get'], min: 0, max: 254 },
        effect: {
          kind: 'option',
          access: ['read', 'write'],
          options: [{ value: 'blink' }, { value: 'none' }],
        },
        color: { kind: 'color', access: ['read', 'write'] },
      },
      MeterService: { power: { kind: 'number', access: ['read'], unit: 'W' } },
      ButtonService: { action: { kind: 'option', access: ['event'], options: [{ value: 'single' }] } },
    },
    facts,
  )

/** A home under the test's hand: its clock, its store, its driver, and what it sent. */
export async function homeWith(
  devices: readonly Device[],
  options: Partial<HomeOptions> & { store?: MemoryStore; driver?: HandDriver } = {},
) {
  const clock = (options.clock as TestClock | undefined) ?? new TestClock()
  const store = options.store ?? new MemoryStore()
  const driver = options.driver ?? new HandDriver()
  const events: SentEvent[] = []
  const logged: { level: string; message: string; facts?: unknown }[] = []
  const home: HomeCore = createHome({
    serialNumber: 'TEST-1',
    scenes: vocabulary as SceneVocabulary,
    drivers: [driver],
    transport: { event: (event) => void events.push(structuredClone(event) as SentEvent) },
    log: (level, message, facts) => void logged.push({ level, message, facts }),
    ...options,
    clock,
    store,
  })
  await home.start()
  for (const device of devices) driver.host.upsert(device)
  await settle()

  const ask = (
    command: string,
    params: unknown = {},
    { id = randomUUID() as string, userId = 'anna' } = {},
  ): Promise<Response> =>
    home.handle({ id, session: 's1', command, params, version: 'v2.18.8' } as Request, {
      userId,
    })
  const set = (
    property: string,
    value: unknown,
    more: { id?: string; userId?: string; device?: string } = {},
  ) => {
    const [service_name = '', property_name = ''] = property.split('/')
    const params = { device_id: more.device ?? 'lamp', service_name, property_name, property_value: value }
    return ask('set_service_property_value', params, more)
  }
  const reports = (property: string, value: Wire, cause?: string, device = 'lamp') => {
    const [service = '', name = ''] = property.split('/')
    driver.host.report({ device, service, property: name, value, ...(cause && { cause }) })
  }
  const held = (property: string, device = 'lamp') => {
    const [service, name] = property.split('/')
    return home
      .devices()
      .find(({ id }) => id === device)
      ?.service_list.find((one) => one.name === service)
      ?.property_list.find((one) => one.name === name)
  }
  return { home, clock, store, driver, events, logged, ask, set, reports, held }
}
