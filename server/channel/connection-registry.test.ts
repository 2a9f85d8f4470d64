import type { Client } from 'aedes'
import { expect, test } from 'vitest'
import { ConnectionRegistry } from './connection-registry.ts'
import type { Principal } from './principal.ts'
import type { Connection } from './wire/connection.ts'

const client = {} as Client
const of = (principal: Principal): Connection => ({ principal }) as Connection
const gateway = (): Connection => of({ kind: 'gateway', serialNumber: 'GW1' })
const user = (sessionKey: string): Connection => of({ kind: 'user', userId: 'anna', sessionKey })

test('an older connection of a gateway that leaves does not take the newer one along', () => {
  const registry = new ConnectionRegistry()
  const [older, newer] = [gateway(), gateway()]
  registry.add(older, client)
  registry.add(newer, client)
  expect([registry.isCurrent(older), registry.isCurrent(newer)]).toEqual([false, true])
  expect(registry.remove(older)).toBe(true)
  expect(registry.ofGateway('GW1')).toBe(newer)
  expect(registry.isCurrent(newer)).toBe(true)
  expect(registry.remove(newer)).toBe(true)
  expect(registry.ofGateway('GW1')).toBeUndefined()
  expect(registry.remove(newer)).toBe(false)
})

test('a person is there as long as one of his connections is', () => {
  const registry = new ConnectionRegistry()
  const [desk, phone] = [user('desk'), user('phone')]
  registry.add(desk, client)
  registry.add(phone, client)
  expect(registry.size).toBe(2)
  expect(registry.ofSession('desk')).toEqual([desk])
  registry.remove(desk)
  expect(registry.ofUser('anna')).toEqual([phone])
  expect(registry.users()).toEqual(['anna'])
  registry.remove(phone)
  expect(registry.users()).toEqual([])
  expect(registry.ofUser('anna')).toEqual([])
})
