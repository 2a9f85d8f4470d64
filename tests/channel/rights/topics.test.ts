import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LiveRights } from '#server/channel/live-rights.ts'
import { Policy } from '#server/channel/policy.ts'
import type { Principal } from '#server/channel/principal.ts'
import { parseFilter, parseTopic, topics } from '#server/lib/channel/topics.ts'

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)

describe('M-02 topics are built from opaque ids', () => {
  test('M-02 every topic of the channel is read as it was built', () => {
    fc.assert(
      fc.property(id, id, id, (serialNumber, userId, sessionKey) => {
        expect(parseTopic(topics.requests(serialNumber, userId))).toEqual({
          kind: 'requests',
          serialNumber,
          userId,
        })
        expect(parseTopic(topics.interest(serialNumber, userId))).toEqual({
          kind: 'interest',
          serialNumber,
          userId,
        })
        expect(parseTopic(topics.responses(serialNumber, userId, sessionKey))).toEqual({
          kind: 'responses',
          serialNumber,
          userId,
          sessionKey,
        })
        expect(parseTopic(topics.events(serialNumber))).toEqual({ kind: 'events', serialNumber })
        expect(parseTopic(topics.presence(serialNumber))).toEqual({ kind: 'presence', serialNumber })
        expect(parseTopic(topics.userEvents(userId))).toEqual({ kind: 'userEvents', userId })
      }),
    )
  })

  test.each([
    '#',
    '+',
    '$SYS/#',
    '$share/group/gatehouse/v1/gateways/GW1/events',
    'gatehouse/#',
    'gatehouse/v1/gateways/+/events',
    'gatehouse/v1/gateways/#',
    'gatehouse/v1/gateways/GW1/#',
    'gatehouse/v1/gateways/GW1/users/+/sessions/+/responses',
    'gatehouse/v1/gateways/GW1/users/u1/sessions/+/responses',
    'gatehouse/v1/gateways/+/users/+/requests',
    'gatehouse/v1/users/+/events',
    'gatehouse/v1/admins/+',
    'gatehouse/v1/gateways//events',
    'gatehouse/v1/gateways/GW1/events/',
    '/gatehouse/v1/gateways/GW1/events',
    'gatehouse/v1/gateways/GW 1/events',
    'gatehouse/v1/gateways/GW1/events\n',
    'gatehouse/v1/gateways/GW%31/events',
    'gatehouse/v1/gateways/../users/u1/events',
    `gatehouse/v1/gateways/${'x'.repeat(65)}/events`,
    'Gatehouse/v1/gateways/GW1/events',
    'gatehouse/v2/gateways/GW1/events',
    '',
  ])('M-02 %j is no filter', (filter) => {
    expect(parseFilter(filter)).toBeUndefined()
  })

  test('M-02 the one wildcard is that of a gateway for the requests of its users', () => {
    expect(parseFilter('gatehouse/v1/gateways/GW1/users/+/requests')).toEqual({
      kind: 'anyRequests',
      serialNumber: 'GW1',
    })
    expect(parseTopic('gatehouse/v1/gateways/GW1/users/+/requests')).toBeUndefined()
  })
})

// A small world, said once more in plain words: who may what. The policy must say exactly the same.
const people = ['anna', 'beat', 'root'] as const
const gateways = ['GW1', 'GW2'] as const
const uses: Readonly<Record<string, readonly string[]>> = {
  anna: ['GW1'],
  beat: ['GW2'],
  root: ['GW1', 'GW2'],
}
const sessionOf = (person: string): string => `session-${person}`

const isName = (word: string | undefined): boolean => word !== undefined && /^[\w-]{1,64}$/.test(word)

function expected(who: Principal, words: readonly string[], to: 'publish' | 'receive'): boolean {
  const [root, version, area, one, ...rest] = words
  if (root !== 'gatehouse' || version !== 'v1') return false
  if (who.kind === 'gateway') {
    if (area !== 'gateways' || one !== who.serialNumber) return false
    const asked = rest.length === 3 && rest[0] === 'users' && rest[2] === 'requests'
    if (to === 'receive') return asked && (rest[1] === '+' || isName(rest[1]))
    const answers =
      rest.length === 5 && rest[0] === 'users' && rest[2] === 'sessions' && rest[4] === 'responses'
    const said = rest.length === 1 && (rest[0] === 'events' || rest[0] === 'presence')
    return said || (answers && isName(rest[1]) && isName(rest[3]))
  }
  const mine = area === 'gateways' && one !== undefined && (uses[who.userId] ?? []).includes(one)
  const own = ['requests', 'interest'].map((end) => `users/${who.userId}/${end}`)
  if (to === 'publish') return mine && own.includes(rest.join('/'))
  if (area === 'users') return one === who.userId && rest.join('/') === 'events'
  if (area === 'admins') return who.userId === 'root' && one === 'events' && rest.length === 0
  const answers = `users/${who.userId}/sessions/${sessionOf(who.userId)}/responses`
  return mine && ['events', 'presence', answers].includes(rest.join('/'))
}

const policy = new Policy(
  new LiveRights(
    {
      sight: (userId, serialNumber) => ((uses[userId] ?? []).includes(serialNumber) ? 'all' : 'none'),
      maySend: () => true,
      isAdmin: (userId) => userId === 'root',
      sessionAlive: (userId, sessionKey) => sessionKey === sessionOf(userId),
      gatewayKnown: () => true,
    },
    () => 0,
  ),
)

const anybody: fc.Arbitrary<Principal> = fc.oneof(
  fc
    .constantFrom(...people)
    .map((userId) => ({ kind: 'user' as const, userId, sessionKey: sessionOf(userId) })),
  fc.constantFrom(...gateways).map((serialNumber) => ({ kind: 'gateway' as const, serialNumber })),
)
const word = fc.constantFrom(
  ...[
    'gatehouse',
    'v1',
    'gateways',
    'users',
    'sessions',
    'admins',
    'requests',
    'interest',
    'responses',
    'events',
    'presence',
  ],
  ...[...people, ...gateways, ...people.map(sessionOf), '+', '#', '$SYS', '', 'nobody'],
)
/** Real topics with a word or two exchanged, and random words: both sides of every border. */
const anyTopic: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.constantFrom(...gateways, 'GW3', '+', '#'),
    fc.constantFrom(...people, '+', '#'),
    fc.constantFrom(...people.map(sessionOf), '+', '#'),
    fc.array(fc.tuple(fc.nat(8), word), { maxLength: 1 }),
    fc.array(word, { minLength: 1, maxLength: 9 }),
    fc.nat(7),
  )
  .map(([sn, user, key, exchanged, random, shape]) => {
    const words =
      [
        ['gatehouse', 'v1', 'gateways', sn, 'events'],
        ['gatehouse', 'v1', 'gateways', sn, 'presence'],
        ['gatehouse', 'v1', 'gateways', sn, 'users', user, 'requests'],
        ['gatehouse', 'v1', 'gateways', sn, 'users', user, 'interest'],
        ['gatehouse', 'v1', 'gateways', sn, 'users', user, 'sessions', key, 'responses'],
        ['gatehouse', 'v1', 'users', user, 'events'],
        ['gatehouse', 'v1', 'admins', 'events'],
        random,
      ][shape] ?? random
    for (const [at, other] of exchanged) words[at % words.length] = other
    return words
  })

/** 100,000 each night. */
const runs = Number(process.env.GATEHOUSE_TRIPLES ?? 20_000)

describe('M-02 the policy is the table of the decisions', () => {
  test('M-02 what anybody may receive is what the table says, for any topic and filter', () => {
    fc.assert(
      fc.property(anybody, anyTopic, (who, words) => {
        const filter = parseFilter(words.join('/'))
        const granted = filter !== undefined && policy.mayReceive(who, filter)
        return granted === expected(who, words, 'receive')
      }),
      { numRuns: runs },
    )
  })

  test('M-02 what anybody may publish is what the table says, for any topic', () => {
    fc.assert(
      fc.property(anybody, anyTopic, (who, words) => {
        const topic = parseTopic(words.join('/'))
        const granted = topic !== undefined && policy.mayPublish(who, topic)
        return granted === expected(who, words, 'publish')
      }),
      { numRuns: runs },
    )
  })
})
