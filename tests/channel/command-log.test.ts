import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import permissions from '#catalogue/permissions.json' with { type: 'json' }
import german from '../../locales/ch_DE/status.json' with { type: 'json' }
import english from '../../locales/ch_EN/status.json' with { type: 'json' }
import { Browser, deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open({})
})
afterAll(() => street?.close())

/** From where the visitors of these tests come. */
const HERE = { address: '203.0.113.9', client: 'Firefox, Linux' }
const rowsOf = (gateway: string) => street.world.store.audit.list({ gateway, limit: 50 })
const rule = {
  id: 'night',
  name: 'Night',
  rule_logic: 'OR',
  active: true,
  event_triggers: [
    {
      id: 't1',
      event_source: 'lamp',
      service_name: 'SwitchService',
      property_name: 'state',
      value: true,
      compare_type: 'EQ',
    },
  ],
  scenes: [
    { id: 's1', name: 'Tell', notifications: [{ notification_id: 'n1', type: 1, short_desc: 'Night' }] },
  ],
}

describe('C-05 who has changed what of a home', () => {
  test.each(['hosted here', 'of its own'])(
    'over the channel, %s, is written down once, with its result',
    async (where) => {
      const { world } = street
      const owner = await world.user()
      const hosted = where === 'hosted here'
      const serialNumber = await world.gateway(
        owner,
        hosted ? { type: 'vg' } : { connectionStatus: 'offline' },
      )
      if (hosted) await street.homes.layouts(serialNumber)
      const remote = hosted
        ? undefined
        : await remoteGateway(world, serialNumber, [deviceOf('SWI100', 'lamp')])
      if (hosted) street.driverOf(serialNumber).host.upsert(deviceOf('SWI100', 'lamp'))
      const browser = await Browser.at(world, owner, serialNumber)
      expect(await browser.ask('save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })
      // A switch that is pressed, a question, and an edit that cannot be.
      await browser.ask('set_service_property_value', {
        device_id: 'lamp',
        service_name: 'SwitchService',
        property_name: 'state',
        value: true,
      })
      await browser.ask('get_rule_runs', {})
      expect(await browser.ask('delete_rule', { rule_id: 'no-such-rule' })).not.toMatchObject({ code: 0 })
      await vi.waitFor(
        async () =>
          expect(
            (await rowsOf(serialNumber)).map(({ who, what, result, facts }) => [who, what, result, facts]),
          ).toEqual([
            [owner, 'delete_rule', 'failed', HERE],
            [owner, 'save_rule', 'ok', HERE],
          ]),
        WAIT,
      )
      await remote?.client.endAsync()
    },
  )

  test('every command that is written down has words in both languages', () => {
    const commands = Object.values(permissions.permissions).flatMap((one): string[] =>
      'audited' in one ? one.commands : [],
    )
    expect(commands.length).toBeGreaterThan(40)
    for (const { what } of [german, english])
      expect(commands.filter((command) => !(command in what))).toEqual([])
  })
})
