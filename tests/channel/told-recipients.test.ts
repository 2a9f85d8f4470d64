import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Events } from '#schemas/generated/channel.ts'
import type { Recipient, Rule, RuleNotification } from '#schemas/generated/entities/rule.ts'
import { MOST } from '#server/homes/telling/rule-news.ts'
import { deviceOf, remoteGateway, Street } from './homes-kit.ts'
import { WAIT } from './peer.ts'
import { openTelling } from './telling-kit.ts'

type News = Events['rule_notification']

let street: Street
let telling: ReturnType<typeof openTelling>
beforeAll(async () => {
  street = await Street.open({
    notified: (serialNumber, said, event) => telling.news.take(serialNumber, said, event),
  })
  telling = openTelling(street)
})
afterAll(async () => {
  await telling?.background.done()
  await street?.close()
})
afterEach(() => {
  telling.pushed.length = telling.reported.length = telling.warned.length = 0
})

const ruleOf = (id: string, device: string, notification: RuleNotification): Rule => ({
  ...{ id, name: `Scene ${id}`, rule_logic: 'OR', active: true },
  event_triggers: [
    {
      ...{ id: `${id}-t`, event_source: device, service_name: 'SwitchService', property_name: 'state' },
      ...{ compare_type: 'EQ', value: true },
    },
  ],
  scenes: [{ id: `${id}-a`, name: id, notifications: [notification] }],
})
const person = (user_id: string): Recipient => ({ kind: 'person', user_id, name: 'Somebody' })
const owner: Recipient = { kind: 'owner' }
const push = (recipients: readonly Recipient[], more: Partial<RuleNotification> = {}): RuleNotification => ({
  ...{ type: 1, short_desc: 'Wet', desc: 'In the cellar', recipients: [...recipients] },
  ...more,
})
const about = (notification: RuleNotification, rule_id = randomBytes(4).toString('hex')): News => ({
  ...{ rule_id, rule_name: 'Water', run_id: 'r1', message_id: 'm1', notification },
})
const told = () => telling.pushed.map(([userId]) => userId).toSorted()
const became = () => telling.reported.at(-1)?.[1].told

/** A home with two devices, whose owner has linked others: one wholly, one to the lamp alone. */
async function household() {
  const { world } = street
  const { serialNumber, owner: own } = await street.home(['lamp', 'safe'].map((id) => deviceOf('SWI100', id)))
  const { wife, guest } = await linked(serialNumber, own)
  return { world, serialNumber, own, wife, guest, stranger: await world.user() }
}
async function linked(serialNumber: string, own: string) {
  const { world } = street
  const { memberships, linkLimits } = world.store
  const [wife, guest] = [await world.user(), await world.user()]
  for (const one of [wife, guest])
    await memberships.link({
      ...{ _id: `l-${serialNumber}-${one}`, masterAccountId: own, secondaryAccountId: one },
      ...{ isSupport: false, verified: true, at: 1 },
    })
  await linkLimits.set(`l-${serialNumber}-${guest}`, serialNumber, {
    ...{ everything: false, rooms: [], devices: ['lamp'], hours: [] },
  })
  return { wife, guest }
}
const save = (serialNumber: string, own: string, rule: Rule) =>
  street.homes.order(serialNumber, own, 'save_rule', { rule, base: 0 })

// decision 0247
describe('recipients of a message of a scene', () => {
  test('it goes to those who were chosen, and to nobody else', async () => {
    const { serialNumber, wife } = await household()
    await telling.news.deliver(serialNumber, about(push([person(wife)])))
    expect(told()).toEqual([wife])
    expect(became()).toEqual([{ kind: 'person', user_id: wife, name: 'Somebody' }])
  })

  test('the owner is whoever owns the home then; everybody is whoever uses all of it', async () => {
    const { serialNumber, own, wife } = await household()
    await telling.news.deliver(serialNumber, about(push([owner])))
    expect(told()).toEqual([own])
    await telling.news.deliver(serialNumber, about(push([{ kind: 'everybody' }, owner])))
    expect(told()).toEqual([own, own, wife].toSorted())
    expect(became()).toEqual([{ kind: 'everybody' }, { kind: 'owner' }])
  })

  test('who lost access, whose account is gone and who never had any are not told, and look alike', async () => {
    const { world, serialNumber, own, wife, stranger } = await household()
    await world.store.memberships.unlink(`l-${serialNumber}-${wife}`)
    const nobody = [wife, stranger, 'u-deleted', "' or 1=1"].slice(0, 3)
    await telling.news.deliver(serialNumber, about(push([...nobody.map(person), owner])))
    expect(told()).toEqual([own])
    expect(became()?.map(({ why }) => why)).toEqual(['no_access', 'no_access', 'no_access', undefined])
    const hers = (await world.store.accounts.find(wife))?.username ?? ''
    await telling.news.deliver(serialNumber, about(push([person(wife), person(stranger)], { type: 0 })))
    expect([await telling.lettersTo(hers), became()?.map(({ why }) => why)]).toEqual([
      ...[[], ['no_access', 'no_access']],
    ])
  })

  test('somebody who was shut out is not told', async () => {
    const { world, serialNumber, wife } = await household()
    await world.store.accounts.disable(wife, 1)
    await telling.news.deliver(serialNumber, about(push([person(wife)])))
    expect(told()).toEqual([])
    expect(became()).toMatchObject([{ why: 'no_access' }])
  })

  test('13.10 who finds a part of the home is told what is about that part, and nothing of the rest', async () => {
    const { serialNumber, own, guest } = await household()
    const mine = push([person(guest)])
    const value = (device_id: string) => ({
      ...({
        kind: 'device',
        id: 'v',
        device_id,
        service_name: 'SwitchService',
        property_name: 'state',
      } as const),
    })
    const stories: [string, string, RuleNotification, boolean][] = [
      ['his', 'lamp', mine, true],
      ['other', 'safe', mine, false],
      ['says', 'lamp', { ...mine, desc: '{{v}}', values: [value('safe')] }, false],
      ['status', 'lamp', { ...mine, desc: '{{v}}', values: [STATUS] }, false],
      ['fits', 'lamp', { ...mine, desc: '{{v}}', values: [value('lamp')] }, true],
    ]
    await street.homes.order(serialNumber, own, 'create_scenario_status', { name: 'Away', icon: 1 })
    for (const [id, device, notification, reaches] of stories) {
      telling.pushed.length = 0
      expect(await save(serialNumber, own, ruleOf(id, device, notification)), id).toMatchObject({ code: 0 })
      await telling.news.deliver(serialNumber, about(notification, id))
      expect([id, told()]).toEqual([id, reaches ? [guest] : []])
      expect(became()?.[0]?.why).toBe(reaches ? undefined : 'limited')
    }
    // What a gateway sends counts as well, whatever its rule says.
    telling.pushed.length = 0
    await telling.news.deliver(
      serialNumber,
      about({ ...mine, desc: '{{v}}', values: [value('safe')] }, 'his'),
    )
    await telling.news.deliver(serialNumber, about(mine, 'unheard-of'))
    expect(told()).toEqual([])
    // He is none of everybody.
    await telling.news.deliver(serialNumber, about(push([{ kind: 'everybody' }])))
    expect(told()).not.toContain(guest)
  })

  test('an e-mail goes to each at the address of his own account, which nobody else reads; a no counts', async () => {
    const { world, serialNumber, own, wife } = await household()
    const [his, hers] = await Promise.all(
      [own, wife].map(async (id) => (await world.store.accounts.find(id))?.username ?? ''),
    )
    const mail = push([owner, person(wife)], { type: 0 })
    await telling.news.deliver(serialNumber, about(mail))
    const [letter, ...more] = await telling.lettersTo(hers ?? '')
    expect(more).toEqual([])
    expect(letter?.text).toMatch(/In the cellar/)
    expect(letter?.text).toMatch(/chosen you|Sie in der Szene/)
    expect(`${letter?.text}${letter?.html}`).not.toContain(his)
    expect(JSON.stringify(telling.reported)).not.toContain('@')
    const secret = await telling.consents.secretOf({ serialNumber, owner: own, address: hers ?? '' })
    expect(await telling.consents.refuse(secret ?? '')).toBe(true)
    await telling.news.deliver(serialNumber, about(mail))
    expect(became()).toMatchObject([{ kind: 'owner' }, { why: 'refused' }])
    expect(await telling.lettersTo(hers ?? '')).toHaveLength(1)
    expect(await telling.lettersTo(his ?? '')).toHaveLength(2)
  })

  test('a scene that does not stop fills nobody’s mailbox, and counts for each by himself', async () => {
    const { world, serialNumber, own, wife } = await household()
    const hers = (await world.store.accounts.find(wife))?.username ?? ''
    for (let at = 0; at < MOST.mail.rule + 3; at++)
      await telling.news.deliver(serialNumber, about(push([person(wife)], { type: 0 }), 'mad'))
    expect(await telling.lettersTo(hers)).toHaveLength(MOST.mail.rule)
    expect(became()).toMatchObject([{ why: 'too_many' }])
    await telling.news.deliver(serialNumber, about(push([owner], { type: 0 }), 'mad'))
    expect(became()).toEqual([{ kind: 'owner' }])
    for (let at = 0; at < MOST.push.rule + 3; at++)
      await telling.news.deliver(serialNumber, about(push([owner]), 'loud'))
    expect(told()).toHaveLength(MOST.push.rule)
    expect(telling.pushed.every(([userId]) => userId === own)).toBe(true)
    expect(became()).toMatchObject([{ why: 'too_many' }])
  })

  test.each(['inside', 'elsewhere'])('a gateway %s hears who was told, and its run ends', async (where) => {
    const { world, homes } = street
    const devices = ['lamp', 'safe'].map((id) => deviceOf('SWI100', id))
    const own = where === 'inside' ? '' : await world.user()
    const remote = own && (await world.gateway(own, { connectionStatus: 'offline' }))
    const peer = remote ? await remoteGateway(world, remote, devices) : undefined
    const inside = remote ? undefined : await street.home(devices)
    const [serialNumber, master] = [remote || (inside?.serialNumber ?? ''), own || (inside?.owner ?? '')]
    await vi.waitFor(async () => expect((await homes.snapshot(serialNumber))?.total).toBe(2), WAIT)
    const { wife, guest } = await linked(serialNumber, master)
    const rule = ruleOf('wet', 'safe', push([person(wife), person(guest), person('u-gone')]))
    expect(await save(serialNumber, master, rule)).toMatchObject({ code: 0 })
    expect(await homes.order(serialNumber, master, 'play_rule', { rule_id: 'wet' })).toMatchObject({
      code: 0,
    })
    await vi.waitFor(() => expect(telling.reported).toHaveLength(1), WAIT)
    const said = telling.reported[0]?.[1]
    if (!said) throw new Error('nothing was reported')
    expect(await homes.order(serialNumber, 'server', 'note_rule_told', said)).toMatchObject({ code: 0 })
    await vi.waitFor(async () => {
      const { data } = await homes.order(serialNumber, master, 'get_rule_runs', { rule_id: 'wet' })
      expect(data).toMatchObject({
        runs: [
          {
            outcome: 'done',
            steps: [{ told: [{ user_id: wife }, { why: 'limited' }, { why: 'no_access' }] }],
          },
        ],
      })
    }, WAIT)
    await peer?.client.endAsync()
  })
})

const STATUS = { kind: 'status', id: 'v', resource_id: 'away', name: 'Away' } as const
