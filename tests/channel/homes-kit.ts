import mqttClient from 'mqtt'
import { vi } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import type { Machine } from '#gateway/core/machine/machine.ts'
import { servicesOf } from '#gateway/lib/models/as-device.ts'
import type { Request } from '#schemas/generated/channel.ts'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import type { BrokerOptions } from '#server/channel/broker.ts'
import { type Homes, type HomesOptions, openHomes } from '#server/homes/homes.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { systemClock } from '#server/lib/clock.ts'
import { HandDriver, MemoryStore } from '../gateway/kit.ts'
import { type Visitor, World } from './kit.ts'
import { type Peer, requestOf, WAIT } from './peer.ts'

const shipped = await openCatalogue('catalogue')

function modelOf(name: string): DeviceModel {
  const model = shipped.model(name)
  if (!model) throw new Error(`The catalogue has no ${name}`)
  return model
}

/** A device of a model of the catalogue, as a gateway would tell of it. */
export const deviceOf = (model: string, id: string, facts: Partial<Device> = {}): Device => ({
  id,
  device_name: id,
  class: model,
  status: 2,
  networkType: 'virtual',
  service_list: structuredClone(servicesOf(modelOf(model))),
  ...facts,
})

/** Described at the length at which bridges describe. */
export function wordyDevice(model: string, id: string): Device {
  const device = deviceOf(model, id)
  for (const { property_list } of device.service_list)
    for (const property of property_list)
      property.description = `${property.name}: ${'what it does '.repeat(100)}`
  return device
}

/** Homes on a real channel with the real catalogue; their devices are in the hands of the test. */
export class Street {
  readonly world: World
  readonly homes: Homes
  readonly catalogue: Catalogue
  readonly #drivers: Map<string, HandDriver>

  private constructor(parts: {
    world: World
    homes: Homes
    catalogue: Catalogue
    drivers: Map<string, HandDriver>
  }) {
    this.world = parts.world
    this.homes = parts.homes
    this.catalogue = parts.catalogue
    this.#drivers = parts.drivers
  }

  static async open(
    options: Partial<BrokerOptions> &
      Pick<HomesOptions, 'may' | 'notified' | 'clock'> & {
        folder?: string
        before?: (world: World) => Promise<unknown>
      } = {},
  ): Promise<Street> {
    const { folder = 'catalogue', before, may, notified, clock, ...broker } = options
    const world = await World.open({ tcp: { port: 0 }, ...broker })
    const catalogue = await openCatalogue(folder, { watch: folder !== 'catalogue' })
    await before?.(world)
    const drivers = new Map<string, HandDriver>()
    const { store, rights, broker: channel } = world
    const note = (): void => undefined
    const homes = await openHomes({
      store,
      rights,
      ...(may && { may }),
      ...(notified && { notified }),
      ...(clock && { clock }),
      broker: channel,
      catalogue,
      watchers: [world.reaches.watcher],
      log: { info: note, warn: note, error: note },
      inside: ({ type, serialNumber }) => {
        if (type !== 'vg') return undefined
        const driver = new HandDriver()
        drivers.set(serialNumber, driver)
        return { drivers: [driver] }
      },
    })
    world.reaches.serve(homes)
    return new Street({ world, homes, catalogue, drivers })
  }

  async close(): Promise<void> {
    await this.homes.close()
    this.catalogue.close()
    await this.world.close()
  }

  /** A home with these devices inside the server, and its owner. */
  async home(
    devices: readonly Device[],
    facts = {},
  ): Promise<{ serialNumber: string; owner: string; driver: HandDriver }> {
    const owner = await this.world.user()
    const serialNumber = await this.world.gateway(owner, { type: 'vg', ...facts })
    await this.homes.layouts(serialNumber)
    const driver = this.driverOf(serialNumber)
    for (const device of devices) driver.host.upsert(device)
    return { serialNumber, owner, driver }
  }

  driverOf(serialNumber: string): HandDriver {
    const driver = this.#drivers.get(serialNumber)
    if (!driver) throw new Error(`${serialNumber} is not hosted`)
    return driver
  }
}

/** One browser that talks to one home. */
export class Browser {
  readonly peer: Peer
  readonly visitor: Visitor
  readonly serialNumber: string

  private constructor(peer: Peer, visitor: Visitor, serialNumber: string) {
    this.peer = peer
    this.visitor = visitor
    this.serialNumber = serialNumber
  }

  static async at(world: World, userId: string, serialNumber: string): Promise<Browser> {
    const visitor = await world.visitor(userId)
    const browser = new Browser(await world.enter(visitor), visitor, serialNumber)
    await browser.peer.subscribe(
      browser.answers,
      topics.events(serialNumber),
      topics.presence(serialNumber),
      topics.userEvents(userId),
    )
    return browser
  }

  get answers(): string {
    return topics.responses(this.serialNumber, this.visitor.userId, this.visitor.sessionKey)
  }

  async ask(
    command: string,
    params: unknown = {},
    wait = WAIT,
  ): Promise<{ id: string; code: number; message?: string; data?: unknown }> {
    const request = requestOf(this.visitor.sessionKey, command, params)
    this.peer.publish(topics.requests(this.serialNumber, this.visitor.userId), request)
    return vi.waitFor(() => {
      const answer = this.peer
        .on(this.answers)
        .filter((payload) => payload.includes(request.id))
        .map((payload) => JSON.parse(payload))
        .find(({ id }) => id === request.id)
      if (!answer) throw new Error(`no answer to ${command} yet`)
      return answer
    }, wait)
  }

  events(): { event: string; seq?: number; at: string; data: Record<string, unknown> }[] {
    return this.peer.on(topics.events(this.serialNumber)).map((payload) => JSON.parse(payload))
  }

  news(): { event: string; at: string; data: Record<string, unknown> }[] {
    return this.peer.on(topics.userEvents(this.visitor.userId)).map((payload) => JSON.parse(payload))
  }

  presence(): string | undefined {
    return this.peer.on(topics.presence(this.serialNumber)).at(-1)
  }
}

/** A gateway somewhere else: the real core behind a real MQTT client, as a board would run it. */
export async function remoteGateway(
  world: World,
  serialNumber: string,
  devices: readonly Device[],
  machine: Machine = {},
  zone = 'Europe/Zurich',
) {
  const driver = new HandDriver()
  const secret = await world.gatewaySecret(serialNumber)
  const client = mqttClient.connect(`mqtt://127.0.0.1:${world.broker.tcp?.port}`, {
    protocolVersion: 4,
    clientId: `gateway-${serialNumber}`,
    username: serialNumber,
    password: secret,
    keepalive: 55,
    reconnectPeriod: 0,
    will: { topic: topics.presence(serialNumber), payload: Buffer.from('offline'), qos: 0, retain: true },
  })
  const core: HomeCore = createHome({
    serialNumber,
    scenes: vocabulary as SceneVocabulary,
    clock: systemClock,
    store: new MemoryStore(),
    drivers: [driver],
    machine,
    zone: () => zone,
    transport: { event: (event) => void client.publish(topics.events(serialNumber), JSON.stringify(event)) },
  })
  await core.start()
  for (const device of devices) driver.host.upsert(device)
  client.on('message', (topic, payload) => {
    const userId = topic.split('/')[5] ?? ''
    const request = JSON.parse(payload.toString()) as Request
    void core
      .handle(request, { userId })
      .then((answer) =>
        client.publish(topics.responses(serialNumber, userId, request.session), JSON.stringify(answer)),
      )
  })
  await new Promise<void>((resolve, reject) => {
    client.on('connect', () => resolve())
    client.on('error', reject)
  })
  await client.subscribeAsync(`gatehouse/v1/gateways/${serialNumber}/users/+/requests`)
  client.publish(topics.presence(serialNumber), 'online', { retain: true })
  return { client, core, driver }
}
