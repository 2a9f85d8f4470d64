import { vi } from 'vitest'
import type { Event } from '#schemas/generated/channel.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { demoSerialNumber } from '#server/demo/accounts.ts'
import type { Pace } from '#server/gateways/pace.ts'
import { topics } from '#server/lib/channel/topics.ts'
import type { Surroundings } from '#server/start.ts'
import { Peer, requestOf, WAIT } from '../channel/peer.ts'
import { type Answer, Site, silent, stranger } from './kit.ts'

/** What takes seconds in the product happens at once here. */
export const quick: Pace = {
  reboot: 20,
  firmwareStep: 30,
  replacement: 20,
  restore: 20,
  pinLock: 60_000,
  keepLocks: 10,
  firmwarePatience: 6000,
  restartPatience: 60_000,
  exportStep: 0,
  calendars: 500,
}

export const quickSite = (
  pace: Partial<Pace> = {},
  environment: Record<string, string> = {},
  data?: string,
  more: Pick<Surroundings, 'insideOf'> = {},
): Promise<Site> => Site.open(environment, silent, undefined, { ...more, pace: { ...quick, ...pace } }, data)

/** Calls of one user, each from an address of its own, so that no counter but the account's is touched. */
export async function callerOf(site: Site, userId: string) {
  const sessionId = await site.sessionOf(userId)
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    site.call(method, `/api${path}`, {
      headers: { sessionId, 'x-forwarded-for': stranger() },
      ...(body !== undefined && { body }),
    })
}

export const device = (rest: string, serialNumber = demoSerialNumber): string =>
  `/udm/device/${serialNumber}${rest}`

export type Caller = Awaited<ReturnType<typeof callerOf>>

/** The record as it is stored. */
export async function recordOf(site: Site, serialNumber = demoSerialNumber): Promise<Gateway> {
  const gateway = await site.store.gateways.find(serialNumber)
  if (!gateway) throw new Error(`${serialNumber} is gone`)
  return gateway
}

/** How the home begins, as one of its people sees it. */
export const snapshotFor = async (caller: Caller, serialNumber = demoSerialNumber): Promise<HomeSnapshot> =>
  (await caller('GET', `/home/${serialNumber}/snapshot?first=1`)).json<HomeSnapshot>()

/** Resolves when nothing happens to the gateway any more. */
export const settled = (site: Site, serialNumber = demoSerialNumber): Promise<void> =>
  vi.waitFor(async () => {
    if (await site.store.gatewayJobs.find(serialNumber)) throw new Error('something is still going on')
  }, WAIT)

/** A browser that listens: to its user's own events, those of administrators, and those of one home. */
export class Listener {
  readonly peer: Peer
  readonly userId: string
  readonly #sessionKey: string

  private constructor(peer: Peer, userId: string, sessionKey: string) {
    this.peer = peer
    this.userId = userId
    this.#sessionKey = sessionKey
  }

  static async of(site: Site, userId: string, serialNumber?: string): Promise<Listener> {
    const sessionId = await site.sessionOf(userId)
    const { token, sessionKey } = (
      await site.call('POST', '/api/channel/token', {
        headers: { sessionId, 'x-forwarded-for': stranger() },
      })
    ).json<{ token: string; sessionKey: string }>()
    const peer = await Peer.overWebsocket(`${site.url.replace('http', 'ws')}/mqtt`)
    await peer.signIn({ clientId: `${sessionKey}-test`, username: userId, password: token })
    const home =
      serialNumber === undefined
        ? []
        : [topics.events(serialNumber), topics.responses(serialNumber, userId, sessionKey)]
    await peer.subscribe(topics.userEvents(userId), topics.adminEvents, ...home)
    return new Listener(peer, userId, sessionKey)
  }

  /** What came on the user's own topic. */
  own(event?: string): Event[] {
    return this.#on(topics.userEvents(this.userId), event)
  }

  admins(event?: string): Event[] {
    return this.#on(topics.adminEvents, event)
  }

  ofHome(serialNumber: string, event?: string): Event[] {
    return this.#on(topics.events(serialNumber), event)
  }

  async heard(event: string, times = 1): Promise<Event[]> {
    return vi.waitFor(() => {
      const events = this.own(event)
      if (events.length < times) throw new Error(`${event} was heard ${events.length} times`)
      return events
    }, WAIT)
  }

  /** Everything that was said before this has arrived. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await this.peer.settled()
  }

  async ask(serialNumber: string, command: string, params: unknown = {}): Promise<{ code: number }> {
    const request = requestOf(this.#sessionKey, command, params)
    this.peer.publish(topics.requests(serialNumber, this.userId), request)
    return vi.waitFor(() => {
      const answer = this.peer
        .on(topics.responses(serialNumber, this.userId, this.#sessionKey))
        .map((text): { id: string; code: number } => JSON.parse(text))
        .find(({ id }) => id === request.id)
      if (!answer) throw new Error(`no answer to ${command}`)
      return answer
    }, WAIT)
  }

  #on(topic: string, event: string | undefined): Event[] {
    return this.peer
      .on(topic)
      .map((text): Event => JSON.parse(text))
      .filter((one) => event === undefined || one.event === event)
  }
}
