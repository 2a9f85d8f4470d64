import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Machine } from '#gateway/core/machine/machine.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { TestClock } from '../gateway/test-clock.ts'
import { Browser, deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'

const MINUTE = 60_000
const clock = new TestClock(Date.now())
let street: Street
beforeAll(async () => {
  street = await Street.open({ clock })
})
afterAll(() => street.close())

const obedient: Machine = {
  reboot: async () => undefined,
  factoryReset: async () => undefined,
  setMode: async () => undefined,
}

/** A gateway of its own that is online, and its owner looking on. */
async function elsewhere(machine: Machine = obedient) {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const { client } = await remoteGateway(world, serialNumber, [deviceOf('SWI100', 'lamp')], machine)
  const browser = await Browser.at(world, owner, serialNumber)
  await vi.waitFor(async () => expect((await recordOf(serialNumber))?.connectionStatus).toBe('online'), WAIT)
  // It has said what it is; only then is it idle.
  await vi.waitFor(async () => expect(await street.homes.deviceCount(serialNumber)).toBe(1), WAIT)
  const told = (): unknown =>
    browser
      .news()
      .filter(
        ({ event, data }) => event === 'gateway_connection_changed' && data.connectionStatus === 'offline',
      )
      .at(-1)?.data.cause
  return {
    serialNumber,
    browser,
    told,
    /** As a program that ends itself. */
    async leave() {
      await client.publishAsync(topics.presence(serialNumber), 'offline', { retain: true })
      await client.endAsync()
    },
    /** As a board whose plug is pulled. */
    pull: () => void client.stream.destroy(),
  }
}

const recordOf = (serialNumber: string) => street.world.store.gateways.find(serialNumber)
const causeOf = async (serialNumber: string) => (await recordOf(serialNumber))?.connectionCause

describe('why a gateway of its own is offline', () => {
  test('whoever pulls its plug has lost it', async () => {
    const { serialNumber, pull, told } = await elsewhere()
    pull()
    await vi.waitFor(() => expect(told()).toBe('lost'), WAIT)
    expect(await causeOf(serialNumber)).toBe('lost')
  })

  test('a program that takes its leave has ended', async () => {
    const { serialNumber, leave, told } = await elsewhere()
    await leave()
    await vi.waitFor(() => expect(told()).toBe('ended'), WAIT)
    expect(await causeOf(serialNumber)).toBe('ended')
  })

  test.each([
    ['reboot', {}, 'restart'],
    ['factory_reset', {}, 'reset'],
    ['set_gateway_operation_mode', { mode: 1, connectionType: 'ethernet_client' }, 'mode'],
  ] as const)('one that was told to %s goes because of it', async (command, params, cause) => {
    const { serialNumber, leave, told } = await elsewhere()
    expect(await street.homes.ask(serialNumber, command, params)).toEqual({})
    await leave()
    await vi.waitFor(() => expect(told()).toBe(cause), WAIT)
    expect(await causeOf(serialNumber)).toBe(cause)
  })

  test('one that refuses to restart does not restart', async () => {
    const { serialNumber, leave, told } = await elsewhere({})
    expect(await street.homes.ask(serialNumber, 'reboot', {})).toBeUndefined()
    await leave()
    await vi.waitFor(() => expect(told()).toBe('ended'), WAIT)
  })

  test('one that goes much later than it was told to goes for another reason', async () => {
    const { serialNumber, pull, told } = await elsewhere()
    await street.homes.ask(serialNumber, 'reboot', {})
    await clock.pass(2 * MINUTE)
    pull()
    await vi.waitFor(() => expect(told()).toBe('lost'), WAIT)
  })

  test('one that is not back from its restart after minutes is lost, and everybody hears it', async () => {
    const { serialNumber, leave, told } = await elsewhere()
    await street.homes.ask(serialNumber, 'reboot', {})
    await leave()
    await vi.waitFor(() => expect(told()).toBe('restart'), WAIT)
    const since = (await recordOf(serialNumber))?.connectionStatusSince
    await clock.pass(6 * MINUTE)
    await vi.waitFor(() => expect(told()).toBe('lost'), WAIT)
    expect(await recordOf(serialNumber)).toMatchObject({
      connectionStatus: 'offline',
      connectionCause: 'lost',
      connectionStatusSince: since,
    })
  })

  test('one that is online says nothing of why it was away', async () => {
    const { serialNumber, pull, told } = await elsewhere()
    pull()
    await vi.waitFor(() => expect(told()).toBe('lost'), WAIT)
    const { client } = await remoteGateway(street.world, serialNumber, [], obedient)
    await vi.waitFor(
      async () => expect((await recordOf(serialNumber))?.connectionStatus).toBe('online'),
      WAIT,
    )
    expect(await causeOf(serialNumber)).toBeUndefined()
    await client.endAsync()
  })
})

test('after a start of the server, gateways that were there or about to be back are waited for', async () => {
  const since = { connectionStatusSince: new Date().toISOString() }
  const own: string[] = []
  const begun = await Street.open({
    before: async (world) => {
      own.push(
        await world.gateway(undefined, { ...since, connectionStatus: 'online' }),
        await world.gateway(undefined, { ...since, connectionStatus: 'offline', connectionCause: 'restart' }),
        await world.gateway(undefined, { ...since, connectionStatus: 'offline', connectionCause: 'lost' }),
      )
    },
  })
  const records = await Promise.all(own.map((serialNumber) => begun.world.store.gateways.find(serialNumber)))
  expect(records.map((record) => record?.connectionCause)).toEqual(['server', 'server', 'lost'])
  await begun.close()
})
