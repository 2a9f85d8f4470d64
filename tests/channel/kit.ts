import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { type BrokerOptions, startBroker } from '#server/channel/broker.ts'
import { issueChannelToken } from '#server/channel/tokens.ts'
import { Reaches } from '#server/homes/reach/reaches.ts'
import type { Broker } from '#server/lib/channel/port.ts'
import { createRights, type Rights } from '#server/rights.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { memory } from '../support/surroundings.ts'
import { Peer } from './peer.ts'

/** A signed-in session of somebody. */
export interface SignedIn {
  userId: string
  sessionKey: string
}

/** A user, a session and a token: what a browser has before it connects. */
export interface Visitor extends SignedIn {
  token: string
}

export interface Noted {
  message: string
  facts: Record<string, unknown>
}

/** The channel as the product runs it: real store, real rights, real sockets on this machine. */
export class World {
  readonly store: Store
  readonly rights: Rights
  readonly reaches: Reaches
  readonly broker: Broker
  readonly port: number
  readonly noted: Noted[] = []
  readonly counted = new Map<string, number>()
  readonly #folder: string
  readonly #server: ReturnType<typeof createServer>
  readonly #peers: Peer[] = []

  private constructor(
    store: Store,
    broker: Broker,
    server: ReturnType<typeof createServer>,
    folder: string,
    notes: Notes,
  ) {
    this.store = store
    this.rights = notes.rights
    this.reaches = notes.reaches
    this.broker = broker
    this.#server = server
    this.#folder = folder
    this.noted = notes.noted
    this.counted = notes.counted
    this.port = (server.address() as AddressInfo).port
  }

  static async open(options: Partial<BrokerOptions> = {}): Promise<World> {
    const folder = mkdtempSync(join(memory, 'gatehouse-channel-'))
    const store = await openStore(folder)
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const rights = createRights(store)
    const reaches: Reaches = new Reaches({
      ...{ store, rights },
      dismiss: (userId) => broker.dismissUser(userId),
      connectedUsers: () => broker.connectedUsers(),
      trouble: (error) => note({ error: String(error) }, 'trouble'),
    })
    const notes: Notes = { rights, reaches, noted: [], counted: new Map() }
    const note = (facts: object, message: string): void =>
      void notes.noted.push({ message, facts: facts as Record<string, unknown> })
    const broker: Broker = await startBroker({
      server,
      store,
      rights: notes.rights,
      reaches: notes.reaches,
      origins: ['https://home.example'],
      log: { info: note, warn: note, error: note },
      metrics: { count: (name) => void notes.counted.set(name, (notes.counted.get(name) ?? 0) + 1) },
      ...options,
    }).catch(async (error: unknown) => {
      server.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
      throw error
    })
    return new World(store, broker, server, folder, notes)
  }

  async close(): Promise<void> {
    for (const peer of this.#peers) peer.kill()
    await this.broker.close()
    this.#server.closeAllConnections()
    this.#server.close()
    await this.store.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async user(role = 'users', subrole?: string): Promise<string> {
    const id = randomUUID()
    await this.store.accounts.create(
      {
        id,
        username: `${id}@gatehouse.test`,
        groups: subrole === undefined ? [role] : [role, subrole],
        preferredLanguage: 'ch_EN',
        contact: [],
      },
      { passwordHash: null, at: Date.now() },
    )
    return id
  }

  async gateway(owner?: string, facts: Partial<Gateway> = {}): Promise<string> {
    const serialNumber = facts.serialNumber ?? `GW-${randomBytes(6).toString('hex')}`
    await this.store.gateways.create({
      _id: randomUUID(),
      serialNumber,
      name: 'Home',
      model: 'VGW',
      connectionStatus: 'online',
      operationMode: 0,
      subscriptionLockMode: 0,
      userId: owner ?? null,
      ...facts,
    })
    return serialNumber
  }

  async session(userId: string): Promise<SignedIn> {
    const record = await this.store.sessions.create({
      id: randomBytes(16).toString('base64url'),
      userId,
      at: Date.now(),
      address: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    })
    return { userId, sessionKey: record.key }
  }

  async token({ userId, sessionKey }: SignedIn, now = Date.now()): Promise<Visitor> {
    const { token } = await issueChannelToken(this.store.tokens, { key: sessionKey, userId }, now)
    return { userId, sessionKey, token }
  }

  async visitor(userId?: string): Promise<Visitor> {
    return this.token(await this.session(userId ?? (await this.user())))
  }

  gatewaySecret(serialNumber: string): Promise<string> {
    return issueGatewaySecret(this.store.gateways, serialNumber)
  }

  /** A socket to the channel; nothing is said on it yet. */
  async socket(options: { headers?: Record<string, string>; from?: string } = {}): Promise<Peer> {
    const peer = await Peer.overWebsocket(`ws://127.0.0.1:${this.port}/mqtt`, options)
    this.#peers.push(peer)
    return peer
  }

  /** A browser that is let in. */
  async enter(visitor: Visitor, suffix = randomBytes(4).toString('hex')): Promise<Peer> {
    const peer = await this.socket()
    await peer.signIn({
      clientId: `${visitor.sessionKey}-${suffix}`,
      username: visitor.userId,
      password: visitor.token,
    })
    return peer
  }

  /** A gateway of its own that is let in over TCP. */
  async gatewayEnters(
    serialNumber: string,
    secret: string,
    more: Record<string, unknown> = {},
  ): Promise<Peer> {
    const peer = await Peer.overTcp(this.broker.tcp?.port ?? 0)
    this.#peers.push(peer)
    await peer.signIn({ clientId: 'whatever', username: serialNumber, password: secret, ...more })
    return peer
  }
}

interface Notes {
  reaches: Reaches
  rights: Rights
  noted: Noted[]
  counted: Map<string, number>
}
