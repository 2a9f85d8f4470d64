import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CallAddressBook } from '#server/homes/calls/call-addresses.ts'
import { Metrics } from '#server/metrics.ts'
import { acts, ruleOf, sets } from '../gateway/rules-kit.ts'
import { deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { requestOf, WAIT } from './peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

// decision 0214
test('a gateway elsewhere begins its scene when the address is called, and while it is away the caller is told so', async () => {
  const { world, homes } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const book = new CallAddressBook({
    ...{ store: world.store, rights: world.rights, homes },
    ...{ metrics: new Metrics(), now: Date.now },
  })
  const { secret } = await book.make(serialNumber, owner, { rule_id: 'ring', trigger_id: 'intercom' })
  await expect(book.call(secret, undefined)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'GATEWAY_OFFLINE',
  })
  const { client, core, driver } = await remoteGateway(world, serialNumber, [deviceOf('SWI100', 'lamp')])
  const rule = ruleOf('ring', {
    call_triggers: [{ id: 'intercom' }],
    scenes: [acts('on', { devices: [sets('lamp', ['SwitchService/state', true])] })],
  })
  const saved = await core.handle(requestOf('of-the-owner', 'save_rule', { rule, base: 0 }), {
    userId: owner,
  })
  expect([saved.code, saved.message]).toEqual([0, 'OK'])
  await vi.waitFor(() => book.call(secret, undefined), WAIT)
  await vi.waitFor(() => expect(driver.orders).toMatchObject([{ device: 'lamp', value: true }]), WAIT)
  await client.endAsync()
})
