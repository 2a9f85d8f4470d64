import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { HomeReach } from '#schemas/generated/entities/home-reach.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import type { LinkLimits } from '#schemas/generated/entities/link-limits.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import type { Json } from '#server/http/openapi.ts'
import { WAIT } from '../../channel/peer.ts'
import { type Caller, callerOf, Listener, quickSite, settled } from '../gateway-kit.ts'
import { type Site, stranger } from '../kit.ts'
import { bodyOf, inPath, operations, own, pathOf, sampleOf } from '../operations.ts'

const LINK = 'demo-link-guest'
const INSIDE = 'kitchen-ceiling'
/** Of another room, with a name that stands nowhere else. */
const OUTSIDE = 'living-dining'
const NAME = 'Geheimlampe'
const ROOM = 'living'

let site: Site
let home: Caller
let guest: Caller
let owner: Listener
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
  owner = await Listener.of(site, 'demo-home', SN)
  await owner.ask(SN, 'set_device_name', { device_id: OUTSIDE, name: NAME })
})
afterAll(() => site.close())

const limits = (more: Partial<LinkLimits> = {}): LinkLimits => ({
  ...{ everything: false, rooms: ['kitchen'], devices: [], hours: [] },
  ...more,
})
const path = `/crm/linked/limits/${LINK}`
const limit = async (more?: Partial<LinkLimits>) =>
  expect((await home('PUT', `${path}/${SN}`, limits(more))).status).toBe(204)
const seen = async (caller = guest) =>
  (await caller('GET', `/home/${SN}/snapshot?first=200`)).json<HomeSnapshot>()
const idsOf = ({ devices }: HomeSnapshot) => devices.map(({ device }) => device.id).toSorted()
const reach = async () => (await guest('GET', `/home/${SN}/reach`)).json<HomeReach>()

/** Neither id nor name of the device, nor the room that it stands in. */
const tellsOf = (text: string): string[] =>
  [OUTSIDE, NAME, `"${ROOM}"`].filter((secret) => text.includes(secret))

beforeEach(async () => {
  // Some calls end sessions.
  guest = await callerOf(site, 'demo-guest')
  await limit()
})
afterEach(async () => {
  expect((await home('DELETE', `${path}/${SN}`)).status).toBe(204)
})

describe('what is shared with limits', () => {
  test('is the rooms and devices that the owner has chosen, and nothing tells of others', async () => {
    await limit({ devices: ['living-hue'] })
    const snapshot = await seen()
    expect(idsOf(snapshot)).toEqual([
      'kitchen-ceiling',
      'kitchen-gas',
      'kitchen-smoke',
      'kitchen-socket',
      'kitchen-water',
      'living-hue',
    ])
    // Neither how much happens elsewhere nor which bridges are away.
    expect(snapshot).toMatchObject({ total: 6, seq: 0, bridges: [] })
    expect(snapshot.floors.flatMap((floor) => floor.rooms.map(({ room_id: id }) => id))).toEqual([
      'kitchen',
      'living',
    ])
    expect(tellsOf(JSON.stringify(snapshot).replaceAll('"living"', ''))).toEqual([])
    expect(await reach()).toMatchObject({
      limited: true,
      devices: 6,
      rooms: ['Küche', 'Wohnzimmer'],
      open: true,
    })
  })

  test('without limits it is everything, as before', async () => {
    await home('DELETE', `${path}/${SN}`)
    expect(idsOf(await seen())).toEqual(idsOf(await seen(home)))
    expect(await reach()).toEqual({ limited: false })
  })

  test('with nothing chosen it is nothing', async () => {
    await limit({ rooms: [] })
    expect(await seen()).toMatchObject({ devices: [], total: 0, floors: [] })
  })

  test('is shown to the owner as the other one finds it', async () => {
    await limit({ devices: ['living-hue'] })
    const answer = (await home('GET', `${path}/${SN}/seen`)).json<HomeSnapshot>()
    const his = await seen()
    expect({ ...answer, at: '' }).toEqual({ ...his, at: '' })
  })

  test('is listed for its owner, and for nobody else', async () => {
    expect((await home('GET', path)).json()).toMatchObject({
      data: [{ serialNumber: SN, limits: { rooms: ['kitchen'] } }],
    })
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', `/${SN}`, limits()],
      ['DELETE', `/${SN}`, undefined],
      ['GET', `/${SN}/seen`, undefined],
    ] as const)
      expect((await guest(method, `${path}${rest}`, body)).status).toBeGreaterThanOrEqual(403)
    expect((await reach()).limited).toBe(true)
  })

  test('is told in the list of links of both, by names of rooms, with its hours', async () => {
    const hours: LinkLimits['hours'] = [{ days: [1, 4], from: '08:00', until: '12:00' }]
    await limit({
      rooms: ['kitchen', 'no-such-room'],
      devices: ['living-hue'],
      hours,
    })
    const given = { rooms: ['Küche'], single: { devices: 1 }, hours }
    const listed = async (caller: typeof home, list: string) =>
      (await caller('GET', list)).json<{ data: { _id: string; given?: unknown }[] }>().data
    const mine = await listed(home, '/crm/linked/getMySecondary/demo-home?limit=100')
    expect(mine.find(({ _id }) => _id === LINK)).toMatchObject({ limited: true, given })
    const his = await listed(guest, '/crm/linked/getWhereIAmSecondary/demo-guest?limit=100')
    expect(his.find(({ _id }) => _id === LINK)).toMatchObject({ given })
    // Whoever is given everything, at certain hours only, is told no rooms.
    await limit({ everything: true, rooms: [], hours })
    expect((await listed(home, '/crm/linked/getMySecondary/demo-home'))[0]?.given).toEqual({
      rooms: [],
      hours,
    })
    await home('DELETE', `${path}/${SN}`)
    expect((await listed(home, '/crm/linked/getMySecondary/demo-home'))[0]).not.toHaveProperty('given')
  })

  test('a tile order from before tells nothing', async () => {
    await site.store.tileOrders.keep('demo-guest', SN, [OUTSIDE, INSIDE])
    expect((await seen()).order).toEqual([INSIDE])
  })

  test('a room that is gone gives nothing, and whatever is chosen besides stays', async () => {
    await limit({ rooms: ['no-such-room'], devices: [INSIDE] })
    expect(idsOf(await seen())).toEqual([INSIDE])
    await limit({ rooms: ['no-such-room'] })
    expect((await seen()).total).toBe(0)
  })
})

describe('Z-02 no call tells whoever is limited of what is outside', () => {
  const asked = operations.filter(({ policy }) => policy !== 'public')

  test.each(asked.map(({ id }) => id))('Z-02 %s', async (id) => {
    const operation = asked.find((one) => one.id === id)
    if (!operation) throw new Error(id)
    await settled(site)
    await site.store.limits.purge(Number.MAX_SAFE_INTEGER)
    const sessionId = await site.sessionOf('demo-guest')
    const ids = { ...own, deviceId: OUTSIDE, id: 'demo-guest', userId: 'demo-guest', linkId: LINK, sessionId }
    const answer = await site.call(operation.method, pathOf(operation, ids), {
      headers: { sessionId, 'x-forwarded-for': stranger() },
      body: bodyOf(operation, { ...own, userId: 'demo-guest', id: 'demo-guest', device_id: OUTSIDE }),
    })
    expect(tellsOf(answer.text)).toEqual([])
    // What the document does not open is closed, and says so.
    if (['gateway', 'owner', 'ownerOrAdmin'].includes(operation.policy) && operation.limited === undefined)
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('OUTSIDE_LIMITS')])
    if (operation.limited === 'device')
      expect([inPath(operation).includes('deviceId'), answer.status]).toEqual([true, 404])
  })
})

describe('Z-02 no command and no event tells whoever is limited of what is outside', () => {
  const commands = Object.entries(asyncapi.components.messages).flatMap(([name, message]) =>
    message['x-kind'] === 'command' && 'x-policy' in message
      ? [{ name, message, params: sampleOf(message.payload as Json, { device_id: OUTSIDE }) as object }]
      : [],
  )
  const SITTING = 30

  test('Z-02 every command is refused about it, or answers without it; none changes anything', async () => {
    const level = {
      ...{ device_id: OUTSIDE, service_name: 'DimmerService', property_name: 'level' },
    }
    const now = async () => [
      (await owner.ask(SN, 'get_device_property', level)) as { data?: unknown },
      (await seen(home)).devices.find(({ device }) => device.id === OUTSIDE)?.device.device_name,
    ]
    const before = JSON.stringify((await now()).map((one) => (typeof one === 'object' ? one.data : one)))
    let listener: Listener | undefined
    for (const [at, { name, message, params }] of commands.entries()) {
      // Who is refused so often in a minute is taken for one who scans.
      if (at % SITTING === 0) listener = await Listener.of(site, 'demo-guest', SN)
      const answer = await listener?.ask(SN, name, params)
      expect([name, tellsOf(JSON.stringify(answer))]).toEqual([name, []])
      if (!('x-limited' in message) || message['x-limited'] === 'device')
        expect([name, answer?.code]).toEqual([name, message['x-policy'] === 'server' ? 404 : 403])
    }
    expect(JSON.stringify((await now()).map((one) => (typeof one === 'object' ? one.data : one)))).toBe(
      before,
    )
  })

  test('M-02 events about it are not delivered, and numbers do not tell that there were any', async () => {
    const listener = await Listener.of(site, 'demo-guest', SN)
    const set = (device: string, service: string, property: string, value: unknown) =>
      owner.ask(SN, 'set_service_property_value', {
        ...{ device_id: device, service_name: service, property_name: property, property_value: value },
      })
    await set(INSIDE, 'LightService', 'brightness', 11)
    for (const level of [21, 22, 23]) await set(OUTSIDE, 'DimmerService', 'level', level)
    await owner.ask(SN, 'set_device_name', { device_id: OUTSIDE, name: `${NAME} 2` })
    await owner.ask(SN, 'set_device_name', { device_id: OUTSIDE, name: NAME })
    await set(INSIDE, 'LightService', 'brightness', 12)
    const values = () =>
      listener
        .ofHome(SN)
        .filter(({ event }) => event.endsWith('_property_changed'))
        .map(({ data }) => (data as { property_value?: unknown }).property_value)
    await vi.waitFor(() => expect(values()).toContain(12), WAIT)
    const events = listener.ofHome(SN)
    expect(tellsOf(JSON.stringify(events))).toEqual([])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
    // The owner heard of everything, so there was something to hear.
    expect(tellsOf(JSON.stringify(owner.ofHome(SN)))).toContain(OUTSIDE)
    expect(events.some(({ data }) => 'caused_by' in (data as object))).toBe(false)
    const list = (await listener.ask(SN, 'get_object_list_by_type_detailed', {
      type: 'device',
    })) as unknown as {
      data: { objects: { id: string }[]; seq: number }
    }
    expect(list.data.objects.map(({ id }) => id)).not.toContain(OUTSIDE)
    expect(list.data.seq).toBe(events.length)
  })

  test('within limits everything works, the devices and their rooms', async () => {
    const listener = await Listener.of(site, 'demo-guest', SN)
    const order = { service_name: 'LightService', property_name: 'brightness', property_value: 77 }
    expect((await listener.ask(SN, 'set_service_property_value', { device_id: INSIDE, ...order })).code).toBe(
      0,
    )
    expect(await listener.ask(SN, 'get_layout')).toMatchObject({
      data: { floors: [{ rooms: [{ room_id: 'kitchen' }] }] },
    })
    expect(await listener.ask(SN, 'get_device_detailed', { device_id: INSIDE })).toMatchObject({
      data: { id: INSIDE },
    })
  })

  test('a change of limits takes effect on connections that are open: they come back', async () => {
    await home('DELETE', `${path}/${SN}`)
    const listener = await Listener.of(site, 'demo-guest', SN)
    expect((await listener.ask(SN, 'get_device_detailed', { device_id: OUTSIDE })).code).toBe(0)
    await limit()
    await vi.waitFor(() => expect(listener.peer.closed).toBe(true), WAIT)
    const again = await Listener.of(site, 'demo-guest', SN)
    expect((await again.ask(SN, 'get_device_detailed', { device_id: OUTSIDE })).code).toBe(403)
    // Also what moves in or out of a room: whoever finds something else asks for everything anew.
    const move = async (room: string) =>
      (
        await owner.ask(SN, 'add_device_to_room', {
          ...{ floor_id: 'ground', room_id: room, device_ids: ['living-hue'] },
        })
      ).code
    expect(idsOf(await seen())).not.toContain('living-hue')
    expect(await move('kitchen')).toBe(0)
    await vi.waitFor(() => expect(again.peer.closed).toBe(true), WAIT)
    expect(idsOf(await seen())).toContain('living-hue')
    expect(await move('living')).toBe(0)
    expect(idsOf(await seen())).not.toContain('living-hue')
  })
})

describe('hours', () => {
  const day = (at: number) => (new Date(at).getUTCDay() + 6) % 7

  test('outside them one looks, and every order is refused with its reason; the page is told until when', async () => {
    const tomorrow = day(Date.now() + 2 * 86_400_000)
    await limit({ hours: [{ days: [tomorrow], from: '08:00', until: '18:00' }] })
    const listener = await Listener.of(site, 'demo-guest', SN)
    const order = {
      ...{ device_id: INSIDE, service_name: 'LightService', property_name: 'brightness', property_value: 99 },
    }
    expect(await listener.ask(SN, 'set_service_property_value', order)).toMatchObject({
      code: 403,
      message: 'Outside the hours at which this home is shared with you',
    })
    expect((await listener.ask(SN, 'get_device_detailed', { device_id: INSIDE })).code).toBe(0)
    expect((await seen()).total).toBe(5)
    const now = await reach()
    expect(now).toMatchObject({ open: false, zone: 'Europe/Zurich' })
    const until = new Date(now.until ?? '')
    expect(until.toLocaleTimeString('de-CH', { timeZone: 'Europe/Zurich' })).toBe('08:00:00')
    await limit({ hours: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', until: '00:00' }] })
    const again = await Listener.of(site, 'demo-guest', SN)
    expect((await again.ask(SN, 'set_service_property_value', order)).code).toBe(0)
    expect(await reach()).toMatchObject({ open: true })
  })
})

describe('scenes', () => {
  test('that touch nothing outside are seen and run; others are neither named nor run, and none is edited', async () => {
    const create = async (id: string, name: string, device: string, service: string) => {
      const settings = [{ service_name: service, property_name: 'state', value: true }]
      const rule = {
        ...{ id, name, rule_logic: 'OR', active: true },
        time_triggers: [{ id: `${id}-t`, hour: 7, minute: 0, second: 0, repeating: Array(7).fill(true) }],
        scenes: [{ id: `${id}-a`, name, devices: [{ id: device, settings }] }],
      }
      expect(await owner.ask(SN, 'save_rule', { rule, base: 0 })).toMatchObject({ code: 0 })
      return id
    }
    const [inside, outside] = [
      await create('cook', 'Kochlicht', INSIDE, 'LightService'),
      await create('hide', 'Heimlich', OUTSIDE, 'DimmerService'),
    ]
    const listener = await Listener.of(site, 'demo-guest', SN)
    for (const command of ['get_rules_list', 'get_rules']) {
      const text = JSON.stringify(await listener.ask(SN, command))
      expect([text.includes('Kochlicht'), text.includes('Heimlich'), tellsOf(text)]).toEqual([
        true,
        false,
        [],
      ])
    }
    expect((await listener.ask(SN, 'play_rule', { rule_id: inside })).code).toBe(0)
    expect((await listener.ask(SN, 'play_rule', { rule_id: outside })).code).toBe(403)
    expect((await listener.ask(SN, 'delete_rule', { rule_id: inside })).code).toBe(403)
    expect(JSON.stringify(listener.ofHome(SN))).not.toContain('Heimlich')
  })

  test('tell of their runs and changes at once, who finds them stops them; of others nothing is heard', async () => {
    const listener = await Listener.of(site, 'demo-guest', SN)
    const told = (name: string) => listener.ofHome(SN).filter(({ event }) => event === name)
    for (const rule_id of ['hide', 'cook']) await owner.ask(SN, 'play_rule', { rule_id })
    await vi.waitFor(() => expect(told('rule_run_changed').length).toBeGreaterThan(0))
    const runs = (params: object) => listener.ask(SN, 'get_rule_runs', params)
    const kept = (await runs({ rule_id: 'cook' })) as { data?: { runs: { run_id: string }[] } }
    expect(kept.data?.runs.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain('demo-home')
    expect((await runs({ rule_id: 'hide' })).code).toBe(403)
    expect(JSON.stringify(await runs({}))).not.toContain('hide')
    const run_id = kept.data?.runs[0]?.run_id
    expect((await listener.ask(SN, 'stop_rule_run', { rule_id: 'hide', run_id })).code).toBe(403)
    expect((await listener.ask(SN, 'stop_rule_run', { rule_id: 'cook', run_id })).code).not.toBe(403)

    for (const rule_id of ['hide', 'cook'])
      await owner.ask(SN, 'update_rule_info', { rule_id, name: `${rule_id} again` })
    await vi.waitFor(() => expect(told('scenario_changed')).toHaveLength(1))
    expect(JSON.stringify(listener.ofHome(SN))).not.toContain('hide')
    expect(JSON.stringify(told('rule_run_changed'))).not.toContain('demo-home')
  })
})
