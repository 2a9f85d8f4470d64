import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser, deviceOf, remoteGateway, Street } from '../homes-kit.ts'
import { WAIT } from '../peer.ts'

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

const DEVICES = ['lamp', 'lamp2', 'secret']
const devices = () => DEVICES.map((id) => deviceOf('SWI100', id))

/** The same home, once inside the server and once behind a gateway that is a process of its own. */
const places = {
  async inside() {
    const { serialNumber, owner } = await street.home(devices())
    return { serialNumber, owner, end: async () => undefined }
  },
  async elsewhere() {
    const owner = await street.world.user()
    const serialNumber = await street.world.gateway(owner, { connectionStatus: 'offline' })
    const { client } = await remoteGateway(street.world, serialNumber, devices())
    return { serialNumber, owner, end: () => client.endAsync() }
  },
}

const sceneOf = (id: string, device: string) => ({
  ...{ id, name: `Scene ${id}`, rule_logic: 'OR' as const, active: true },
  time_triggers: [{ id: `${id}-t`, hour: 7, minute: 0, second: 0, repeating: Array(7).fill(true) }],
  scenes: [
    {
      ...{ id: `${id}-a`, name: id },
      devices: [
        {
          id: device,
          settings: [{ service_name: 'SwitchService', property_name: 'state', value: true }],
        },
      ],
    },
  ],
})

describe.each(Object.entries(places))(
  'scenes of a home %s, before somebody who is limited',
  (_place, openAt) => {
    /** He finds the two lamps, with the owner's scene about one of them and one about what is not his. */
    async function limited() {
      const { serialNumber, owner, end } = await openAt()
      const { world, homes } = street
      const guest = await world.user()
      const link = `link-${serialNumber}`
      await world.store.memberships.link({
        ...{ _id: link, masterAccountId: owner, secondaryAccountId: guest },
        ...{ isSupport: false, verified: true, at: 1 },
      })
      await world.store.linkLimits.set(link, serialNumber, {
        ...{ everything: false, rooms: [], devices: ['lamp', 'lamp2'], hours: [] },
      })
      await vi.waitFor(async () => expect((await homes.snapshot(serialNumber))?.total).toBe(3), WAIT)
      const his = await Browser.at(world, owner, serialNumber)
      const save = async (id: string, device: string, base = 0) =>
        expect(await his.ask('save_rule', { rule: sceneOf(id, device), base })).toMatchObject({ code: 0 })
      await save('cook', 'lamp')
      await save('hide', 'secret')
      /** A page that he opens once the server knows what he finds. */
      const finds = async (...ids: string[]) => {
        await vi.waitFor(async () => {
          const reach = await world.reaches.of(guest, serialNumber)
          expect(typeof reach === 'string' ? reach : [...reach.rules].toSorted()).toEqual(ids)
        }, WAIT)
        return await Browser.at(world, guest, serialNumber)
      }
      return { serialNumber, owner, guest, his, save, finds, end }
    }

    const told = (browser: Browser, name: string) => browser.events().filter(({ event }) => event === name)

    test('13.10 he is told at once of runs and changes of those that he finds, and of no other', async () => {
      const { his, guest, serialNumber, owner, finds, end } = await limited()
      const browser = await finds('cook')
      for (const rule_id of ['hide', 'cook']) expect((await his.ask('play_rule', { rule_id })).code).toBe(0)
      await vi.waitFor(() => expect(told(browser, 'rule_run_changed').length).toBeGreaterThan(0), WAIT)
      for (const rule_id of ['hide', 'cook'])
        expect((await his.ask('update_rule_info', { rule_id, name: `Again ${rule_id}` })).code).toBe(0)
      await vi.waitFor(() => expect(told(browser, 'scenario_changed')).toHaveLength(1), WAIT)
      await browser.peer.settled()
      expect(told(browser, 'scenario_changed')[0]?.data).toMatchObject({ rule_id: 'cook' })
      const all = JSON.stringify(browser.events())
      expect(all).not.toContain('hide')
      expect(all).not.toContain('secret')
      expect(JSON.stringify(told(browser, 'rule_run_changed'))).not.toContain(owner)
      // What is told stands in the list that he asks for.
      const list = JSON.stringify(await browser.ask('get_rules_list'))
      expect([list.includes('Again cook'), list.includes('hide')]).toEqual([true, false])
      expect(await street.world.reaches.of(guest, serialNumber)).toMatchObject({ rules: new Set(['cook']) })
      await end()
    })

    test('13.10 one that comes into what he finds, or leaves it, makes him begin again', async () => {
      const { save, finds, end } = await limited()
      const first = await finds('cook')
      await save('two', 'lamp2')
      await first.peer.gone()
      const second = await finds('cook', 'two')
      await save('two', 'secret', 1)
      await second.peer.gone()
      const third = await finds('cook')
      expect(JSON.stringify(await third.ask('get_rules', {}))).not.toContain('"two"')
      await end()
    })

    test('13.10 at each door the others answer like those that do not exist', async () => {
      const { his, finds, end } = await limited()
      const browser = await finds('cook')
      expect((await his.ask('play_rule', { rule_id: 'hide' })).code).toBe(0)
      for (const [command, params] of [
        ['play_rule', {}],
        ['stop_rule_run', { run_id: 'r' }],
        ['get_rule_runs', {}],
      ] as const) {
        const refused = await browser.ask(command, { ...params, rule_id: 'hide' })
        const unknown = await browser.ask(command, { ...params, rule_id: 'nobody' })
        expect([refused.code, refused.message]).toEqual([unknown.code, unknown.message])
        expect(refused.code).toBeGreaterThanOrEqual(400)
      }
      for (const command of ['save_rule', 'update_rule_info', 'delete_rule'])
        expect((await browser.ask(command, { rule_id: 'cook', rule: sceneOf('cook', 'lamp') })).code).toBe(
          403,
        )
      expect(JSON.stringify(await browser.ask('get_rule_runs'))).not.toContain('hide')
      await end()
    })
  },
)
