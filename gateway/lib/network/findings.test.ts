import { describe, expect, test } from 'vitest'
import rules from '#catalogue/rules/network.json' with { type: 'json' }
import german from '#locales/ch_DE/netdiag.json' with { type: 'json' }
import english from '#locales/ch_EN/netdiag.json' with { type: 'json' }
import type { NetworkRules } from '#schemas/generated/definitions/rules-network.ts'
import type { NetworkEntry } from '#schemas/generated/entities/network-entry.ts'
import { findingsOf, type Past } from './findings.ts'
import { networkOf } from './network.ts'

const { findings } = rules as NetworkRules
const entry = (NodeID: string, facts: Partial<NetworkEntry> = {}): NetworkEntry => ({
  NodeID,
  networkType: 'zigbee',
  status: 2,
  lqiValue: 150,
  ...facts,
})
const ids = (entries: NetworkEntry[], past: Record<string, Past> = {}) =>
  findingsOf(networkOf(entries, { now: 0, expires: 1 }), findings, (id) => past[id]).map(
    ({ rule, node }) => `${node.id} ${rule.id}`,
  )
const behind = (over: string, count: number) =>
  Array.from({ length: count }, (_none, at) => entry(`${over}${at}`, { route: [over] }))

describe('what is said of a network', () => {
  test('nothing of one that is well', () => {
    expect(ids([entry('a'), ...behind('a', 9)])).toEqual([])
  })

  test('one finding each, worst first, those first that many depend on', () => {
    const weak = { lqiValue: 20 }
    expect(
      ids([
        entry('alone', weak),
        entry('far', { ...weak, route: ['p', 'q'] }),
        entry('p'),
        entry('q', { ...weak, route: ['p'] }),
        entry('off', { status: 5 }),
        entry('away', { status: 5 }),
        ...behind('away', 2),
      ]),
    ).toEqual(['away lostWithOthers', 'off lost', 'q weakWithOthers', 'far edge', 'alone weak'])
  })

  test('a plug that is the only way for five devices and drops to low at night is told as that', () => {
    const plug = [entry('plug'), ...behind('plug', 5)]
    expect(ids(plug, { plug: { weak: 5, atNight: 4, last: 1 } })).toEqual(['plug onlyWayAtNight'])
    expect(ids(plug, { plug: { weak: 5, atNight: 1, last: 1 } })).toEqual(['plug onlyWay'])
    expect(ids(plug, { plug: { weak: 1, atNight: 1, last: 1 } })).toEqual([])
  })

  test('each rule has words', () => {
    const named = findings.map(({ id }) => id).toSorted()
    expect(Object.keys(english.findings).toSorted()).toEqual(named)
    expect(Object.keys(german.findings).toSorted()).toEqual(named)
  })
})
