import { describe, expect, test } from 'vitest'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { compared } from './compare.ts'
import { entryOf } from './entry.ts'
import { countsOf, networkOf, stagesOf } from './network.ts'
import { signalLevel } from './signal.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const options = { now: NOW, expires: 242_000 }
const ago = (seconds: number): string => new Date(NOW - seconds * 1000).toISOString()
const entry = (NodeID: string, more: Partial<NetworkEntry> = {}): NetworkEntry => ({
  NodeID,
  networkType: 'zigbee',
  status: 2,
  lqiValue: 150,
  ...more,
})
const network = (...entries: NetworkEntry[]) => networkOf(entries, options)

describe('network diagnostics', () => {
  test.each([
    [undefined, 0],
    [0, 0],
    [Number.NaN, 0],
    [63, 1],
    [127, 2],
    [191, 3],
    [255, 4],
  ])('2.4-098 3.9-047 a link quality of %s is signal level %i', (lqi, level) => {
    expect(signalLevel(lqi)).toBe(level)
  })

  test.each([
    [242, false],
    [243, true],
  ])('2.4-095 2.4-096 a route that was confirmed %i s ago has expired: %s', (seconds, expired) => {
    expect(network(entry('a', { route: [], routeTimestamp: ago(seconds) })).get('a')?.expired).toBe(expired)
  })

  test('a device that is offline has no way, however well it was heard', () => {
    const nodes = network(entry('a', { status: 5, lqiValue: 250 }), entry('b', { lqiValue: 20 }), entry('c'))
    expect([...nodes.values()].map(({ standing, level }) => [standing, level])).toEqual([
      ['lost', 0],
      ['weak', 1],
      ['good', 3],
    ])
    expect(countsOf(nodes.values())).toEqual({ lost: 1, weak: 1, unknown: 0, good: 1 })
  })

  test('the way of a device goes from stage to stage to the gateway', () => {
    const nodes = network(
      entry('near', { role: 2, route: [], lqiValue: 200 }),
      entry('far', { role: 2, route: ['near'], lqiValue: 100 }),
      entry('end', { role: 3, route: ['near', 'far'], lqiValue: 20 }),
    )
    expect(stagesOf(nodes, 'end')).toEqual([
      { at: 'end', level: 1 },
      { at: 'far', level: 2 },
      { at: 'near', level: 4 },
    ])
    expect([...nodes.values()].map(({ behind, forwards }) => [behind, forwards])).toEqual([
      [2, true],
      [1, true],
      [0, false],
    ])
  })

  test('circles, ways through oneself and through strangers end at the gateway', () => {
    const nodes = network(
      entry('a', { route: ['b', 'a', 'b', 'nobody'] }),
      entry('b', { route: ['a', 'b'] }),
      entry('c', { route: ['nobody'] }),
    )
    expect([...nodes.values()].map(({ route, over }) => [route, over])).toEqual([
      [['b'], 'b'],
      [['a'], 'a'],
      [[], ''],
    ])
    expect(stagesOf(nodes, 'a').map(({ at }) => at)).toEqual(['a', 'b'])
  })

  test('ten thousand devices in one chain are gone through within a moment', () => {
    const ids = Array.from({ length: 10_000 }, (_none, at) => `n${at}`)
    const nodes = networkOf(
      ids.map((id, at) => entry(id, { route: ids.slice(Math.max(0, at - 30), at) })),
      options,
    )
    expect(nodes.size).toBe(10_000)
    expect(nodes.get('n0')?.behind).toBe(30)
  })

  test('2.3-163 2.3-164 2.3-165 2.3-166 2.3-167 2.3-168 2.3-169 an entry has the fields of the network, within bounds', () => {
    const long = 'x'.repeat(2048)
    expect(
      entryOf({
        id: 'a',
        device_name: long,
        class: 'X',
        status: 2,
        networkType: 'wise',
        service_list: [],
        route: [...Array(100).keys()].map(String),
        routeTimestamp: ago(3),
        lqiValue: 1e308,
        link_speed: long,
        address: long,
        ipAddress: long,
        role: 1,
      }),
    ).toEqual({
      NodeID: 'a',
      networkType: 'wise',
      status: 2,
      role: 1,
      route: [...Array(30).keys()].map(String),
      routeTimestamp: ago(3),
      lqiValue: 255,
      link_speed: long.slice(0, 40),
      address: long.slice(0, 64),
      ipAddress: long.slice(0, 64),
    })
    const junk = {
      id: 'a',
      device_name: 'a',
      class: 'X',
      status: 2,
      networkType: 'wise',
      service_list: [],
    } as const
    expect(entryOf({ ...junk, service_list: [], lqiValue: Number.NaN })).not.toHaveProperty('lqiValue')
  })

  test('two moments differ by what appeared, vanished, became weaker or stronger', () => {
    const before = network(
      entry('gone'),
      entry('worse', { lqiValue: 200 }),
      entry('better', { lqiValue: 20 }),
      entry('same'),
    )
    const after = network(
      entry('same', { lqiValue: 140 }),
      entry('better'),
      entry('worse', { lqiValue: 20 }),
      entry('new'),
      entry('gone', { status: 5 }),
    )
    expect(compared(before, after).map(({ id, change }) => [id, change])).toEqual([
      ['new', 'appeared'],
      ['gone', 'vanished'],
      ['worse', 'weaker'],
      ['better', 'stronger'],
      ['same', 'same'],
    ])
  })
})
