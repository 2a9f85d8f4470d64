import { describe, expect, test } from 'vitest'
import { line, turn } from '../../tests/channel/memory-wire.ts'
import { topics } from '../lib/channel/topics.ts'
import type { Exchange } from './exchange.ts'
import type { ChannelRights } from './live-rights.ts'
import type { Principal } from './principal.ts'
import { SessionEnforcer } from './session-enforcer.ts'
import type { Connection } from './wire/connection.ts'

const anna: Principal = { kind: 'user', userId: 'anna', sessionKey: 'desk' }
const gateway: Principal = { kind: 'gateway', serialNumber: 'GW1' }
const HERS = topics.userEvents('anna')
const AT = Date.UTC(2026, 10, 14)

function world(more: Partial<ChannelRights> = {}) {
  const taken: string[] = []
  const exchange = {
    unsubscribe: async (_: Connection, filter: string) => void taken.push(filter),
  } as unknown as Exchange
  const rights: ChannelRights = {
    sight: () => 'all',
    isAdmin: () => true,
    sessionAlive: (userId, key) => userId === 'anna' && key === 'desk',
    maySend: () => true,
    gatewayKnown: (serialNumber) => serialNumber === 'GW1',
    ...more,
  }
  return { sessionEnforcer: new SessionEnforcer(rights, exchange, () => AT), taken }
}
const over: Partial<ChannelRights> = { sessionAlive: () => false, gatewayKnown: () => false }
const silent: Partial<ChannelRights> = {
  sessionAlive: async () => {
    throw new Error('the store does not answer')
  },
  sight: async () => {
    throw new Error('the store does not answer')
  },
}

/** Whether it has ended, and what it was told. */
async function outcome(
  what: (connection: Connection) => unknown,
  who?: Principal,
  filters: string[] = [HERS],
) {
  const { connection, wire } = line({ who })
  for (const filter of filters) connection.filters.add(filter)
  await what(connection)
  await turn()
  await turn()
  return { ended: wire.over !== undefined, said: wire.said(), filters: [...connection.filters] }
}
const told = (reason: string): string =>
  `${HERS} ${JSON.stringify({ event: 'session_ended', at: '2026-11-14T00:00:00.000Z', data: { reason } })}`

describe('A-11 who should not stay', () => {
  test('A-11 a person whose session is over is told so and shown out', async () => {
    const { sessionEnforcer } = world(over)
    expect(await outcome((connection) => sessionEnforcer.look(connection), anna)).toMatchObject({
      ended: true,
      said: [told('logged_out')],
    })
  })

  test('A-11 a gateway whose secret is worth nothing is shown out without a word', async () => {
    const { sessionEnforcer } = world(over)
    const look = (connection: Connection) => sessionEnforcer.look(connection)
    expect(await outcome(look, gateway, [''])).toMatchObject({ ended: true })
    expect(await outcome(look, gateway, [HERS])).toMatchObject({ ended: true, said: [] })
  })

  test.each([anna, gateway])('A-11 who may stay stays (%#)', async (who) => {
    const { sessionEnforcer } = world()
    expect(await outcome((connection) => sessionEnforcer.look(connection), who)).toMatchObject({
      ended: false,
      said: [],
    })
  })

  test('A-11 when the store does not answer, nobody is signed out', async () => {
    const { sessionEnforcer } = world(silent)
    expect(await outcome((connection) => sessionEnforcer.look(connection), anna)).toMatchObject({
      ended: false,
    })
  })

  test('A-11 who has not signed in, or is gone, is not asked about', async () => {
    let asked = 0
    const { sessionEnforcer } = world({ sessionAlive: () => ++asked > 0 })
    await outcome((connection) => sessionEnforcer.look(connection))
    await outcome((connection) => sessionEnforcer.look(connection.destroy()), anna)
    expect(asked).toBe(0)
  })

  test('L-09 whoever does not listen is shown out without a word', async () => {
    const { sessionEnforcer } = world()
    const out = (connection: Connection) => sessionEnforcer.showOut(connection, 'deleted' as never)
    expect(await outcome(out, anna, [])).toMatchObject({ ended: true, said: [] })
    expect(await outcome(out, anna)).toMatchObject({ ended: true, said: [told('deleted')] })
    expect(await outcome(out)).toMatchObject({ ended: true, said: [] })
  })
})

describe('M-02 subscriptions that lost their right', () => {
  const [mine, others] = [topics.events('GW1'), topics.events('GW2')]

  test('M-02 are taken back, the others stay', async () => {
    const { sessionEnforcer, taken } = world({
      sight: (_, serialNumber) => (serialNumber === 'GW1' ? 'all' : 'none'),
    })
    const { filters } = await outcome((connection) => sessionEnforcer.recheck(connection), anna, [
      mine,
      others,
      HERS,
    ])
    expect([filters, taken]).toEqual([[mine, HERS], [others]])
  })

  test('M-02 what is no topic is taken back', async () => {
    const { sessionEnforcer, taken } = world()
    await outcome((connection) => sessionEnforcer.recheck(connection), anna, ['#', mine])
    expect(taken).toEqual(['#'])
  })

  test('M-02 stay while the store does not answer: nothing is delivered without an answer anyway', async () => {
    const { sessionEnforcer, taken } = world(silent)
    const { filters } = await outcome((connection) => sessionEnforcer.recheck(connection), anna, [mine])
    expect([filters, taken]).toEqual([[mine], []])
  })

  test('M-02 of somebody unknown are left alone', async () => {
    const { sessionEnforcer, taken } = world(over)
    await outcome((connection) => sessionEnforcer.recheck(connection), undefined, [mine])
    expect(taken).toEqual([])
  })
})
