import { expect, test } from 'vitest'
import { FakeClock } from '../fake-clock.ts'
import { channelLimits } from '../limits.ts'
import { Hub } from './hub.ts'
import { type FromWorker, keyOf } from './protocol.ts'
import type { ConnectionEvents } from './transport.ts'

const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const at = '2026-11-21T00:00:00.000Z'
const key = keyOf('d1', 'S', 'level')
const device = (id: string, level: number) => ({
  id,
  device_name: id,
  class: 'X',
  status: 2,
  networkType: 'virtual',
  service_list: [
    {
      name: 'S',
      type: 'S',
      property_list: [{ name: 'level', value: level, type: 'number', readonly: false, at }],
    },
  ],
})

/** A hub with a gateway behind it that answers from `objects`. */
async function hub(
  objects: () => { objects: unknown[]; seq: number } | undefined,
  { gateway, layout }: { gateway?: string; layout?: object } = { gateway: 'G' },
) {
  const clock = new FakeClock()
  const posted: FromWorker[] = []
  const sent: string[] = []
  const interests: string[] = []
  let events: ConnectionEvents | undefined
  const say = (topic: string, body: unknown) =>
    events?.message(topic, new TextEncoder().encode(JSON.stringify(body)), false)
  const made = new Hub((message) => void posted.push(message), {
    clock,
    random: () => 0.5,
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    connect: (_options, handlers) => {
      events = handlers
      return {
        publish: (topic, payload) => {
          if (topic.endsWith('/interest')) return void interests.push(payload)
          const request = JSON.parse(payload) as { id: string; command: string }
          sent.push(request.command)
          const data =
            request.command === 'get_object_list_by_type_detailed'
              ? objects()
              : request.command === 'get_layout'
                ? (layout ?? {
                    floors: [
                      {
                        floor_id: 'f',
                        floor_name: 'F',
                        rooms: [{ room_id: 'r', room_name: 'R', devices: [{ devices: ['a'] }] }],
                      },
                    ],
                  })
                : device('d1', 7)
          say('gatehouse/v1/gateways/G/users/u/sessions/k/responses', { id: request.id, code: 0, data })
        },
        subscribe: async () => {},
        ping: () => {},
        end: () => {},
      }
    },
  })
  made.receive({
    kind: 'open',
    open: { url: 'ws://127.0.0.1/mqtt', userId: 'u', admin: false, gateway, limits: channelLimits },
  })
  made.receive({ kind: 'token', token: { token: 't', sessionKey: 'k' } })
  await settle()
  events?.connected()
  await settle()
  /** The page has drawn what it was told first. */
  made.receive({ kind: 'ack' })
  clock.pass(4)
  const all = () => posted.filter((message) => message.kind === 'batch')
  const batches = () => all().filter(({ changes, ended }) => changes.length + ended.length > 0)
  const event = (seq: number, value: unknown, id = 'd1') =>
    say('gatehouse/v1/gateways/G/events', {
      event: `device_${id}_property_changed`,
      seq,
      at,
      data: { device_id: id, service_name: 'S', property_name: 'level', property_value: value },
    })
  return { made, clock, posted, sent, interests, all, batches, event, say }
}

test('what cannot be read is told as such, with where it came from', async () => {
  const { posted, say } = await hub(() => ({ objects: [], seq: 1 }))
  say('gatehouse/v1/gateways/G/events', { event: 7 })
  await settle()
  const malformed = posted.filter((message) => message.kind === 'malformed')
  expect(malformed).toHaveLength(1)
  expect(malformed[0]).toMatchObject({ where: expect.stringMatching(/./) })
})

test('rooms that cannot be read are told as such, and none are handed on', async () => {
  const { posted } = await hub(() => ({ objects: [], seq: 1 }), { gateway: 'G', layout: { floors: 7 } })
  await settle()
  expect(posted).toContainEqual({ kind: 'malformed', where: 'get_layout' })
  expect(posted.filter(({ kind }) => kind === 'floors')).toEqual([])
})

test('how an order of this page ended comes after what was reported before it; others are no business of it', async () => {
  const { made, clock, batches, event, say } = await hub(() => ({ objects: [device('d1', 5)], seq: 1 }))
  made.receive({ kind: 'watch', frame: [keyOf('d1', 'S', 'level')], calm: [], drop: [] })
  const where = { device_id: 'd1', service_name: 'S', property_name: 'level' }
  const params = { ...where, property_value: 6 }
  made.receive({ kind: 'call', request: 'mine', command: 'set_service_property_value', params })
  made.receive({ kind: 'call', request: 'a question', command: 'get_device_property', params: where })
  await settle()
  const before = batches().length
  event(2, 6)
  for (const [at, request] of ['another', 'a question', 'mine'].entries())
    say('gatehouse/v1/gateways/G/events', {
      event: 'order_ended',
      seq: 3 + at,
      at: '2026-11-21T00:00:00.000Z',
      data: { ...where, request, outcome: 'confirmed' },
    })
  await settle()
  expect(batches()).toHaveLength(before)
  made.receive({ kind: 'ack' })
  clock.pass(4)
  const said = batches()
    .slice(before)
    .flatMap(({ changes, ended }) => [
      ...changes.map(([, value]) => value),
      ...ended.map(({ request, outcome }) => `${request} ${outcome}`),
    ])
  expect(said).toEqual([6, 'mine confirmed'])
})

test('without a gateway nobody is asked for rooms', async () => {
  const { sent, posted } = await hub(() => ({ objects: [], seq: 1 }), {})
  expect(sent).toEqual([])
  expect(posted.filter(({ kind }) => kind === 'link')).not.toEqual([])
})

test('many changes of the rooms at once are asked for twice, however the gateway writes its layout', async () => {
  const { sent, posted, say } = await hub(() => ({ objects: [], seq: 1 }))
  await settle()
  const asked = () => sent.filter((command) => command === 'get_layout').length
  const before = asked()
  for (let seq = 2; seq < 52; seq++)
    say('gatehouse/v1/gateways/G/events', { event: 'room_added', seq, at, data: {} })
  await settle()
  await settle()
  expect(asked() - before).toBe(2)
  // 2.3-068
  const rooms = [{ room_id: 'r', room_name: 'R', devices: ['a'] }]
  expect(posted.findLast(({ kind }) => kind === 'floors')).toEqual({
    kind: 'floors',
    floors: [{ floor_id: 'f', floor_name: 'F', rooms }],
  })
})

test('a page gets what it looks at, one batch at a time, the last value per property', async () => {
  const { made, clock, batches, event } = await hub(() => ({
    objects: [device('d1', 1), device('d2', 1)],
    seq: 1,
  }))
  made.receive({ kind: 'watch', frame: [key], calm: [], drop: [] })
  expect(
    batches()
      .at(-1)
      ?.changes.map(([, value]) => value),
  ).toEqual([1])
  event(2, 2)
  event(3, 3)
  event(4, 4, 'd2')
  clock.pass(100)
  expect(batches()).toHaveLength(1)
  made.receive({ kind: 'ack' })
  expect(
    batches()
      .at(-1)
      ?.changes.map(([, value]) => value),
  ).toEqual([3])
  made.receive({ kind: 'ack' })
  clock.pass(100)
  event(5, 5, 'd2')
  expect(batches()).toHaveLength(2)
})

// 2.9-013
test('spec 2 §9 an update goes to the page well before it must be shown, however fast its property changes', async () => {
  const { made, clock, batches, event } = await hub(() => ({ objects: [device('d1', 1)], seq: 1 }))
  // What a device reports is on the screen after half a second to a second.
  const [min, max] = [500, 1000]
  made.receive({ kind: 'watch', frame: [key], calm: [], drop: [] })
  made.receive({ kind: 'ack' })
  clock.pass(max)
  const told = (): unknown => batches().at(-1)?.changes[0]?.[1]
  // A property that changes every 10 ms: nothing waits until it has come to rest.
  let longest = 0
  let since: number | undefined
  for (let at = 0, seq = 2; at < max; at++) {
    if (at % 10 === 0) event(seq, seq++)
    made.receive({ kind: 'ack' })
    since = told() === seq - 1 ? undefined : (since ?? at)
    longest = Math.max(longest, since === undefined ? 0 : at - since)
    clock.pass(1)
  }
  expect(longest).toBeLessThanOrEqual(min)
})

test('a home that talks much wakes the page every four milliseconds, not more', async () => {
  const { made, clock, batches, event } = await hub(() => ({ objects: [device('d1', 1)], seq: 1 }))
  made.receive({ kind: 'watch', frame: [key], calm: [], drop: [] })
  made.receive({ kind: 'ack' })
  for (let seq = 2; seq <= 10; seq++) {
    event(seq, seq)
    clock.pass(1)
    made.receive({ kind: 'ack' })
  }
  clock.pass(4)
  expect(batches().map(({ changes }) => changes[0]?.[1])).toEqual([1, 5, 9, 10])
})

test('what only sums up a home comes at once while it is quiet, then four times a second, the last of each', async () => {
  const { made, clock, batches, event } = await hub(() => ({ objects: [device('d1', 1)], seq: 1 }))
  made.receive({ kind: 'watch', frame: [], calm: [key], drop: [] })
  made.receive({ kind: 'ack' })
  const told = (): unknown[] => batches().flatMap(({ changes }) => changes.map(([, value]) => value))
  let seq = 2
  for (; seq <= 101; seq++) {
    event(seq, seq)
    made.receive({ kind: 'ack' })
    clock.pass(10)
  }
  clock.pass(250)
  made.receive({ kind: 'ack' })
  expect(told()).toEqual([1, 2, 26, 51, 76, 101])
  clock.pass(1000)
  event(seq, seq)
  expect(told().at(-1)).toBe(seq)
})

test('the broker is told of what is looked at closely, and of nothing else', async () => {
  const { made, clock, interests } = await hub(() => ({
    objects: [device('d1', 1), device('d2', 1)],
    seq: 1,
  }))
  const [close, summed] = [keyOf('d1', 'S', 'level'), keyOf('d2', 'S', 'level')]
  clock.pass(1000)
  made.receive({ kind: 'watch', frame: [close], calm: [summed], drop: [] })
  clock.pass(1000)
  made.receive({ kind: 'watch', frame: [], calm: [], drop: [close] })
  clock.pass(1000)
  expect(interests).toEqual(['{"values":[]}', `{"values":["${close}"]}`, '{"values":[]}'])
})

test('what is looked at closely does not wait with what is not, and nothing that waits is told twice', async () => {
  const { made, clock, batches, event } = await hub(() => ({
    objects: [device('d1', 1), device('d2', 1)],
    seq: 1,
  }))
  const [close, summed] = [keyOf('d1', 'S', 'level'), keyOf('d2', 'S', 'level')]
  made.receive({ kind: 'watch', frame: [close], calm: [summed], drop: [] })
  const on = (): void => {
    clock.pass(4)
    made.receive({ kind: 'ack' })
  }
  on()
  const before = batches().length
  const told = () =>
    batches()
      .slice(before)
      .map(({ changes }) => changes.map(([key, value]) => [key, value]))
  event(2, 2, 'd2')
  on()
  event(3, 3, 'd2')
  event(4, 4)
  on()
  expect(told()).toEqual([[[summed, 2]], [[close, 4]]])
  // Somebody scrolled to it: what waited is there at once, and the rest does not bring it again.
  made.receive({ kind: 'watch', frame: [summed], calm: [], drop: [] })
  on()
  expect(told().at(-1)).toEqual([[summed, 3]])
  made.receive({ kind: 'watch', frame: [], calm: [summed], drop: [] })
  on()
  event(5, 5, 'd2')
  event(6, 6, 'd2')
  made.receive({ kind: 'watch', frame: [], calm: [], drop: [summed] })
  event(7, 7, 'd2')
  clock.pass(1000)
  on()
  expect(told()).toHaveLength(3)
})

test('how an order ended comes after what was reported before it, also where that only sums up a home', async () => {
  const { made, clock, batches, event, say } = await hub(() => ({ objects: [device('d1', 1)], seq: 1 }))
  made.receive({ kind: 'watch', frame: [], calm: [key], drop: [] })
  const where = { device_id: 'd1', service_name: 'S', property_name: 'level' }
  made.receive({
    kind: 'call',
    request: 'mine',
    command: 'set_service_property_value',
    params: { ...where, property_value: 6 },
  })
  await settle()
  for (const value of [5, 6]) {
    clock.pass(4)
    made.receive({ kind: 'ack' })
    event(value - 3, value)
  }
  say('gatehouse/v1/gateways/G/events', {
    event: 'order_ended',
    seq: 4,
    at: '2026-11-21T00:00:00.000Z',
    data: { ...where, request: 'mine', outcome: 'confirmed' },
  })
  clock.pass(4)
  made.receive({ kind: 'ack' })
  const last = batches().at(-1)
  expect(last?.changes.map(([, value]) => value)).toEqual([6])
  expect(last?.ended).toMatchObject([{ request: 'mine' }])
})

test('a malformed change is dropped and counted, and its neighbours arrive', async () => {
  const { made, clock, posted, say, event, batches } = await hub(() => ({
    objects: [device('d1', 1)],
    seq: 1,
  }))
  made.receive({ kind: 'watch', frame: [key], calm: [], drop: [] })
  made.receive({ kind: 'ack' })
  clock.pass(4)
  say('gatehouse/v1/gateways/G/events', { event: 'device_d1_property_changed', at, data: { device_id: 7 } })
  event(2, 9)
  expect(posted.filter((message) => message.kind === 'malformed')).toHaveLength(1)
  expect(
    batches()
      .at(-1)
      ?.changes.map(([, value]) => value),
  ).toEqual([9])
})

test('a device that does not fit its schema is left out; the others appear', async () => {
  const { posted, all } = await hub(() => ({
    objects: [device('d1', 1), { id: 'bad id!', device_name: 'x' }],
    seq: 1,
  }))
  expect(all()[0]?.devices?.facts.map(({ id }) => id)).toEqual(['d1'])
  expect(posted.some((message) => message.kind === 'malformed')).toBe(true)
})

test('devices that go offline at once are told at once, of each the newest, and what was told of them in its order', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `d${at}`)
  const { made, clock, say, all } = await hub(() => ({ objects: many.map((id) => device(id, 1)), seq: 1 }))
  const before = all().length
  let seq = 1
  const status = (id: string, to: number) =>
    say('gatehouse/v1/gateways/G/events', {
      event: 'device_status_changed',
      seq: ++seq,
      at,
      data: { device_id: id, status: to },
    })
  for (const id of many) status(id, 5)
  for (const id of ['d0', 'd1']) status(id, 2)
  say('gatehouse/v1/gateways/G/events', {
    event: 'device_removed',
    seq: ++seq,
    at,
    data: { device_id: 'd2' },
  })
  made.receive({ kind: 'ack' })
  clock.pass(4)
  const told = all().slice(before)
  expect(told.map(({ devices }) => devices?.facts.length)).toEqual([1, 199])
  const facts = new Map(
    told.flatMap(({ devices }) => devices?.facts.map((one) => [one.id, one.status]) ?? []),
  )
  expect([facts.get('d0'), facts.get('d1'), facts.get('d199')]).toEqual([2, 2, 5])
  expect(told[1]?.devices?.removed).toEqual(['d2'])
  expect(told.flatMap(({ events }) => events.map(({ event }) => event))).toEqual([
    ...Array(202).fill('device_status_changed'),
    'device_removed',
  ])
})

// 2.4-027
test('spec 2 §4 after device_added the detail is fetched 500 ms later', async () => {
  const { clock, say, sent } = await hub(() => ({ objects: [], seq: 1 }))
  say('gatehouse/v1/gateways/G/events', { event: 'device_added', seq: 2, at, data: { device_id: 'd1' } })
  clock.pass(499)
  expect(sent).not.toContain('get_device_detailed')
  clock.pass(1)
  await settle()
  expect(sent).toContain('get_device_detailed')
})

test('a snapshot that does not come is asked for until it comes, and what waited follows it', async () => {
  let away = true
  const { made, clock, all, event, batches } = await hub(() =>
    away ? undefined : { objects: [device('d1', 1)], seq: 1 },
  )
  made.receive({ kind: 'watch', frame: [key], calm: [], drop: [] })
  event(2, 7)
  expect(all().some(({ devices }) => devices !== undefined)).toBe(false)
  away = false
  clock.pass(channelLimits.reconnect)
  await settle()
  made.receive({ kind: 'ack' })
  clock.pass(100)
  expect(
    batches()
      .at(-1)
      ?.changes.map(([, value]) => value),
  ).toEqual([7])
})
