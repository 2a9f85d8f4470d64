import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import { LiveRights } from '#server/channel/live-rights.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { World } from '../kit.ts'
import { type Peer, requestOf, WAIT } from '../peer.ts'

let world: World
let owner: string
let serialNumber: string
beforeAll(async () => {
  world = await World.open({ tcp: { port: 0 }, limits: { socketsPerUser: 200 } })
  owner = await world.user()
  serialNumber = await world.gateway(owner)
})
afterAll(() => world.close())

const eventOf = (seq = 1) => ({ event: 'layout_changed', seq, at: new Date().toISOString(), data: {} })

/** Everything that was under way has arrived: what comes after it came later. */
async function quiet(peer: Peer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await peer.settled()
}

describe('M-02 rights are asked at subscribe, publish and delivery', () => {
  test('M-02 the owner gets the events of the home', async () => {
    const peer = await world.enter(await world.visitor(owner))
    expect(await peer.subscribe(topics.events(serialNumber))).toEqual([0])
    world.broker.publishHomeEvent(serialNumber, eventOf())
    await vi.waitFor(() => expect(peer.on(topics.events(serialNumber))).toHaveLength(1), WAIT)
  })

  test('M-02 a linked account gets them once it is verified, and not before', async () => {
    const guest = await world.user()
    const link = { _id: `link-${guest}`, masterAccountId: owner, secondaryAccountId: guest, isSupport: false }
    await world.store.memberships.link({ ...link, verified: false, at: Date.now() })
    const peer = await world.enter(await world.visitor(guest))
    expect(await peer.subscribe(topics.events(serialNumber))).toEqual([128])
    await world.store.memberships.verify(link._id)
    world.broker.recheck(guest)
    expect(await peer.subscribe(topics.events(serialNumber))).toEqual([0])
  })

  test('M-02 an administrator gets the events of every gateway and those of administrators', async () => {
    const admin = await world.enter(await world.visitor(await world.user('admin')))
    expect(await admin.subscribe(topics.events(serialNumber), topics.adminEvents)).toEqual([0, 0])
    world.broker.publishToAdmins({
      event: 'gateway_connection_changed',
      data: { serialNumber, connectionStatus: 'online' },
    })
    await vi.waitFor(() => expect(admin.on(topics.adminEvents)).toHaveLength(1), WAIT)
  })

  // 1.6-026 1.8-026
  test('M-02 a refused subscription is an error of that one: the others are granted and the connection stays', async () => {
    const visitor = await world.visitor()
    const peer = await world.enter(visitor)
    const granted = await peer.subscribe(
      topics.events(serialNumber),
      topics.adminEvents,
      topics.userEvents(owner),
      topics.userEvents(visitor.userId),
      'gatehouse/v1/gateways/+/events',
      '#',
      '$SYS/#',
    )
    expect(granted).toEqual([128, 128, 128, 0, 128, 128, 128])
    await peer.settled()
  })

  test('M-02 the answers of another session of the same user are not to be had', async () => {
    const [mine, other] = [await world.visitor(owner), await world.visitor(owner)]
    const peer = await world.enter(mine)
    expect(
      await peer.subscribe(
        topics.responses(serialNumber, owner, mine.sessionKey),
        topics.responses(serialNumber, owner, other.sessionKey),
      ),
    ).toEqual([0, 128])
  })

  test.each([
    ['events of a home', () => topics.events(serialNumber)],
    ['presence', () => topics.presence(serialNumber)],
    ['events of a user', () => topics.userEvents(owner)],
    ['events of administrators', () => topics.adminEvents],
    ['requests of another user', () => topics.requests(serialNumber, 'somebody')],
    ['what another user shows', () => topics.interest(serialNumber, 'somebody')],
    ['internal topics', () => '$SYS/anything'],
  ])('M-02 a browser cannot publish %s', async (_name, topic) => {
    const watcher = await world.enter(await world.visitor(owner))
    await watcher.subscribe(
      topics.events(serialNumber),
      topics.presence(serialNumber),
      topics.userEvents(owner),
    )
    const before = watcher.messages().length
    const liar = await world.enter(await world.visitor(owner))
    liar.publish(topic(), eventOf(99))
    await quiet(liar)
    await quiet(watcher)
    expect(watcher.messages().slice(before)).toEqual([])
    expect(liar.closed).toBe(false)
  })

  test('M-02 a gateway speaks for itself only', async () => {
    const other = await world.gateway(owner)
    const secret = await world.gatewaySecret(other)
    const watcher = await world.enter(await world.visitor(owner))
    await watcher.subscribe(topics.events(serialNumber), topics.presence(serialNumber))
    const gateway = await world.gatewayEnters(other, secret)
    gateway.publish(topics.events(serialNumber), eventOf())
    gateway.publish(topics.presence(serialNumber), 'offline', { retain: true })
    expect(
      await gateway.subscribe(
        topics.events(serialNumber),
        `gatehouse/v1/gateways/${serialNumber}/users/+/requests`,
      ),
    ).toEqual([128, 128])
    await quiet(gateway)
    await quiet(watcher)
    expect(watcher.messages()).toEqual([])
  })
})

describe('M-04 nothing is kept that somebody must not see later', () => {
  test('M-04 browsers cannot retain, not even where they may publish', async () => {
    const visitor = await world.visitor(owner)
    const peer = await world.enter(visitor)
    peer.publish(topics.requests(serialNumber, owner), requestOf(visitor.sessionKey), { retain: true })
    peer.publish(topics.presence(serialNumber), 'offline', { retain: true })
    await quiet(peer)
    const later = await world.enter(await world.visitor(owner))
    await later.subscribe(topics.presence(serialNumber), topics.events(serialNumber))
    await quiet(later)
    expect(later.messages()).toEqual([])
  })

  test('M-04 presence is retained, and given only to who may use the gateway', async () => {
    const guarded = await world.gateway(owner)
    world.broker.publishPresence(guarded, 'online')
    const [mine, foreign] = [
      await world.enter(await world.visitor(owner)),
      await world.enter(await world.visitor()),
    ]
    expect(await mine.subscribe(topics.presence(guarded))).toEqual([0])
    expect(await foreign.subscribe(topics.presence(guarded))).toEqual([128])
    await vi.waitFor(() => expect(mine.on(topics.presence(guarded))).toEqual(['online']), WAIT)
    await quiet(foreign)
    expect(foreign.messages()).toEqual([])
  })

  test.each([
    ['to a foreign topic', () => topics.events(serialNumber)],
    ['to its own requests', (userId: string) => topics.requests(serialNumber, userId)],
  ])('M-04 a browser has no last will %s', async (_name, topic) => {
    const requests: unknown[] = []
    const home = await World.open()
    home.broker.serve({
      request: (incoming) => requests.push(incoming) > 0,
      gatewaySaid: () => 'taken',
      gatewayConnected: () => undefined,
      gatewayListens: () => undefined,
      gatewayLost: () => undefined,
      watched: () => undefined,
    })
    try {
      const user = await home.user()
      await home.gateway(user, { serialNumber })
      const watcher = await home.enter(await home.visitor(user))
      await watcher.subscribe(topics.events(serialNumber))
      const visitor = await home.visitor(user)
      const peer = await home.socket()
      const payload = Buffer.from(JSON.stringify(requestOf(visitor.sessionKey)))
      await peer.signIn({
        clientId: visitor.sessionKey,
        username: user,
        password: visitor.token,
        will: { topic: topic(user), payload, qos: 0, retain: false },
      })
      peer.kill()
      await vi.waitFor(() => expect(home.broker.connections()).toBe(1), WAIT)
      await quiet(watcher)
      expect(watcher.messages()).toEqual([])
      expect(requests).toEqual([])
    } finally {
      await home.close()
    }
  })

  test('M-04 nothing waits for a session that is away', async () => {
    const visitor = await world.visitor(owner)
    const peer = await world.socket()
    const greeting = { clientId: visitor.sessionKey, username: owner, password: visitor.token, clean: false }
    await peer.signIn(greeting)
    await peer.subscribe(topics.userEvents(owner))
    peer.kill()
    await vi.waitFor(() => expect(world.broker.connectedUsers()).toBeDefined(), WAIT)
    world.broker.publishToUser(owner, { event: 'session_ended', data: { reason: 'expired' } })
    const back = await world.socket()
    await back.signIn(greeting)
    await quiet(back)
    expect(back.messages()).toEqual([])
    expect(back.heard.find(({ cmd }) => cmd === 'connack')).toMatchObject({ sessionPresent: false })
  })
})

describe('M-05 a refused message ends nothing', () => {
  // 1.8-026 2.8-015
  test('M-05 a request to a gateway that was just taken away is answered with an error, and the connection stays', async () => {
    const user = await world.user()
    const mine = await world.gateway(user)
    const visitor = await world.visitor(user)
    const peer = await world.enter(visitor)
    const answers = topics.responses(mine, user, visitor.sessionKey)
    await peer.subscribe(answers)
    await world.store.gateways.unassign(mine)
    world.broker.recheck(user)
    const request = requestOf(visitor.sessionKey)
    peer.publish(topics.requests(mine, user), request)
    await vi.waitFor(() => expect(peer.on(answers)).toHaveLength(1), WAIT)
    expect(JSON.parse(peer.on(answers)[0] ?? '')).toEqual({
      id: request.id,
      code: 403,
      message: 'Not authorized',
    })
    await peer.settled()
    expect(await peer.subscribe(topics.userEvents(user))).toEqual([0])
  })

  test('M-05 a refused message of QoS 1 is acknowledged, so that no client repeats it for ever', async () => {
    const peer = await world.enter(await world.visitor())
    peer.publish(topics.events(serialNumber), eventOf(), { qos: 1 })
    await vi.waitFor(() => expect(peer.heard.some(({ cmd }) => cmd === 'puback')).toBe(true), WAIT)
    await peer.settled()
  })

  test('M-05 a request in the name of another session is refused', async () => {
    const [mine, other] = [await world.visitor(owner), await world.visitor(owner)]
    const peer = await world.enter(mine)
    const answers = topics.responses(serialNumber, owner, mine.sessionKey)
    await peer.subscribe(answers)
    peer.publish(topics.requests(serialNumber, owner), requestOf(other.sessionKey))
    await vi.waitFor(() => expect(JSON.parse(peer.on(answers)[0] ?? '{}')).toMatchObject({ code: 403 }), WAIT)
  })

  test('M-05 a command that the channel does not describe is refused before any gateway sees it', async () => {
    const visitor = await world.visitor(owner)
    const peer = await world.enter(visitor)
    const answers = topics.responses(serialNumber, owner, visitor.sessionKey)
    await peer.subscribe(answers)
    peer.publish(topics.requests(serialNumber, owner), requestOf(visitor.sessionKey, 'constructor'))
    await vi.waitFor(() => expect(JSON.parse(peer.on(answers)[0] ?? '{}')).toMatchObject({ code: 404 }), WAIT)
  })

  const COMMANDS = Object.entries(asyncapi.components.messages).flatMap(([name, message]) =>
    message['x-kind'] === 'command' && 'x-policy' in message && message['x-policy'] === 'gateway'
      ? [name]
      : [],
  )
  /** What changes which devices a home has, how they are called, where they are and what they know. */
  const DEVICES = [
    'add_device_to_room',
    'add_floor',
    'add_room',
    'add_zone',
    'apply_replacement',
    'close_network',
    'create_group',
    'delete_device',
    'force_remove_node',
    'ask_device',
    'map_network',
    'open_exclusion',
    'open_network',
    'remove_device_from_room',
    'remove_failed_node',
    'remove_floor',
    'remove_infrared_code',
    'remove_room',
    'remove_zone',
    'rename_floor',
    'rename_room',
    'rename_zone',
    'replace_device',
    'set_device_name',
    'set_infrared_code',
    'set_room_icon',
    'undo_replacement',
  ]
  /** What makes rules and statuses, and brings back what was. */
  const SCENES = [
    'add_scene_to_rule',
    'create_rule',
    'create_scenario_status',
    'create_scene',
    'delete_device_trigger',
    'delete_rule',
    'delete_rule_status',
    'delete_scenario_status',
    'delete_scene',
    'delete_scene_device',
    'delete_scene_notification',
    'delete_scene_status',
    'delete_time_trigger',
    'import_objects',
    'restore_object',
    'save_rule',
    'try_scene',
    'set_place',
    'update_alarm',
    'update_device_trigger',
    'update_rule_info',
    'update_rule_logic',
    'update_rule_status',
    'update_scenario_status',
    'update_scene_delay',
    'update_scene_device',
    'update_scene_name',
    'update_scene_notification',
    'update_scene_status',
    'update_time_trigger',
  ]
  const GATEWAY = ['confirm_upgrade']
  const CONTROL = [
    'call_rule',
    'play_rule',
    'set_scenario_status',
    'set_service_property_value',
    'stop_rule_run',
  ]
  // 1.6-003 1.6-004 1.1-003
  test.each([
    [undefined, []],
    ['keeper', []],
    ['operator', [...DEVICES, ...SCENES, ...GATEWAY]],
    ['viewer', [...DEVICES, ...SCENES, ...GATEWAY, ...CONTROL]],
    ['unheard-of', [...DEVICES, ...SCENES, ...GATEWAY, ...CONTROL]],
  ])(
    'Z-01 M-05 the sub-role %s is refused what it has no permission for and no other command, each with an error of its own; the connection stays',
    async (subrole, refused) => {
      const user = await world.user('users', subrole)
      const mine = await world.gateway(user)
      const visitor = await world.visitor(user)
      const peer = await world.enter(visitor)
      const answers = topics.responses(mine, user, visitor.sessionKey)
      await peer.subscribe(answers)
      const asked = COMMANDS.map((command) => ({
        command,
        request: requestOf(visitor.sessionKey, command),
      }))
      for (const { request } of asked) peer.publish(topics.requests(mine, user), request)
      await vi.waitFor(() => expect(peer.on(answers)).toHaveLength(asked.length), WAIT)
      const codes = new Map(
        peer.on(answers).map((text) => {
          const { id, code } = JSON.parse(text) as { id: string; code: number }
          return [id, code]
        }),
      )
      // 503: it would have gone to the gateway, which is not connected.
      expect(
        asked
          .filter(({ request }) => codes.get(request.id) !== 503)
          .map(({ command }) => command)
          .toSorted(),
      ).toEqual(refused.toSorted())
      // What is noted is written beside the answer, not before it.
      await vi.waitFor(async () => {
        const rows = await world.store.audit.list({ who: user, limit: 100 })
        expect(rows.map(({ what }) => what).toSorted()).toEqual(refused.toSorted())
      }, WAIT)
      expect(await peer.subscribe(topics.userEvents(user))).toEqual([0])
    },
  )

  test('Z-07 what a sub-role may is asked anew after 400 ms at most', async () => {
    let [allowed, now] = [true, 0]
    const rights = {
      sight: () => 'all' as const,
      isAdmin: () => false,
      sessionAlive: () => true,
      gatewayKnown: () => true,
      maySend: async () => allowed,
    }
    const live = new LiveRights(rights, () => now)
    const may = async () => await live.maySend('anna', 'set_device_name')
    expect(await may()).toBe(true)
    allowed = false
    now = 399
    expect(await may()).toBe(true)
    now = 400
    expect(await may()).toBe(false)
    // A clock that was set back: the answer may be older than it looks.
    allowed = true
    now = 1
    expect(await may()).toBe(true)
  })

  test('Z-07 what could not be looked up is refused, and looked up again at once', async () => {
    let [fails, looked] = [true, 0]
    const answer = async () => {
      looked++
      if (fails) throw new Error('the store is away')
      return 'all' as const
    }
    const live = new LiveRights(
      {
        sight: answer,
        isAdmin: () => true,
        sessionAlive: () => true,
        gatewayKnown: () => true,
        maySend: () => true,
      },
      () => 0,
    )
    expect(await live.sight('anna', 'GW1')).toBe('none')
    fails = false
    expect(await live.sight('anna', 'GW1')).toBe('all')
    expect(looked).toBe(2)
  })

  test('M-05 a gateway that nobody hosts and that is not connected is said to be offline at once', async () => {
    const visitor = await world.visitor(owner)
    const peer = await world.enter(visitor)
    const answers = topics.responses(serialNumber, owner, visitor.sessionKey)
    await peer.subscribe(answers)
    const request = requestOf(visitor.sessionKey)
    peer.publish(topics.requests(serialNumber, owner), request)
    await vi.waitFor(() => expect(peer.on(answers)).toHaveLength(1), WAIT)
    expect(JSON.parse(peer.on(answers)[0] ?? '')).toEqual({
      id: request.id,
      code: 503,
      message: 'The gateway is offline',
    })
  })
})
