import { describe, expect, test } from 'vitest'
import type { Condition } from '#schemas/generated/definitions/condition.ts'
import { holds } from './holds.ts'
import type { Situation } from './situation.ts'

const gateway: NonNullable<Situation['gateway']> = {
  _id: '1',
  serialNumber: 'DOC4',
  name: 'Lindenweg 14',
  model: 'DOC400',
  userId: 'u1',
  connectionStatus: 'online',
  currentFWVersion: '4.19.0',
  operationMode: 0,
  subscriptionLockMode: 0,
}

const at = (part: Partial<Situation> = {}): Situation => ({
  role: 'users',
  subrole: 'support',
  session: { id: 'u1' },
  gateway,
  flags: new Set(['RPL_GTW']),
  modules: new Set(['scenes']),
  version: (limit) => ({ bulkInclusionVersion: '4.19.0' })[limit],
  ...part,
})

type Case = [name: string, condition: Condition, situation: Situation, holds: boolean]

describe('spec 1 §6 conditions', () => {
  test.each<Case>([
    ['role is the first group', { role: 'users' }, at(), true],
    ['another role does not hold', { role: 'admin' }, at(), false],
    ['a test role is neither admin nor users', { role: 'users' }, at({ role: 'testers' }), false],
    ['the subrole is the second group', { subrole: 'support' }, at(), true],
    ['the owner owns the current gateway', { owner: true }, at(), true],
    ['a secondary user does not', { owner: true }, at({ session: { id: 'u2' } }), false],
    [
      'nobody owns a gateway without an owner',
      { owner: true },
      at({ session: {}, gateway: { ...gateway, userId: null } }),
      false,
    ],
    ['a flag that is on', { flag: 'RPL_GTW' }, at(), true],
    ['a flag that is off', { flag: 'MULTIMEDIA_SUPPORT' }, at(), false],
    ['a module that is on', { module: 'scenes' }, at(), true],
    ['a module that is off', { module: 'bulk' }, at(), false],
    ['a gateway is chosen', { gateway: 'chosen' }, at(), true],
    ['no gateway is chosen', { gateway: 'chosen' }, at({ gateway: undefined }), false],
    ['without a gateway it is not offline either', { gateway: 'offline' }, at({ gateway: undefined }), false],
    ['the gateway is online', { gateway: 'online' }, at(), true],
    [
      'the gateway is offline',
      { gateway: 'offline' },
      at({ gateway: { ...gateway, connectionStatus: 'offline' } }),
      true,
    ],
    ['type vg is virtual', { gateway: 'virtual' }, at({ gateway: { ...gateway, type: 'vg' } }), true],
    // 3.4-078 3.4-080
    [
      'operation mode with mask value 2 is restricted, as a bridge is',
      { gateway: 'restricted' },
      at({ gateway: { ...gateway, operationMode: 6 } }),
      true,
    ],
    [
      'operation mode 4 is not restricted',
      { gateway: 'restricted' },
      at({ gateway: { ...gateway, operationMode: 4 } }),
      false,
    ],
    ['4.19.0 is at least 4.19.0', { minVersion: 'bulkInclusionVersion' }, at(), true],
    [
      '4.9.0 is older than 4.19.0, compared number by number',
      { minVersion: 'bulkInclusionVersion' },
      at({ gateway: { ...gateway, currentFWVersion: '4.9.0' } }),
      false,
    ],
    [
      'without a row there is no version of its own',
      { minVersion: 'bulkInclusionVersion', of: 'osm' },
      at(),
      false,
    ],
    ['a version that no limit names never holds', { minVersion: 'unheardOf' }, at(), false],
    ['not turns round', { not: { role: 'admin' } }, at(), true],
    ['all needs every part', { all: [{ role: 'users' }, { flag: 'MULTIMEDIA_SUPPORT' }] }, at(), false],
    ['any needs one part', { any: [{ role: 'admin' }, { flag: 'RPL_GTW' }] }, at(), true],
  ])('%s', (_name, condition, situation, expected) => {
    expect(holds(condition, situation)).toBe(expected)
  })

  test('without a condition everything holds', () => {
    expect(holds(undefined, at())).toBe(true)
  })

  test('a row must have all the values named; a missing one is null', () => {
    const row = { connectionStatus: 'online', model: 'HA101' }
    expect(holds({ row: { connectionStatus: 'online', userId: null } }, at(), { row })).toBe(true)
    expect(holds({ row: { connectionStatus: 'offline' } }, at(), { row })).toBe(false)
  })

  test('the row is the account of whoever is signed in; nobody is nobody', () => {
    expect(holds({ self: 'id' }, at(), { row: { id: 'u1' } })).toBe(true)
    expect(holds({ self: 'id' }, at(), { row: { id: 'u2' } })).toBe(false)
    expect(holds({ self: 'id' }, at())).toBe(false)
    expect(holds({ self: 'id' }, at({ session: {} }), { row: {} })).toBe(false)
  })
})
