import type { Client } from 'aedes'
import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import type { Principal } from './principal.ts'
import { Roster } from './roster.ts'

const client = {} as Client
const of = (principal: Principal): Connection => ({ principal }) as Connection
const gateway = (): Connection => of({ kind: 'gateway', serialNumber: 'GW1' })
const user = (sessionKey: string): Connection => of({ kind: 'user', userId: 'anna', sessionKey })

test('an older connection of a gateway that leaves does not take the newer one along', () => {
  const roster = new Roster()
  const [older, newer] = [gateway(), gateway()]
  roster.add(older, client)
  roster.add(newer, client)
  expect([roster.isCurrent(older), roster.isCurrent(newer)]).toEqual([false, true])
  expect(roster.remove(older)).toBe(true)
  expect(roster.ofGateway('GW1')).toBe(newer)
  expect(roster.isCurrent(newer)).toBe(true)
  expect(roster.remove(newer)).toBe(true)
  expect(roster.ofGateway('GW1')).toBeUndefined()
  expect(roster.remove(newer)).toBe(false)
})

test('a person is there as long as one of his connections is', () => {
  const roster = new Roster()
  const [desk, phone] = [user('desk'), user('phone')]
  roster.add(desk, client)
  roster.add(phone, client)
  expect(roster.size).toBe(2)
  expect(roster.ofSession('desk')).toEqual([desk])
  roster.remove(desk)
  expect(roster.ofUser('anna')).toEqual([phone])
  expect(roster.users()).toEqual(['anna'])
  roster.remove(phone)
  expect(roster.users()).toEqual([])
  expect(roster.ofUser('anna')).toEqual([])
})
