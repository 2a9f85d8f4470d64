import { describe, expect, test } from 'vitest'
import { HandDriver } from '../../../tests/gateway/kit.ts'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import type { NetworkDriver } from '../network-driver.ts'
import type { Driver } from '../ports.ts'
import { Network, type Wish } from './network.ts'

/** A network of a driver that does what the test says. */
function world({
  map,
  opens = async () => {},
  closes = async () => {},
}: Partial<NetworkDriver> & {
  opens?: () => Promise<void>
  closes?: () => Promise<void>
} = {}) {
  const clock = new TestClock()
  const asked: unknown[] = []
  const events: [string, Record<string, unknown>][] = []
  const troubles: string[] = []
  const served: NetworkDriver = {
    serves: ['zigbee'],
    async open(wish) {
      asked.push(wish)
      await opens()
    },
    async close() {
      asked.push('close')
      await closes()
    },
    remove: async () => {},
    ...(map && { map }),
  }
  const without: Driver = new HandDriver('other')
  const driver: Driver = Object.assign(new HandDriver(), { network: served })
  const network = new Network({
    clock,
    drivers: [without, driver],
    emit: (event, data) => void events.push([event, data as Record<string, unknown>]),
    trouble: (message) => void troubles.push(message),
  })
  const told = (name: string) => events.filter(([event]) => event === name).map(([, data]) => data)
  return { clock, network, asked, events, troubles, told }
}
const wish: Wish = { type: 'inclusion', network: 'zigbee' }
const expecting = (...ids: string[]): Wish => ({ ...wish, expected: ids.map((id) => ({ id })) })

describe('a network', () => {
  test('is open for 180 s, counts down, and closes by itself', async () => {
    const { clock, network, asked } = world()
    expect(network.state()).toEqual({ state: 'closed', timeout: 180, remaining: 0 })
    expect(await network.open(wish)).toEqual({ timeout: 180, remaining: 180 })
    expect(asked).toEqual([{ ...wish, expected: [], seconds: 180 }])
    await clock.pass(500)
    expect(network.state()).toEqual({ state: 'open', ...wish, timeout: 180, remaining: 180 })
    await clock.pass(500)
    expect(network.state().remaining).toBe(179)
    await clock.pass(178_999)
    expect(network.state()).toMatchObject({ state: 'open', remaining: 1 })
    await clock.pass(1)
    expect(network.state().state).toBe('closed')
    expect(asked.at(-1)).toBe('close')
  })

  test('tells each state with its reason, and once it is closed which one it was', async () => {
    const { network, told } = world()
    await network.open(wish)
    await network.close()
    expect(told('network_state_changed')).toEqual([
      { state: 'open', ...wish, timeout: 180, remaining: 180 },
      { state: 'closing', ...wish, timeout: 180, remaining: 0, reason: 'asked' },
      { state: 'closed', ...wish, timeout: 180, remaining: 0, reason: 'asked' },
    ])
  })

  test('whoever opened it hears once why it is closed', async () => {
    const { clock, network } = world()
    const over: string[] = []
    await network.open(wish, (reason) => void over.push(reason))
    await network.close('complete')
    await network.close()
    await clock.pass(200_000)
    expect(over).toEqual(['complete'])
  })

  test('is open once, also while it is being opened or closed', async () => {
    let go: () => void = () => {}
    const slow = () =>
      new Promise<void>((resolve) => {
        go = resolve
      })
    const { network } = world({ opens: slow, closes: slow })
    const opening = network.open(wish)
    await expect(network.open(wish)).rejects.toMatchObject({ code: 409 })
    go()
    await opening
    await expect(network.open(wish)).rejects.toMatchObject({ code: 409 })
    const closing = network.close()
    await expect(network.open(wish)).rejects.toMatchObject({ code: 409 })
    go()
    await closing
    const again = network.open(wish)
    go()
    await expect(again).resolves.toMatchObject({ remaining: 180 })
  })

  test('that nobody serves, or that does not open, blocks nothing', async () => {
    let fails = true
    const { network, told } = world({
      opens: async () => {
        if (fails) throw new Error('no radio')
      },
    })
    await expect(network.open({ ...wish, network: 'zwave' })).rejects.toMatchObject({ code: 501 })
    await expect(network.open(wish)).rejects.toThrow('no radio')
    expect([network.state().state, told('network_state_changed')]).toEqual(['closed', []])
    fails = false
    await expect(network.open(wish)).resolves.toBeDefined()
  })

  test('that was closed while it was being opened says so', async () => {
    let go: () => void = () => {}
    const { network } = world({
      opens: () =>
        new Promise<void>((resolve) => {
          go = resolve
        }),
    })
    const opening = network.open(wish)
    await settle()
    await network.close()
    go()
    await expect(opening).rejects.toMatchObject({ code: 409 })
    expect(network.state().state).toBe('closed')
  })

  test('that its driver cannot close is closed all the same, and the operator told', async () => {
    const { network, troubles } = world({
      closes: async () => {
        throw new Error('no radio')
      },
    })
    await network.open(wish)
    await network.close()
    expect([network.state().state, troubles.length]).toEqual(['closed', 1])
  })
})

describe('devices that are expected', () => {
  test('wait, come, and with the last of them the network closes', async () => {
    const { network, told } = world()
    await network.open(expecting('a', 'b'))
    network.joined('a', 'device-a')
    expect(network.state().state).toBe('open')
    network.joined('b', 'device-b')
    await settle()
    expect(told('network_state_changed').at(-1)).toMatchObject({ state: 'closed', reason: 'complete' })
    expect(told('pairing_progress')).toEqual([
      { address: 'a', status: 'waiting' },
      { address: 'b', status: 'waiting' },
      { address: 'a', status: 'added', device_id: 'device-a' },
      { address: 'b', status: 'added', device_id: 'device-b' },
    ])
  })

  test('of which one failed end incomplete, whichever it was', async () => {
    for (const failing of ['a', 'b']) {
      const { network, told } = world()
      await network.open(expecting('a', 'b'))
      for (const address of ['a', 'b'])
        if (address === failing) network.failed({ address, code: 'BROKEN', message: 'broken' })
        else network.joined(address, 'd')
      await settle()
      expect(told('network_state_changed').at(-1)).toMatchObject({ reason: 'incomplete' })
    }
  })

  test('that fail without an address are told of, and keep nobody from coming', async () => {
    const { network, told } = world()
    await network.open(expecting('a'))
    network.failed({ code: 'BROKEN', message: 'broken' })
    expect(told('event_adding_device_failed')).toEqual([{ code: 'BROKEN', message: 'broken' }])
    network.joined('a', 'd')
    await settle()
    expect(told('network_state_changed').at(-1)).toMatchObject({ reason: 'complete' })
  })

  test('and one that was not, which comes as well, does not close it', async () => {
    const { network } = world()
    await network.open(expecting('a'))
    network.joined('stranger', 'd')
    network.failed({ address: 'other', code: 'BROKEN', message: 'broken' })
    await settle()
    expect(network.state().state).toBe('open')
    network.joined('a', 'd')
    await settle()
    expect(network.state().state).toBe('closed')
  })

  test.each([
    ['asked', { status: 'cancelled' }],
    ['timeout', { status: 'failed', code: 'TIMEOUT' }],
  ] as const)('that have not come when it closes (%s) are told of so', async (reason, how) => {
    const { network, told } = world()
    await network.open(expecting('a', 'b'))
    network.joined('a', 'd')
    await network.close(reason)
    expect(told('pairing_progress').at(-1)).toEqual({ address: 'b', ...how })
  })

  test('nobody who comes when it is closed is told of', () => {
    const { network, events } = world()
    network.joined('a', 'd')
    expect(events).toEqual([])
  })
})

describe('what whoever was away asks for', () => {
  test('is how each fares, since the network was opened last, and which networks there are', async () => {
    const { network, told } = world()
    await network.open(expecting('a'))
    network.progress({ address: 'a', status: 'found' })
    network.progress({ address: 'b', status: 'interviewing' })
    network.added('c')
    const of = () => network.detailed().devices?.map(({ address, status }) => [address, status])
    expect(of()).toEqual([
      ['a', 'found'],
      ['b', 'interviewing'],
      ['c', 'added'],
    ])
    expect(network.detailed().serves).toEqual(['zigbee'])
    expect(told('adding_device_in_progress')).toHaveLength(2)
    await network.close()
    expect(of()).toHaveLength(3)
    await network.open({ ...wish, type: 'exclusion', device: 'c' })
    network.added('d')
    expect(of()).toEqual([])
  })
})

describe('a device that is to leave', () => {
  test('closes the network when it has left, and nobody else does', async () => {
    const { network, told } = world()
    await network.open({ type: 'exclusion', network: 'zigbee', device: 'a' })
    network.left('b')
    await settle()
    expect(network.state().state).toBe('open')
    network.left('a')
    await settle()
    expect(told('network_state_changed').at(-1)).toMatchObject({ state: 'closed', reason: 'complete' })
  })

  test('that leaves while others join closes nothing', async () => {
    const { network } = world()
    network.left('a')
    await network.open({ ...wish, device: 'a' })
    network.left('a')
    await settle()
    expect(network.state().state).toBe('open')
  })
})

describe('the map of the ways', () => {
  test('is asked for once at a time, and says of how many devices it is', async () => {
    let go: (count: number) => void = () => {}
    const { network, told } = world({
      map: () =>
        new Promise<number>((resolve) => {
          go = resolve
        }),
    })
    network.map()
    expect(() => network.map()).toThrow('The network is being mapped')
    go(7)
    await settle()
    expect(told('network_map_changed')).toEqual([{ status: 'running' }, { status: 'done', devices: 7 }])
    expect(() => network.map()).not.toThrow()
  })

  test('that failed is told so and can be asked for again', async () => {
    const { network, told, troubles } = world({
      map: async () => {
        throw new Error('no radio')
      },
    })
    network.map()
    await settle()
    expect([told('network_map_changed').at(-1), troubles.length]).toEqual([{ status: 'failed' }, 1])
    expect(() => network.map()).not.toThrow()
  })

  test('is not to be had where no network has one', () => {
    expect(() => world().network.map()).toThrow('The gateway has no such network')
  })
})
