import type { AedesPublishPacket, Client, PublishPacket, Subscription } from 'aedes'
import { describe, expect, test } from 'vitest'
import { line, turn } from '../../tests/channel/memory-wire.ts'
import { requestOf } from '../../tests/channel/peer.ts'
import { anna, clientOf, gateway, world } from '../../tests/channel/rights/authorizer-kit.ts'
import type { Answer } from '../lib/channel/port.ts'
import { topics } from '../lib/channel/topics.ts'
import type { Authorizer } from './authorizer.ts'
import type { ChannelRights } from './live-rights.ts'
import type { Principal } from './principal.ts'

const ASK = topics.requests('GW1', 'anna')
const ANSWERS = topics.responses('GW1', 'anna', 'desk')
const EVENTS = topics.events('GW1')

async function published(
  authorizer: Authorizer,
  who: Principal | undefined,
  topic: string,
  message: unknown,
  more: object = {},
) {
  const { connection, wire } = line({ who })
  const { closed = false, retain = false } = more as { closed?: boolean; retain?: boolean }
  const payload = typeof message === 'string' ? message : JSON.stringify(message)
  const packet = { topic, payload, retain } as PublishPacket
  const error = await new Promise<Error | null | undefined>((resolve) =>
    authorizer.authorizePublish(clientOf(connection, closed), packet, resolve),
  )
  await turn()
  const codes = wire.said().map((text) => {
    const [where = '', ...answer] = text.split(' ')
    return [where, (JSON.parse(answer.join(' ')) as { code: number }).code]
  })
  return { error: error?.message, passed: !error && packet.topic === topic, packet, codes }
}

describe('M-02 a request of a person', () => {
  test('M-02 that is answered here goes no further', async () => {
    const { authorizer, asked, noted } = world()
    const request = requestOf('desk')
    const { passed, packet, codes } = await published(authorizer, anna, ASK, request)
    expect([passed, packet.payload.length, codes, noted]).toEqual([false, 0, [], []])
    expect(asked).toEqual([{ serialNumber: 'GW1', userId: 'anna', sessionKey: 'desk', request }])
  })

  test('M-02 that is not goes to the gateway', async () => {
    const { authorizer } = world({ taken: false })
    expect(await published(authorizer, anna, ASK, requestOf('desk'))).toMatchObject({
      passed: true,
      codes: [],
    })
  })

  test.each([
    ['to a home of somebody else', topics.requests('GW2', 'anna'), topics.responses('GW2', 'anna', 'desk')],
    ['in the name of somebody else', topics.requests('GW1', 'beat'), ANSWERS],
  ])('M-02 %s is refused, told so and counted', async (_what, topic, answers) => {
    const { authorizer, asked, noted } = world()
    const { passed, codes } = await published(authorizer, anna, topic, requestOf('desk'))
    expect([passed, codes, asked, noted]).toEqual([false, [[answers, 403]], [], ['denied publish']])
  })

  test('M-02 that is to be kept for others is refused', async () => {
    const { authorizer, asked, noted } = world()
    const { passed, codes } = await published(authorizer, anna, ASK, requestOf('desk'), { retain: true })
    expect([passed, codes, asked, noted]).toEqual([false, [[ANSWERS, 403]], [], ['denied publish']])
  })

  test.each([EVENTS, topics.presence('GW1'), ANSWERS])(
    'M-02 on %s is none, and is refused by the name of its gateway',
    async (topic) => {
      const { authorizer, asked, noted } = world()
      const { passed, codes } = await published(authorizer, anna, topic, requestOf('desk'))
      expect([passed, codes, asked, noted]).toEqual([false, [[ANSWERS, 403]], [], ['denied publish']])
    },
  )

  test.each([topics.userEvents('anna'), topics.adminEvents, 'nowhere', '#'])(
    'M-02 on %s is refused, and there is no way to tell',
    async (topic) => {
      const { authorizer, noted } = world()
      const { passed, codes } = await published(authorizer, anna, topic, requestOf('desk'))
      expect([passed, codes, noted]).toEqual([false, [], ['denied publish']])
    },
  )

  test('M-07 that cannot be read is counted as such, refused or not', async () => {
    const { authorizer, asked, noted } = world()
    expect(await published(authorizer, anna, ASK, '{')).toMatchObject({ passed: false, codes: [] })
    expect(noted.splice(0)).toEqual(['malformed request'])
    expect(await published(authorizer, anna, topics.requests('GW2', 'anna'), '{')).toMatchObject({
      codes: [],
    })
    expect([noted, asked]).toEqual([['denied publish'], []])
  })

  test('M-01 of another session than his own is refused and counted', async () => {
    const { authorizer, asked, noted } = world()
    const { passed, codes } = await published(authorizer, anna, ASK, requestOf('phone'))
    expect([passed, codes, asked, noted]).toEqual([false, [[ANSWERS, 403]], [], ['denied publish']])
  })

  test.each(['reboot', 'unheard_of'])('M-05 the command %s does not exist for persons', async (command) => {
    const { authorizer, asked, noted } = world()
    const { passed, codes } = await published(authorizer, anna, ASK, requestOf('desk', command))
    expect([passed, codes, asked, noted]).toEqual([false, [[ANSWERS, 404]], [], []])
  })

  test.each([(no: boolean): Answer => no, async (no: boolean) => no])(
    'M-05 a command that his sub-role does not permit is refused and noted (%#)',
    async (answer) => {
      const { authorizer, asked, noted } = world({ rights: { maySend: () => answer(false) } })
      const { passed, codes } = await published(authorizer, anna, ASK, requestOf('desk', 'set_device_name'))
      expect([passed, codes, asked, noted]).toEqual([
        false,
        [[ANSWERS, 403]],
        [],
        ['forbidden GW1 set_device_name'],
      ])
    },
  )

  test('M-02 waits for its rights, and passes or not by what they say', async () => {
    for (const yes of [true, false]) {
      const { authorizer, asked, noted } = world({
        taken: false,
        rights: { sight: async () => (yes ? 'all' : 'none'), maySend: async () => true },
      })
      expect((await published(authorizer, anna, ASK, requestOf('desk'))).passed).toBe(yes)
      expect([asked.length, noted.length]).toEqual(yes ? [1, 0] : [0, 1])
    }
  })

  test('M-02 does not pass when the look-up fails', async () => {
    const { authorizer, asked } = world({
      taken: false,
      rights: {
        sight: async () => {
          throw new Error('the store does not answer')
        },
      },
    })
    expect((await published(authorizer, anna, ASK, requestOf('desk'))).passed).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('M-04 last words', () => {
  test('M-04 of a browser there are none, whatever it wanted to say', async () => {
    const { authorizer, asked } = world()
    const { error } = await published(authorizer, anna, ASK, requestOf('desk'), { closed: true })
    expect([error, asked]).toEqual(['will of a browser', []])
  })

  test('M-04 a gateway has one, unless it is back already', async () => {
    const last = (current: boolean) =>
      published(world({ current }).authorizer, gateway, topics.presence('GW1'), 'offline', {
        closed: true,
        retain: true,
      })
    expect(await last(true)).toMatchObject({ passed: true })
    expect(await last(false)).toMatchObject({ error: 'will of an older connection' })
  })

  test('M-04 a living connection says what it says, also when a newer one has come', async () => {
    const { authorizer } = world({ current: false })
    expect(await published(authorizer, gateway, EVENTS, {})).toMatchObject({ passed: true })
  })

  test('M-04 of somebody unknown nothing passes', async () => {
    const { authorizer } = world()
    expect(await published(authorizer, undefined, EVENTS, {})).toMatchObject({ error: 'unknown sender' })
    const packet = { topic: EVENTS, payload: '' } as PublishPacket
    for (const client of [null, { conn: {} } as unknown as Client])
      expect(
        await new Promise((resolve) => authorizer.authorizePublish(client, packet, resolve)),
      ).toMatchObject({
        message: 'unknown sender',
      })
  })
})

describe('M-02 what a gateway says', () => {
  test('M-02 is passed on as it was read', async () => {
    const { authorizer } = world({ said: { forward: Buffer.from('cleaned') } })
    const { passed, packet } = await published(authorizer, gateway, EVENTS, {})
    expect([passed, String(packet.payload)]).toEqual([true, 'cleaned'])
  })

  test.each([
    ['taken', []],
    ['malformed', ['malformed events']],
  ] as const)('M-02 reaches nobody when it was %s', async (said, more) => {
    const { authorizer, noted } = world({ said })
    expect(await published(authorizer, gateway, EVENTS, {})).toMatchObject({
      passed: false,
      error: undefined,
    })
    expect(noted).toEqual(['said events {}', ...more])
  })

  test.each([topics.events('GW2'), topics.userEvents('anna'), topics.adminEvents, ASK, 'nowhere'])(
    'M-02 on %s is refused and counted, and nobody reads it',
    async (topic) => {
      const { authorizer, noted } = world()
      expect(await published(authorizer, gateway, topic, {})).toMatchObject({ passed: false, codes: [] })
      expect(noted).toEqual(['denied publish'])
    },
  )
})

async function subscribed(
  authorizer: Authorizer,
  who: Principal | undefined,
  filter: string,
  has: readonly string[] = [],
) {
  const { connection } = line({ who })
  for (const one of has) connection.filters.add(one)
  const subscription = { topic: filter, qos: 0 } as Subscription
  const granted = await new Promise((resolve) =>
    authorizer.authorizeSubscribe(clientOf(connection), subscription, (_, given) => resolve(given)),
  )
  return { granted: granted === subscription, filters: [...connection.filters] }
}

describe('M-02 a subscription', () => {
  test('M-02 to what one may hear is granted and remembered, and told to the home', async () => {
    const { authorizer, noted } = world()
    expect(await subscribed(authorizer, anna, EVENTS)).toEqual({ granted: true, filters: [EVENTS] })
    expect(noted).toEqual(['subscribed events'])
  })

  test.each([topics.events('GW2'), topics.adminEvents, '#', 'nowhere'])(
    'M-02 to %s is refused and counted',
    async (filter) => {
      const { authorizer, noted } = world()
      expect(await subscribed(authorizer, anna, filter)).toEqual({ granted: false, filters: [] })
      expect(noted).toEqual(['denied subscribe'])
    },
  )

  test('M-02 of a gateway to the requests of its users is none to a home', async () => {
    const { authorizer, noted } = world()
    const filter = 'gatehouse/v1/gateways/GW1/users/+/requests'
    expect(await subscribed(authorizer, gateway, filter)).toEqual({ granted: true, filters: [filter] })
    expect(noted).toEqual([])
  })

  test('M-08 there are so many, and one that is there already is no further one', async () => {
    const { authorizer } = world({ subscriptions: 2 })
    const presence = topics.presence('GW1')
    expect(await subscribed(authorizer, anna, EVENTS, ['one'])).toMatchObject({ granted: true })
    expect(await subscribed(authorizer, anna, EVENTS, ['one', presence])).toMatchObject({ granted: false })
    expect(await subscribed(authorizer, anna, EVENTS, ['one', EVENTS])).toMatchObject({ granted: true })
  })

  test('M-02 waits for its rights; when the look-up fails it is refused', async () => {
    const later = (sight: ChannelRights['sight']) =>
      subscribed(world({ rights: { sight } }).authorizer, anna, EVENTS)
    expect(await later(async () => 'all' as const)).toMatchObject({ granted: true })
    expect(await later(async () => 'none' as const)).toMatchObject({ granted: false })
    expect(
      await later(async () => {
        throw new Error('the store does not answer')
      }),
    ).toMatchObject({ granted: false })
  })

  test('M-02 of somebody unknown is refused', async () => {
    expect(await subscribed(world().authorizer, undefined, EVENTS)).toEqual({ granted: false, filters: [] })
  })
})

function forwarded(
  authorizer: Authorizer,
  who: Principal | undefined,
  topic: string,
  payload: string | Buffer = 'x',
) {
  const { connection, wire } = line({ who })
  const packet = { topic, payload } as unknown as AedesPublishPacket
  return {
    now: authorizer.authorizeForward(clientOf(connection), packet) === packet,
    connection,
    wire,
    packet,
  }
}

describe('M-02 a delivery', () => {
  test('M-02 happens at once when the answer is there', () => {
    const { authorizer } = world()
    expect(forwarded(authorizer, anna, EVENTS).now).toBe(true)
    expect(forwarded(authorizer, anna, topics.events('GW2')).now).toBe(false)
    expect(forwarded(authorizer, anna, 'nowhere').now).toBe(false)
    expect(forwarded(authorizer, undefined, EVENTS).now).toBe(false)
  })

  test('M-02 that has to wait happens once, after the answer, and keeps those behind it waiting', async () => {
    const { authorizer } = world({ rights: { sight: async () => 'all' as const } })
    const { now, connection, wire } = forwarded(authorizer, anna, EVENTS, Buffer.from('one'))
    expect([now, connection.holding]).toEqual([false, true])
    const own = { topic: topics.userEvents('anna'), payload: 'two' } as unknown as AedesPublishPacket
    expect(authorizer.authorizeForward(clientOf(connection), own)).toBeNull()
    await turn()
    expect(wire.said()).toEqual([`${EVENTS} one`, `${topics.userEvents('anna')} two`])
  })

  test('M-02 that is refused while others wait is not held', () => {
    const { authorizer } = world()
    const { connection, wire } = line({ who: anna })
    connection.hold('t', Buffer.from('held'), new Promise(() => undefined))
    const refused = { topic: topics.events('GW2'), payload: 'x' } as unknown as AedesPublishPacket
    expect(authorizer.authorizeForward(clientOf(connection), refused)).toBeNull()
    expect(wire.said()).toEqual([])
  })

  test('Z-07 whoever holds a gateway hears of it, and of nothing else that its owner is told', () => {
    const { authorizer } = world()
    const holder: Principal = {
      ...anna,
      program: { serialNumber: 'GW1', scopes: ['gateway'], hears: true },
    }
    const about = (serialNumber: string): string =>
      JSON.stringify({ event: 'gateway_unassigned', data: { serialNumber } })
    const mine = topics.userEvents('anna')
    expect(forwarded(authorizer, holder, mine, about('GW1')).now).toBe(true)
    for (const other of [about('GW2'), '{}', 'null', 'no JSON']) {
      expect(forwarded(authorizer, holder, mine, other).now).toBe(false)
      expect(forwarded(authorizer, anna, mine, other).now).toBe(true)
    }
    expect(forwarded(authorizer, holder, EVENTS, 'no JSON').now).toBe(true)
  })

  test('M-02 of a gateway that he may not use, or that cannot be looked up, a person hears only that it is gone', () => {
    const { authorizer } = world()
    const told = (event: string) =>
      JSON.stringify({ event, data: { serialNumber: 'GW2', devices: ['secret'] } })
    const mine = topics.userEvents('anna')
    expect(forwarded(authorizer, anna, mine, told('gateway_removed')).now).toBe(true)
    for (const event of ['tile_order_changed', 'backup_created', 'not_yet_invented'])
      expect(forwarded(authorizer, anna, mine, told(event)).now).toBe(false)
  })

  test('M-02 whoever is limited is told what is within his reach, on the channel of the home and on his own', () => {
    const reach = {
      ...{
        devices: new Set(['lamp']),
        rooms: new Set<string>(),
        rules: new Set<string>(),
        floors: new Set<string>(),
      },
      ...{ hours: [], zone: 'Europe/Zurich' },
    }
    const { authorizer } = world({ rights: { sight: () => reach } })
    const heard = (topic: string, event: string, data: object) =>
      forwarded(authorizer, anna, topic, JSON.stringify({ event, seq: 77, at: '', data })).wire.said()
    const mine = topics.userEvents('anna')
    expect(heard(EVENTS, 'device_lamp_property_changed', { device_id: 'lamp', property_value: 1 })).toEqual([
      `${EVENTS} {"event":"device_lamp_property_changed","seq":1,"at":"","data":{"device_id":"lamp","property_value":1}}`,
    ])
    expect(heard(EVENTS, 'device_lock_property_changed', { device_id: 'lock', property_value: 1 })).toEqual(
      [],
    )
    expect(heard(mine, 'tile_order_changed', { serialNumber: 'GW1', devices: ['lock'] })).toEqual([])
    expect(heard(mine, 'tile_order_changed', { serialNumber: 'GW1', devices: ['lock', 'lamp'] })).toEqual([
      `${mine} {"event":"tile_order_changed","seq":1,"at":"","data":{"serialNumber":"GW1","devices":["lamp"]}}`,
    ])
  })
})
