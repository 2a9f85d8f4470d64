import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { BackupPlan } from '#schemas/generated/entities/backup-plan.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Session } from '#schemas/generated/entities/session.ts'
import type { User } from '#schemas/generated/entities/user.ts'
import { isShown } from '#server/http/gateway-session.ts'
import type { Json } from '#server/http/openapi.ts'
import { changesSomething } from '#server/lib/channel/envelope.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { Peer, requestOf, WAIT } from '../../channel/peer.ts'
import { type Caller, callerOf, quickSite } from '../gateway-kit.ts'
import { type Answer, type Site, stranger } from '../kit.ts'
import { bodyOf, operations, own, pathOf, sampleOf } from '../operations.ts'

let site: Site
let admin: Caller
const SN = own.sn ?? ''
const OWNER = own.userId ?? ''
beforeAll(async () => {
  site = await quickSite()
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const look = async (userId = OWNER, sn = SN): Promise<Session> => {
  const answer = await admin('POST', `/home/${sn}/view_as/${userId}`)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json<Session>()
}
const callAs = ({ sessionId }: Session, method: string, path: string, body?: unknown): Promise<Answer> =>
  site.call(method, path, {
    headers: { sessionId, 'x-forwarded-for': stranger() },
    ...(body !== undefined && { body }),
  })

/** What is kept of the home and of its people. */
const everything = async () => ({
  gateway: await site.store.gateways.find(SN),
  owner: await site.store.accounts.find(OWNER),
  backups: await site.store.backups.of(SN),
  tiles: await site.store.tileOrders.of(OWNER, SN),
  dashboards: await site.store.dashboards.of(OWNER, SN),
  address: await site.store.gatewayLife.address(SN),
  links: await site.store.memberships.linksOf(OWNER),
})

/** Resolves with what tells whether anything that people have set up is otherwise than now. */
async function asSetUp() {
  const owner = await callerOf(site, OWNER)
  const wish = { userId: OWNER, serialNumber: SN, type: 'manual', snapshotName: 'Before' }
  const made = await owner('POST', '/backup/saveBackup', wish)
  if (made.status !== 201) throw new Error(made.text)
  const before = await everything()
  return async () => {
    expect(await everything()).toEqual(before)
    const preview = await owner('POST', `/backup/preview/${made.json<{ _id: string }>()._id}`, {})
    expect(preview.status).toBe(200)
    // What devices are set to moves with what they do.
    const items = preview.json<BackupPlan>().items.filter(({ kind }) => kind !== 'settings')
    expect(items).toEqual([])
  }
}

/** A browser with the session of somebody who looks on. */
async function peerOf(session: Session) {
  const { token, sessionKey } = (await callAs(session, 'POST', '/api/channel/token')).json<{
    token: string
    sessionKey: string
  }>()
  const peer = await Peer.overWebsocket(`${site.url.replace('http', 'ws')}/mqtt`)
  await peer.signIn({ clientId: `${sessionKey}-test`, username: session.userId, password: token })
  const responses = topics.responses(SN, session.userId, sessionKey)
  const ask = (command: string, params: unknown): Promise<{ code: number; message?: string }> => {
    const request = requestOf(sessionKey, command, params)
    peer.publish(topics.requests(SN, session.userId), request)
    return vi.waitFor(() => {
      const answer = peer
        .on(responses)
        .map((text): { id: string; code: number; message?: string } => JSON.parse(text))
        .find(({ id }) => id === request.id)
      if (!answer) throw new Error(`no answer to ${command}`)
      return answer
    }, WAIT)
  }
  return { peer, responses, ask }
}

describe('14.11 Z-01 an administrator looks at a home as somebody else sees it', () => {
  test('every call that could change something, or is about anything but this home, is refused', async () => {
    const session = await look()
    const unchanged = await asSetUp()
    for (const operation of operations) {
      if (operation.policy === 'public' || ['logout', 'viewAs'].includes(operation.id)) continue
      const answer = await callAs(session, operation.method, pathOf(operation, own), bodyOf(operation, own))
      if (isShown(operation)) expect([operation.id, answer.status]).not.toEqual([operation.id, 401])
      else
        expect([operation.id, answer.status, answer.json<{ errorCode: string }[]>()[0]?.errorCode]).toEqual([
          operation.id,
          403,
          'VIEW_ONLY',
        ])
    }
    await unchanged()
    // What is shown is read, but for what belongs to the page itself.
    const shown = operations.filter((one) => isShown(one) && one.method !== 'GET').map(({ id }) => id)
    expect(shown.toSorted()).toEqual(['channelToken', 'reportClientError'])
  })

  test('every command that changes something is refused on the channel, whatever it is', async () => {
    const unchanged = await asSetUp()
    const changing = Object.entries(asyncapi.components.messages).filter(
      ([, message]) => message['x-kind'] === 'command',
    )
    let channel = await peerOf(await look())
    await channel.peer.subscribe(channel.responses)
    for (const [at, [name, message]] of changing.entries()) {
      if (at % 40 === 39) {
        channel = await peerOf(await look())
        await channel.peer.subscribe(channel.responses)
      }
      const { code } = await channel.ask(name, sampleOf(message.payload as Json))
      if (changesSomething(name)) expect([name, [403, 404].includes(code)]).toEqual([name, true])
    }
    expect((await channel.ask('get_rules', {})).code).toBe(0)
    await unchanged()
  })

  test('it hears of this home and of nothing else, and nobody speaks for it', async () => {
    const session = await look()
    const { peer, responses } = await peerOf(session)
    const { data } = await site.store.gateways.query({ page: 1, limit: 2, type: 'vg' })
    const other = data.find(({ serialNumber }) => serialNumber !== SN)?.serialNumber ?? ''
    const REFUSED = 128
    expect(await peer.subscribe(responses, topics.events(SN))).toEqual([0, 0])
    expect(await peer.subscribe(topics.adminEvents, topics.events(other))).toEqual([REFUSED, REFUSED])
    peer.publish(topics.events(SN), { event: 'device_removed', data: {} })
    await peer.settled()
    expect(peer.on(topics.events(SN)).filter((text) => text.includes('device_removed'))).toEqual([])
  })

  test('the home is that of its owner, and of a linked account it is what that one finds', async () => {
    const session = await look()
    const { groups, username } = (await callAs(session, 'GET', `/api/crm/profile/${OWNER}`)).json<User>()
    expect([groups, username]).toEqual([['users', 'onlooker'], SN])
    const { data } = (await callAs(session, 'GET', '/api/udm/device/list')).json<{ data: Gateway[] }>()
    expect(data.map(({ serialNumber }) => serialNumber)).toEqual([SN])
    const mine = await site.get(`/api/home/${SN}/snapshot?first=200`, await site.sessionOf(OWNER))
    const shown = await callAs(session, 'GET', `/api/home/${SN}/snapshot?first=200`)
    expect(shown.json<{ devices: unknown[] }>().devices).toEqual(mine.json<{ devices: unknown[] }>().devices)
    // No other home, even if it is his.
    const { data: all } = await site.store.gateways.query({ page: 1, limit: 3, type: 'vg' })
    const other = all.find(({ serialNumber }) => serialNumber !== SN)?.serialNumber
    expect((await callAs(session, 'GET', `/api/home/${other}/snapshot?first=1`)).status).toBe(404)

    const [device] = mine.json<{ devices: { device: { id: string } }[] }>().devices
    const only = device?.device.id ?? ''
    const links = await site.store.memberships.linksOf(OWNER)
    const guest = links.find(({ secondaryAccountId }) => secondaryAccountId === 'demo-guest')
    await site.store.linkLimits.set(guest?._id ?? '', SN, {
      everything: false,
      devices: [only],
      rooms: [],
      hours: [],
    })
    const narrow = await look('demo-guest')
    const found = (await callAs(narrow, 'GET', `/api/home/${SN}/snapshot?first=200`)).json<{
      devices: { device: { id: string } }[]
    }>()
    expect(found.devices.map((one) => one.device.id)).toEqual([only])
    expect((await callAs(narrow, 'GET', `/api/home/${SN}/people`)).status).toBe(403)
  })

  test('nobody looks as an administrator, as himself, or as somebody who does not find the home', async () => {
    for (const userId of ['demo-admin', 'demo-owner-0', 'nobody'])
      expect((await admin('POST', `/home/${SN}/view_as/${userId}`)).status).toBeGreaterThanOrEqual(403)
    expect((await admin('POST', `/home/NONE/view_as/${OWNER}`)).status).toBe(404)
    const owner = await callerOf(site, OWNER)
    expect((await owner('POST', `/home/${SN}/view_as/demo-guest`)).status).toBe(403)
    // Nor out of such a session into another one.
    const session = await look()
    expect((await callAs(session, 'POST', `/api/home/${SN}/view_as/demo-guest`)).status).toBe(403)
  })

  test('it is noted who looked at what, also what was refused; its owner is told, and sees no session of his own', async () => {
    const session = await look()
    await callAs(session, 'POST', `/api/udm/device/${SN}/reboot`)
    expect((await callAs(session, 'GET', '/api/auth/logout')).headers['clear-site-data']).toBeUndefined()
    expect((await callAs(session, 'GET', `/api/home/${SN}/snapshot?first=1`)).status).toBe(403)
    const noted = JSON.stringify(await site.store.audit.list({ gateway: SN, limit: 200 }))
    for (const what of ['viewAs', 'viewAsEnded']) expect(noted).toContain(`"what":"${what}"`)
    expect(noted).not.toContain(`"who":"${OWNER}","what":"reboot`)
    const { data } = await site.store.notifications.list(OWNER, { page: 1, limit: 20 })
    expect(JSON.stringify(data)).toContain('"kind":"viewed"')
    await look()
    const sessions = await site.store.sessions.ofUser(OWNER)
    expect(sessions.filter(({ viewer }) => viewer !== undefined)).toEqual([])
  })

  test('it ends by itself, with the right of whoever looks, and when the owner ends all his sessions', async () => {
    const seen = async (session: Session) =>
      (await callAs(session, 'GET', `/api/home/${SN}/snapshot?first=1`)).status
    const first = await look()
    expect(await seen(first)).toBe(200)
    await site.store.sessions.endAll(OWNER)
    expect(await seen(first)).toBe(403)
    await site.store.accounts.create(
      {
        ...{ id: 'watcher', username: 'watcher@gatehouse.test', groups: ['admin'] },
        ...{ preferredLanguage: 'ch_DE', contact: [] },
      },
      { passwordHash: null, at: site.now },
    )
    const watcher = await callerOf(site, 'watcher')
    const second = (await watcher('POST', `/home/${SN}/view_as/${OWNER}`)).json<Session>()
    expect(await seen(second)).toBe(200)
    const channel = await peerOf(second)
    await channel.peer.subscribe(channel.responses)
    expect((await channel.ask('get_rules', {})).code).toBe(0)
    await site.store.people.setSubrole('watcher', 'viewer')
    expect(await seen(second)).toBe(403)
    await channel.peer.gone()
    const third = await look()
    site.pass(31 * 60_000)
    expect(await seen(third)).toBe(403)
  })
})
