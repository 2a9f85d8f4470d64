import { describe, expect, test } from 'vitest'
import type { Cause } from '#schemas/generated/entities/cause.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { deviceWith, MemoryStore } from '../../../tests/gateway/kit.ts'
import { settle, TestClock } from '../../../tests/gateway/test-clock.ts'
import { WriteBehindStore } from '../store/write-behind-store.ts'
import { Devices, type Told } from './devices.ts'

const MINUTE = 60_000
const device = (facts: Partial<Device> = {}): Device =>
  deviceWith(
    {
      S: { on: { kind: 'bool', access: ['read', 'write'] }, level: { kind: 'number', access: ['read'] } },
      B: { action: { kind: 'option', access: ['event'], options: [{ value: 'single' }] } },
    },
    { id: 'd', device_name: 'Lamp', status: 1, ...facts },
  )

function world({ store = new MemoryStore(), cause }: { store?: MemoryStore; cause?: Cause } = {}) {
  const clock = new TestClock()
  const events: [string, Record<string, unknown>][] = []
  const took: Told[] = []
  const fared: [string, number][] = []
  const storage = new WriteBehindStore(store, clock, () => {})
  const devices = new Devices(
    storage,
    clock,
    (event, data) => void events.push([event, data as unknown as Record<string, unknown>]),
    {
      trace: () => (cause ? { cause } : undefined),
      took: (told) => void took.push(told),
      fares: (id, status) => void fared.push([id, status]),
    },
  )
  devices.open(store.entries, new Set(['hand']))
  const names = () => events.splice(0).map(([event]) => event)
  const report = (property: string, value: unknown, more: object = {}) =>
    devices.report({ device: 'd', service: 'S', property, value: value as never, ...more })
  const shown = () => devices.all()[0]
  const value = (property: string) => devices.get('d')?.value('S', property)
  return { clock, devices, events, took, fared, storage, store, names, report, shown, value }
}
const again = async (first: ReturnType<typeof world>) => {
  await first.storage.flush()
  return world({ store: first.store })
}

describe('a device', () => {
  test('that is new is told once as a whole, with a name that can be read', () => {
    const { devices, names, shown } = world()
    devices.upsert('hand', device({ device_name: ' Lamp\u200b ' }))
    expect([names(), shown()?.device_name]).toEqual([['device_added'], 'Lamp'])
    devices.upsert('hand', device({ id: 'e', device_name: ' ' }))
    expect(devices.get('e')?.view.device_name).toBe('e')
  })

  test('that is told again the same is no news; another description or name is', () => {
    const { devices, names } = world()
    devices.upsert('hand', device())
    names()
    devices.upsert('hand', device())
    devices.upsert('hand', device({ lqiValue: 5 }))
    expect(names()).toEqual([])
    devices.upsert('hand', device({ class: 'OTHER' }))
    expect(names()).toEqual(['device_changed'])
    devices.upsert('hand', device({ class: 'OTHER', device_name: 'Other' }))
    expect(names()).toEqual(['device_renamed'])
    devices.upsert('hand', device({ class: 'OTHER', device_name: 'Other', status: 5 }))
    expect(names()).toEqual(['device_status_changed'])
  })

  test('leaves by its own driver alone, with all that is stored of it', async () => {
    const { devices, names, store, storage } = world()
    devices.upsert('hand', device())
    await devices.rename('d', 'Mine', false)
    await storage.flush()
    expect([...store.entries.keys()].toSorted()).toEqual(['device/d', 'name/d'])
    names()
    devices.remove('other', 'd')
    devices.remove('hand', 'x')
    expect([devices.all().length, names()]).toEqual([1, []])
    devices.remove('hand', 'd')
    await storage.flush()
    expect([devices.all(), names(), [...store.entries.keys()]]).toEqual([[], ['device_removed'], []])
    devices.upsert('hand', device())
    expect(devices.get('d')?.view.device_name).toBe('Lamp')
  })

  test('is forgotten when that is stored, and not before', async () => {
    const { devices, names, store } = world()
    devices.upsert('hand', device())
    names()
    store.broken = true
    await expect(devices.forget('d')).rejects.toThrow('the disk is full')
    expect([devices.all().length, names()]).toEqual([1, []])
    store.broken = false
    await devices.forget('d')
    await devices.forget('d')
    expect([devices.all(), names()]).toEqual([[], ['device_removed']])
  })

  test('that its driver has no more is gone; those of other drivers stay', () => {
    const { devices } = world()
    for (const [driver, id] of [
      ['hand', 'a'],
      ['hand', 'b'],
      ['other', 'c'],
    ] as const)
      devices.upsert(driver, device({ id }))
    devices.inventory('hand', ['b'])
    expect(devices.all().map(({ id }) => id)).toEqual(['b', 'c'])
  })
})

describe('a name', () => {
  test('that somebody gave stays whatever the driver says, also over a restart', async () => {
    const first = world()
    first.devices.upsert('hand', device())
    first.names()
    await first.devices.rename('d', 'Mine', false)
    expect(first.names()).toEqual(['device_renamed'])
    await first.devices.rename('d', 'Mine', false)
    first.devices.upsert('hand', device())
    expect([first.names(), first.shown()?.device_name]).toEqual([[], 'Mine'])
    const second = await again(first)
    second.devices.upsert('hand', device())
    expect(second.shown()?.device_name).toBe('Mine')
  })

  test('that the driver keeps is the driver’s again', async () => {
    const { devices, shown, store } = world()
    devices.upsert('hand', device())
    await devices.rename('d', 'Mine', false)
    await devices.rename('d', 'Kept', true)
    expect([shown()?.device_name, store.entries.has('name/d')]).toEqual(['Kept', false])
    devices.upsert('hand', device({ device_name: 'Theirs' }))
    expect(shown()?.device_name).toBe('Theirs')
  })

  test('of nobody is not given, and one that could not be stored neither', async () => {
    const { devices, shown, store, names } = world()
    await devices.rename('x', 'Mine', false)
    devices.upsert('hand', device())
    names()
    store.broken = true
    await expect(devices.rename('d', 'Mine', false)).rejects.toThrow()
    expect([shown()?.device_name, names()]).toEqual(['Lamp', []])
  })
})

describe('a value', () => {
  const shine = { device_id: 'd', service_name: 'S', service_type: 'S' }

  test('is told when it is another one, and once a minute when it is not', async () => {
    const { clock, devices, events, report, value } = world()
    devices.upsert('hand', device())
    events.length = 0
    expect(report('on', true)).toBe(true)
    expect(events).toEqual([
      ['device_d_property_changed', { ...shine, property_name: 'on', property_value: true }],
    ])
    await clock.pass(MINUTE - 1)
    report('on', true)
    expect(events).toHaveLength(1)
    await clock.pass(1)
    report('on', true)
    expect(events).toHaveLength(2)
    report('on', false)
    expect([events.length, value('on')]).toEqual([3, false])
  })

  test('that answers an order is told always, with the order and with whom gave it', () => {
    for (const [cause, told] of [
      [{ kind: 'person', user_id: 'anna' }, true],
      [{ kind: 'rule', rule_id: 'r', rule_name: 'R', run_id: 'x', trigger: { type: 'PLAYED', at: 0 } }, true],
      [{ kind: 'gateway' }, false],
      [{ kind: 'device' }, false],
    ] as const) {
      const { devices, events, report } = world({ cause: cause as Cause })
      devices.upsert('hand', device())
      report('on', true)
      events.length = 0
      report('on', true, { cause: 'order' })
      expect(events[0]?.[1]).toEqual({
        ...shine,
        property_name: 'on',
        property_value: true,
        cause: 'order',
        ...(told && { caused_by: cause }),
      })
    }
  })

  test('that the device has not, or of another kind, is none', () => {
    const { devices, report, events, value } = world()
    expect(report('on', true)).toBe(false)
    devices.upsert('hand', device())
    events.length = 0
    expect([report('missing', 1), report('level', 'high'), report('on', 5)]).toEqual([false, false, false])
    expect([events, value('level')]).toEqual([[], null])
  })

  test('of something that happens is told each time and never kept', () => {
    const { devices, events, took } = world()
    devices.upsert('hand', device())
    events.length = 0
    const press = () => devices.report({ device: 'd', service: 'B', property: 'action', value: 'single' })
    press()
    press()
    expect([events.length, devices.get('d')?.value('B', 'action')]).toEqual([2, null])
    expect(took.map(({ fresh, transient }) => [fresh, transient])).toEqual([
      [true, true],
      [true, true],
    ])
  })

  test('that comes with a new device is no event of its own; with one that is back it is', async () => {
    const withValue = (on: boolean) => {
      const one = device()
      const [service] = one.service_list
      const [property] = service?.property_list ?? []
      if (property) property.value = on
      return one
    }
    const first = world()
    first.devices.upsert('hand', withValue(true))
    expect([first.names(), first.value('on'), first.took.map(({ found }) => found)]).toEqual([
      ['device_added'],
      true,
      ['new'],
    ])
    const second = await again(first)
    expect(second.value('on')).toBe(true)
    second.devices.upsert('hand', withValue(false))
    expect(second.took.map(({ found, fresh }) => [found, fresh])).toEqual([['back', true]])
    expect(second.names()).toContain('device_d_property_changed')
    second.devices.upsert('hand', withValue(true))
    expect(second.took.at(-1)?.found).toBeUndefined()
  })
})

describe('the status of a device', () => {
  test('says since when, and is told when it is another one', async () => {
    const { clock, devices, events, shown } = world()
    devices.upsert('hand', device())
    events.length = 0
    const since = new Date(clock.now()).toISOString()
    await clock.pass(MINUTE)
    devices.status({ device: 'd', status: 1 })
    devices.status({ device: 'x', status: 5 })
    expect([events, shown()?.status_since]).toEqual([[], since])
    devices.status({ device: 'd', status: 5, reason: 'bridge' as never })
    const now = new Date(clock.now()).toISOString()
    expect(events).toEqual([
      ['device_status_changed', { device_id: 'd', status: 5, status_reason: 'bridge', status_since: now }],
    ])
    devices.status({ device: 'd', status: 5, reason: 'bridge' as never })
    expect(events).toHaveLength(1)
    devices.status({ device: 'd', status: 5 })
    expect([events.length, shown()?.status_reason]).toEqual([2, undefined])
  })

  test('fares otherwise only when its status is another: not for another reason, not because it is heard again', async () => {
    const first = world()
    first.devices.upsert('hand', device())
    first.devices.status({ device: 'd', status: 5, reason: 'bridge' as never })
    first.devices.status({ device: 'd', status: 5 })
    first.devices.status({ device: 'd', status: 2 })
    first.devices.retire('d')
    first.devices.unretire('d')
    expect(first.fared.map(([, status]) => status)).toEqual([5, 2, 6, 2])

    const same = await again(first)
    same.devices.upsert('hand', device({ status: 2 }))
    same.devices.status({ device: 'd', status: 2 })
    expect(same.fared).toEqual([])
    const gone = await again(same)
    gone.devices.upsert('hand', device({ status: 5 }))
    expect(gone.fared).toEqual([['d', 5]])
  })

  test('is away after a restart until its driver speaks, and goes on from before where that says the same', async () => {
    const first = world()
    first.devices.upsert('hand', device())
    const since = first.shown()?.status_since
    await first.clock.pass(MINUTE)
    const second = await again(first)
    await second.clock.pass(10 * MINUTE)
    expect(second.shown()?.status).toBe(5)
    second.devices.status({ device: 'd', status: 1 })
    expect([second.shown()?.status, second.shown()?.status_since]).toEqual([1, since])
    const third = await again(first)
    await third.clock.pass(10 * MINUTE)
    third.devices.status({ device: 'd', status: 2 })
    expect(third.shown()?.status_since).toBe(new Date(third.clock.now()).toISOString())
  })

  test('whoever waits to hear of it hears when its driver speaks, and at once where nothing is awaited', async () => {
    const first = world()
    first.devices.upsert('hand', device())
    await first.devices.heard('d')
    await first.devices.heard('nobody')
    const second = await again(first)
    const heard: string[] = []
    for (const who of ['a', 'b']) void second.devices.heard('d').then(() => heard.push(who))
    await settle()
    expect(heard).toEqual([])
    second.devices.status({ device: 'd', status: 5 })
    await settle()
    expect(heard).toEqual(['a', 'b'])
    await second.devices.heard('d')
  })

  test('of drivers that are no more nothing is taken over', async () => {
    const first = world()
    first.devices.upsert('gone', device())
    expect((await again(first)).devices.all()).toEqual([])
  })

  test('stays "replaced" whatever the driver says, until that is taken back', () => {
    const { devices, names, shown } = world()
    devices.upsert('hand', device())
    names()
    devices.retire('d')
    devices.retire('d')
    devices.retire('x')
    expect([names(), shown()?.status]).toEqual([['device_status_changed'], 6])
    devices.status({ device: 'd', status: 5, reason: 'bridge' as never })
    expect([names(), shown()?.status]).toEqual([[], 6])
    devices.unretire('d')
    devices.unretire('d')
    expect([names(), shown()?.status, shown()?.status_reason]).toEqual([
      ['device_status_changed'],
      5,
      'bridge',
    ])
    devices.status({ device: 'd', status: 1 })
    expect(shown()?.status).toBe(1)
  })

  test('of the radio is taken in without a word', async () => {
    const { devices, names, shown, store, storage } = world()
    devices.upsert('hand', device())
    await storage.flush()
    names()
    const puts = store.puts.length
    devices.link({ device: 'd', lqiValue: 7 })
    devices.link({ device: 'x', lqiValue: 7, route: [] })
    await storage.flush()
    expect([shown()?.lqiValue, store.puts.length]).toEqual([7, puts])
    devices.link({ device: 'd', route: ['a', 'b'], routeTimestamp: 't' })
    await storage.flush()
    expect([shown()?.lqiValue, shown()?.route, shown()?.routeTimestamp]).toEqual([7, ['a', 'b'], 't'])
    expect([store.puts.length, names()]).toEqual([puts + 1, []])
  })
})

describe('names that a replacement moves', () => {
  test('go to the successor, and back', async () => {
    const { devices, storage } = world()
    devices.upsert('hand', device({ id: 'old', device_name: 'Lamp' }))
    devices.upsert('hand', device({ id: 'new', device_name: 'Thing' }))
    const { references } = devices
    expect([references.count('old'), references.count('x')]).toEqual([1, 0])
    const move = references.move('old', 'new', [])
    expect([move.back, devices.get('new')?.view.device_name]).toEqual(['Thing', 'Thing'])
    await storage.now(move.entries)
    move.commit({})
    expect(devices.get('new')?.view.device_name).toBe('Lamp')
    devices.upsert('hand', device({ id: 'new', device_name: 'Thing' }))
    expect(devices.get('new')?.view.device_name).toBe('Lamp')
    references.revert('old', 'new', move.back).commit({})
    expect(devices.get('new')?.view.device_name).toBe('Thing')
    references.revert('old', 'new', undefined).commit({})
    expect(devices.get('new')?.view.device_name).toBe('new')
    references.move('old', 'x', []).commit({})
    expect(devices.all()).toHaveLength(2)
  })
})

test('whoever listens to a device hears what it reports, and nothing more once he stops', () => {
  const { devices, report } = world()
  const heard: unknown[] = []
  const stop = devices.overhear('d', ({ property, value }) => void heard.push([property, value]))
  report('p', 1)
  report('unknown', 2)
  stop()
  report('p', 3)
  expect(heard).toEqual([
    ['p', 1],
    ['unknown', 2],
  ])
})
