import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '#schemas/generated/channel.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { keyOf } from '../channel/protocol.ts'
import { HomeModel } from './home-model.ts'

const device = (id: string, level: number): Device => ({
  id,
  device_name: id,
  class: 'DIM',
  status: 2,
  networkType: 'virtual',
  service_list: [
    {
      name: 'S',
      type: 'S',
      property_list: [{ name: 'level', value: level, type: 'number', readonly: false }],
    },
  ],
})

const at = '2026-11-21T00:00:00.000Z'
const changed = (seq: number, id: string, value: number): Event => ({
  event: `device_${id}_property_changed`,
  seq,
  at,
  data: { device_id: id, service_name: 'S', property_name: 'level', property_value: value },
})

test('a value from before the gateway started is one until an event brings it again', () => {
  const marks: unknown[] = []
  const home = new HomeModel({
    resync: () => {},
    fetchDevice: () => {},
    fetchFloors: () => {},
    changed: ([, value, , recalled]) => void marks.push([value, recalled]),
    facts: () => {},
    event: () => {},
    ended: () => {},
  })
  const old = device('a', 1)
  for (const { property_list } of old.service_list)
    for (const property of property_list) Object.assign(property, { at, recalled: true })
  home.snapshot([old], 1)
  home.receive(changed(2, 'a', 1))
  expect(marks).toEqual([
    [1, true],
    [1, false],
  ])
})

function model() {
  let resyncs = 0
  const ended: string[] = []
  const screen = new Map<string, unknown>()
  const home = new HomeModel({
    resync: () => void resyncs++,
    fetchDevice: () => {},
    fetchFloors: () => {},
    changed: ([key, value]) => void screen.set(key, value),
    facts: () => {},
    event: () => {},
    ended: ({ request }) => void ended.push(request),
  })
  return { home, screen, ended, resyncs: () => resyncs }
}

test('L-04 what became of an order is told even where the snapshot is newer: it stands in none', () => {
  const { home, ended } = model()
  const verdict = (seq: number, request: string) =>
    home.receive({
      event: 'order_ended',
      seq,
      at: '2026-11-21T00:00:00.000Z',
      data: { device_id: 'a', service_name: 'S', property_name: 'level', request, outcome: 'confirmed' },
    })
  home.reconnected()
  verdict(4, 'before')
  verdict(6, 'after')
  home.snapshot([device('a', 1)], 5)
  expect(ended).toEqual(['before', 'after'])
  verdict(6, 'again')
  expect(ended).toEqual(['before', 'after'])
  expect(home.seq).toBe(6)
})

test('a device that is removed takes its values along', () => {
  const { home } = model()
  home.reconnected()
  home.snapshot([device('a', 1), device('b', 1)], 5)
  home.receive({ event: 'device_removed', seq: 6, at, data: { device_id: 'a' } })
  expect(home.value(keyOf('a', 'S', 'level'))).toBeUndefined()
  expect(home.value(keyOf('b', 'S', 'level'))).toBeDefined()
})

describe('L-04 events carry a sequence', () => {
  test('L-04 a gap asks for a snapshot, and what came meanwhile follows it', () => {
    const { home, screen, resyncs } = model()
    home.reconnected()
    home.snapshot([device('a', 1)], 5)
    home.receive(changed(6, 'a', 2))
    home.receive(changed(8, 'a', 4))
    expect([resyncs(), screen.get(keyOf('a', 'S', 'level'))]).toEqual([2, 2])
    home.receive(changed(9, 'a', 5))
    home.snapshot([device('a', 4)], 8)
    expect(screen.get(keyOf('a', 'S', 'level'))).toBe(5)
    expect(home.seq).toBe(9)
  })

  test('L-04 older events are ignored', () => {
    const { home, screen } = model()
    home.reconnected()
    home.snapshot([device('a', 1)], 5)
    home.receive(changed(4, 'a', 99))
    home.receive(changed(5, 'a', 98))
    expect(screen.get(keyOf('a', 'S', 'level'))).toBe(1)
  })

  test('L-04 after any loss, repetition, disorder and reconnect the screen shows what the gateway has', () => {
    // What becomes of each event on its way, and whether the link is cut after it.
    const fate = fc.record({
      device: fc.nat(3),
      value: fc.nat(100),
      fate: fc.constantFrom('arrives', 'arrives', 'lost', 'twice', 'late', 'cut'),
    })
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 60 }), (steps) => {
        const hub = new Map<string, number>([0, 1, 2, 3].map((n) => [`d${n}`, 0]))
        let seq = 0
        let asked = false
        const screen = new Map<string, unknown>()
        const home = new HomeModel({
          resync: () => {
            asked = true
          },
          fetchDevice: () => {},
          fetchFloors: () => {},
          changed: ([key, value]) => void screen.set(key, value),
          facts: () => {},
          event: () => {},
          ended: () => {},
        })
        const answer = () => {
          if (!asked) return
          asked = false
          home.snapshot(
            [...hub].map(([id, level]) => device(id, level)),
            seq,
          )
        }
        home.reconnected()
        answer()
        const late: Event[] = []
        for (const step of steps) {
          const id = `d${step.device}`
          hub.set(id, step.value)
          const event = changed(++seq, id, step.value)
          if (step.fate === 'arrives' || step.fate === 'twice') home.receive(event)
          if (step.fate === 'twice') home.receive(event)
          if (step.fate === 'late') late.push(event)
          if (step.fate === 'cut') home.reconnected()
          if (step.value % 3 === 0) answer()
        }
        for (const event of late) home.receive(event)
        answer()
        // The next event that arrives shows whatever was lost before it.
        hub.set('d0', 101)
        home.receive(changed(++seq, 'd0', 101))
        answer()
        expect(Object.fromEntries([...hub].map(([id]) => [id, screen.get(keyOf(id, 'S', 'level'))]))).toEqual(
          Object.fromEntries(hub),
        )
      }),
      { numRuns: Number(process.env.GATEHOUSE_RUNS ?? 1000) },
    )
  })
})

describe('what is older than what is known', () => {
  const level = keyOf('a', 'S', 'level')
  const dated = (value: number, time: string | undefined): Device => ({
    ...device('a', value),
    service_list: [
      {
        name: 'S',
        type: 'S',
        property_list: [
          {
            name: 'level',
            value,
            type: 'number',
            readonly: false,
            ...(time === undefined ? {} : { at: time }),
          },
        ],
      },
    ],
  })

  test('L-04 a snapshot that was asked for by nobody and is older turns no value back', () => {
    const { home, screen } = model()
    home.reconnected()
    home.snapshot([device('a', 1)], 5)
    home.receive(changed(6, 'a', 2))
    home.snapshot([device('a', 1)], 5)
    expect([screen.get(level), home.seq]).toEqual([2, 6])
  })

  test.each([
    ['older', '2026-11-20T23:59:59.000Z', 7],
    ['without a time', undefined, 7],
    ['of the same moment', at, 3],
    ['newer', '2026-11-21T00:00:01.000Z', 3],
  ])('a detail that is %s leaves or sets the value', (_which, time, expected) => {
    const { home, screen } = model()
    home.reconnected()
    home.snapshot([device('a', 1)], 5)
    home.receive(changed(6, 'a', 7))
    home.device(dated(3, time))
    expect(screen.get(level)).toBe(expected)
  })

  test('a detail tells of its own device, and of no other that it is gone', () => {
    const told: unknown[] = []
    const home = new HomeModel({
      resync: () => {},
      fetchDevice: () => {},
      fetchFloors: () => {},
      changed: () => {},
      facts: (news) => void told.push(news),
      event: () => {},
      ended: () => {},
    })
    home.reconnected()
    home.snapshot([device('a', 1), device('b', 1)], 5)
    home.device({ ...device('a', 1), device_name: 'Another' })
    expect(told).toMatchObject([
      { all: true, facts: [{ id: 'a' }, { id: 'b' }], removed: [] },
      { all: false, facts: [{ id: 'a', name: 'Another' }], removed: [] },
    ])
    expect(told.at(-1)).toHaveProperty('facts.length', 1)
    expect(told.at(-1)).toHaveProperty('removed', [])
  })

  test('a device that the next snapshot lacks is gone with its values', () => {
    const { home } = model()
    home.reconnected()
    home.snapshot([device('a', 1), device('b', 1)], 5)
    home.reconnected()
    home.snapshot([device('b', 1)], 6)
    expect(home.value(level)).toBeUndefined()
    expect(home.value(keyOf('b', 'S', 'level'))).toBeDefined()
  })

  test('L-04 while more than 10,000 events wait, the snapshot is asked for anew, and they are let go', () => {
    const { home, screen, resyncs } = model()
    home.reconnected()
    for (let seq = 1; seq <= 10_000; seq++) home.receive(changed(seq, 'a', seq))
    expect(resyncs()).toBe(1)
    home.receive(changed(10_001, 'a', 10_001))
    expect(resyncs()).toBe(2)
    home.snapshot([device('a', 0)], 9000)
    expect(screen.get(level)).toBe(0)
  })
})
