import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceOf } from '../account-successes.ts'
import { alarmsTold } from '../alarm-successes.ts'
import { Site, stranger } from '../kit.ts'
import { bodyOf, invented, namesIn, operations, own, pathOf } from '../operations.ts'

/** Ids that belong to nobody, and why they are not tried. */
const ofNobody: Readonly<Record<string, string>> = {
  giveFactor:
    'the id is that of a passkey, whose signature is compared; the tests of passkeys try those of others',
  finishFactorSetUp: 'the id is that of a new passkey',
  finishPasskey: 'the id is that of a new passkey',
  signInByPasskey: 'the id is that of a passkey, whose signature is compared',
  getLayout: 'a layout is named by its content and the same for everybody',
  resetPassword: 'the id is the secret itself: whoever has it may use it',
  authorize: 'the program is looked at first; the tests of programs try gateways of others with a real one',
  reportClientError:
    'a fault is counted whichever home it names, and answered alike; the tests of rollouts report those of others',
  announceGateway: 'the caller is a gateway, who proves by its secure id that it is the one it names',
}

/** What looks like an id and is none, and why. */
const noIds: Readonly<Record<string, string>> = {
  rawId: 'of a passkey, beside its id',
  linkedAccountId: 'what somebody says of himself: whoever was told it may invite him',
  resourceId: 'a status within the home that stands beside it',
  resource_id: 'a status within the home that stands beside it',
  rule_id: 'a scene within the home that stands beside it',
  trigger_id: 'what begins a scene within the home that stands beside it',
  deviceId: 'what stands on a device that is to join, and belongs to no home yet',
  secureId: 'a secret that is compared, not looked up',
  token: 'a secret that works once: whoever has it may use it',
  client_id: "programs are registered by the deployment and are nobody's",
  alarmId: 'the number of an alarm, which is the same in every home',
  clientId: "programs are registered by the deployment and are nobody's",
}

const looksLikeId = (name: string): boolean => /id$|serial|^hash$|^token$|^with$/i.test(name)

let site: Site
let mine: Record<string, string> = {}
beforeAll(async () => {
  site = await Site.open()
  const sessionId = await site.sessionOf('demo-home')
  const made = await site.call('POST', '/api/backup/saveBackup', {
    headers: { sessionId, 'x-forwarded-for': stranger() },
    body: { userId: own.userId, serialNumber: own.sn, type: 'manual', snapshotName: 'Mine' },
  })
  const asked = await site.call('POST', '/api/privacy/tasks', {
    headers: { sessionId, 'x-forwarded-for': stranger() },
    body: { userId: own.userId },
  })
  mine = {
    ...own,
    sessionId,
    backupId: made.json<{ _id: string }>()._id,
    linkId: 'demo-link-guest',
    contactId: 'email-home',
    taskId: asked.json<{ _id: string }>()._id,
    pushId: await deviceOf(site),
  }
  await alarmsTold(site)
})
afterAll(() => site.close())

const isId = (name: string): boolean => name in invented
/** Every operation that says an id, wherever. */
const withIds = operations.filter((operation) => namesIn(operation).some(isId))

describe('Z-02 ids of another home', () => {
  test('Z-02 every exception is an operation that there is', () => {
    expect(Object.keys(ofNobody).filter((id) => !withIds.some((operation) => operation.id === id))).toEqual(
      [],
    )
  })

  test.each(withIds.filter(({ id }) => !(id in ofNobody)).map(({ id }) => id))(
    'Z-02 %s answers for an id of another home as for one that does not exist, and changes nothing',
    async (id) => {
      const operation = operations.find((one) => one.id === id)
      if (!operation) throw new Error(id)
      const call = async (ids: Readonly<Record<string, string>>, who: string) => {
        const sessionId = await site.sessionOf('demo-owner-0')
        const before = site.changes()
        const named = { ...ids, userId: who, creatorId: who }
        const answer = await site.call(operation.method, pathOf(operation, ids, 'all'), {
          headers: { sessionId, 'x-forwarded-for': stranger() },
          body: bodyOf(operation, named),
        })
        expect(site.changes()).toBe(before)
        const { date: _date, ...headers } = answer.headers
        return { status: answer.status, text: answer.text, headers }
      }
      // Who is no administrator is refused before any id is looked at.
      const refused =
        operation.policy === 'admin' ? [403] : operation.policy === 'session' ? [403, 404] : [404]
      const [foreign, unknown] = [await call(mine, mine.userId ?? ''), await call(invented, 'demo-nobody')]
      expect(refused).toContain(foreign.status)
      expect(foreign).toEqual(unknown)
      // Nobody gets further by naming himself beside the gateway of somebody else.
      if (!namesIn(operation).some((name) => isId(name) && own[name] === own.sn)) return
      const [beside, nothing] = [await call(mine, 'demo-owner-0'), await call(invented, 'demo-owner-0')]
      expect([403, 404]).toContain(beside.status)
      expect(beside).toEqual(nothing)
    },
  )

  test('Z-02 whatever looks like an id is tried, or is none for a reason', () => {
    const names = new Set(operations.flatMap(namesIn).filter(looksLikeId))
    expect([...names].filter((name) => !isId(name) && !(name in noIds))).toEqual([])
    expect(Object.keys(noIds).filter((name) => !names.has(name))).toEqual([])
  })

  // 1.6-031
  test('Z-02 lists hold nothing of another home', async () => {
    const sessionId = await site.sessionOf('demo-owner-0')
    for (const operation of operations.filter(
      ({ method, policy }) => method === 'GET' && policy === 'session',
    )) {
      const path = pathOf(operation, { sessionId })
      if (operation.id !== 'logout') expect((await site.get(path, sessionId)).text).not.toContain(mine.sn)
    }
  })
})
