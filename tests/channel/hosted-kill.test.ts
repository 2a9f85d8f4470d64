import { expect, onTestFinished, test, vi } from 'vitest'
import type { Property } from '#schemas/generated/entities/device.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { moment, times } from '../store/crashes/crash.ts'
import { figure } from '../support/figures.ts'
import { type Served, serve } from '../support/serve.ts'
import { Peer, requestOf, WAIT } from './peer.ts'

const ROUNDS = times('GATEHOUSE_HOME_KILLS', 3, 200)
/** What a retry may be told: it was done, or nobody knows. */
const DONE = 0
const UNKNOWN = 425

const signIn = { identity: 'home@gatehouse.test', secret: 'Gatehouse-Home-1', externalLogin: false }
let session: { userId: string; sessionId: string } | undefined

async function call<T>({ url }: Served, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(session && { sessionId: session.sessionId }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A page in front of the home: it sends orders under an id, and hears what comes of them. */
class Page {
  readonly #peer: Peer
  readonly #sessionKey: string
  readonly #userId: string

  private constructor(peer: Peer, sessionKey: string, userId: string) {
    this.#peer = peer
    this.#sessionKey = sessionKey
    this.#userId = userId
  }

  static async at(server: Served): Promise<Page> {
    session ??= await call(server, 'POST', '/auth/login', signIn)
    const { token, sessionKey } = await call<{ token: string; sessionKey: string }>(
      server,
      'POST',
      '/channel/token',
      {},
    )
    const userId = session?.userId ?? ''
    const peer = await Peer.overWebsocket(`${server.url.replace('http', 'ws')}/mqtt`)
    await peer.signIn({ clientId: `${sessionKey}-kill`, username: userId, password: token })
    await peer.subscribe(topics.responses(SN, userId, sessionKey))
    return new Page(peer, sessionKey, userId)
  }

  send(id: string, params: object): void {
    const request = { ...requestOf(this.#sessionKey, 'set_service_property_value', params), id }
    this.#peer.publish(topics.requests(SN, this.#userId), request)
  }

  /** Codes of what was answered to this id. */
  codes(id: string): number[] {
    return this.#peer
      .on(topics.responses(SN, this.#userId, this.#sessionKey))
      .map((text): { id: string; code: number } => JSON.parse(text))
      .filter((answer) => answer.id === id)
      .map(({ code }) => code)
  }

  async answer(id: string): Promise<number> {
    return vi.waitFor(() => {
      const [code] = this.codes(id)
      if (code === undefined) throw new Error('no answer yet')
      return code
    }, WAIT)
  }

  leave(): void {
    this.#peer.kill()
  }
}

const isSwitch = ({ type, readonly, access = ['read', 'write'], value }: Property): boolean =>
  type === 'bool' && !readonly && access.includes('read') && typeof value === 'boolean'

interface Switch {
  device_id: string
  service_name: string
  property_name: string
  value: boolean
}

const homeOf = (server: Served): Promise<HomeSnapshot> =>
  call(server, 'GET', `/home/${SN}/snapshot?first=200`)

const switchesIn = ({ devices }: HomeSnapshot): Switch[] =>
  devices.flatMap(({ device }) =>
    device.service_list.flatMap(({ name, property_list }) =>
      property_list.filter(isSwitch).map((property) => ({
        device_id: device.id,
        service_name: name,
        property_name: property.name,
        value: property.value === true,
      })),
    ),
  )

test(`L-08 the server is killed in the middle of a command, ${ROUNDS} times: a retry is told that it was done or that nobody knows, always the same, and the state is the true one`, {
  // Each round starts it twice, which takes 8 s and more while other tests run.
  timeout: 60_000 + ROUNDS * 60_000,
}, async () => {
  const told = { before: 0, done: 0, unknown: 0 }
  let server = await serve({ GATEHOUSE_CONNECTS: '1000' })
  onTestFinished(() => server.remove())
  for (let round = 0; round < ROUNDS; round++) {
    const page = await Page.at(server)
    const [target] = switchesIn(await homeOf(server))
    if (!target) throw new Error('The demo home has no switch')
    const { value, ...address } = target
    const order = { ...address, property_value: !value }
    const id = crypto.randomUUID().replaceAll('-', '')

    page.send(id, order)
    // Before it is received, while it is recorded, while it acts, after the answer.
    await moment(60)
    await server.stop('SIGKILL')
    const [before] = page.codes(id)
    page.leave()
    if (before === DONE) told.before++

    server = await serve({ GATEHOUSE_CONNECTS: '1000' }, server.data)
    const again = await Page.at(server)
    again.send(id, order)
    const code = await again.answer(id)
    expect([DONE, UNKNOWN]).toContain(code)
    again.send(id, order)
    await vi.waitFor(() => expect(again.codes(id)).toEqual([code, code]), WAIT)
    if (code === DONE) told.done++
    else told.unknown++

    const now = async () =>
      switchesIn(await homeOf(server)).find(
        ({ device_id, service_name, property_name }) =>
          device_id === address.device_id &&
          service_name === address.service_name &&
          property_name === address.property_name,
      )?.value
    // Success is never told falsely: what was done is seen.
    if (code === DONE) await vi.waitFor(async () => expect(await now()).toBe(!value), WAIT)
    // Whoever is told "unknown" asks, and orders anew: that is done.
    else {
      const anew = crypto.randomUUID().replaceAll('-', '')
      again.send(anew, order)
      expect(await again.answer(anew)).toBe(DONE)
      await vi.waitFor(async () => expect(await now()).toBe(!value), WAIT)
    }
    again.leave()
  }
  figure(
    `server with a hosted home, ${ROUNDS} kills: ${told.before} orders were answered before, ${told.done} retries done, ${told.unknown} unknown, none told falsely`,
  )
})
