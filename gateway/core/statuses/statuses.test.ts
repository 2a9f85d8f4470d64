import { describe, expect, test } from 'vitest'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { MemoryStore } from '../../../tests/gateway/kit.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { ObjectHistory } from '../history/object-history.ts'
import { Objects } from '../history/objects.ts'
import { WriteBehindStore } from '../store/write-behind-store.ts'
import { Statuses } from './statuses.ts'

const status = (id: string, more: Partial<ScenarioStatus> = {}): ScenarioStatus => ({
  resource_id: id,
  name: `Status ${id}`,
  icon: 1,
  state: false,
  ...more,
})
const person = { kind: 'person', user_id: 'anna' } as const

function world({ store = new MemoryStore(), shipped = [] as ScenarioStatus[] } = {}) {
  const clock = new TestClock()
  const events: [string, unknown][] = []
  const storage = new WriteBehindStore(store, clock, () => {})
  const history = new ObjectHistory({ clock, storage })
  history.open(store.entries)
  let ids = 0
  const statuses = new Statuses({
    clock,
    history,
    newId: () => `new${++ids}`,
    emit: (event, data) => void events.push([event, data]),
  })
  statuses.open(store.entries, shipped)
  const objects = new Objects(history, [statuses.objects])
  const takeIn = (file: ScenarioStatus[]) => objects.import({ statuses: file }, 'anna')
  const restore = (id: string, version: number, user = 'anna') => objects.restore('status', id, version, user)
  const names = () => events.splice(0).map(([event]) => event)
  return { clock, store, statuses, history, events, names, takeIn, restore }
}

describe('statuses of a home', () => {
  test('are those that it came with until it has its own', async () => {
    const first = world({ shipped: [status('a'), status('b')] })
    expect(first.statuses.all()).toHaveLength(2)
    expect(first.store.entries.size).toBe(0)
    await first.statuses.delete('a', 'anna')
    const again = world({ store: first.store, shipped: [status('a'), status('b'), status('c')] })
    expect(again.statuses.all()).toEqual([status('b')])
  })

  test.each(['create', 'update', 'set', 'import'] as const)(
    'all that it came with are stored with the first one that is changed by %s',
    async (what) => {
      const { takeIn, store, statuses } = world({ shipped: [status('a'), status('b')] })
      if (what === 'create') await statuses.create({ name: 'New', icon: 2 }, 'anna')
      if (what === 'update') await statuses.update('a', { icon: 2 }, 'anna')
      if (what === 'set') await statuses.set('a', true, person)
      if (what === 'import') await takeIn([status('a', { icon: 2 })])
      const again = world({ store }).statuses.all()
      expect(again).toEqual(statuses.all())
      expect(again.map(({ resource_id }) => resource_id)).toEqual(
        what === 'create' ? ['a', 'b', 'new1'] : ['a', 'b'],
      )
    },
  )

  test('are two hundred at most', async () => {
    const { statuses } = world({ shipped: Array.from({ length: 199 }, (_, at) => status(`s${at}`)) })
    await statuses.create({ name: 'the last', icon: 1 }, 'anna')
    await expect(statuses.create({ name: 'one more', icon: 1 }, 'anna')).rejects.toMatchObject({ code: 409 })
    expect(statuses.all()).toHaveLength(200)
  })

  test('have a name that can be read, and each its own, whatever its case', async () => {
    const { statuses, names } = world({ shipped: [status('a', { name: 'Away' }), status('b')] })
    await expect(statuses.create({ name: '  ', icon: 1 }, 'anna')).rejects.toMatchObject({ code: 400 })
    await expect(statuses.create({ name: ' away ', icon: 1 }, 'anna')).rejects.toMatchObject({ code: 409 })
    await expect(statuses.update('b', { name: 'AWAY' }, 'anna')).rejects.toMatchObject({ code: 409 })
    await statuses.update('a', { name: 'AWAY' }, 'anna')
    expect(statuses.get('a')?.name).toBe('AWAY')
    expect(names()).toEqual(['status_changed'])
  })

  test('that are not there cannot be changed', async () => {
    const { restore, statuses, events } = world()
    for (const tried of [
      () => statuses.update('x', { icon: 2 }, 'anna'),
      () => statuses.delete('x', 'anna'),
      () => statuses.set('x', true, person),
      () => restore('x', 1),
    ])
      await expect(tried()).rejects.toMatchObject({ code: 404 })
    expect(events).toEqual([])
  })

  test('a change that changes nothing is none', async () => {
    const { takeIn, statuses, store, names } = world({ shipped: [status('a')] })
    await statuses.update('a', {}, 'anna')
    await statuses.update('a', { name: 'Status a', icon: 1 }, 'anna')
    await statuses.set('a', false, person)
    await takeIn([status('a', { state: true })])
    expect([names(), store.puts]).toEqual([[], []])
    await statuses.update('a', { icon: 2 }, 'anna')
    await statuses.update('a', { name: 'Other' }, 'anna')
    expect(statuses.get('a')).toEqual(status('a', { icon: 2, name: 'Other' }))
    expect(names()).toHaveLength(2)
  })

  test('a switch says when and why, and whoever listens hears of it until he does not', async () => {
    const { clock, statuses, names } = world({ shipped: [status('a')] })
    const heard: boolean[] = []
    const stop = statuses.onSwitch(({ state }) => void heard.push(state))
    await statuses.set('a', true, person)
    expect(statuses.get('a')).toEqual(status('a', { state: true, since: clock.now(), cause: person }))
    stop()
    await statuses.set('a', false, person)
    expect([heard, names()]).toEqual([[true], ['status_changed', 'status_changed']])
  })

  test('a change of its name leaves it on', async () => {
    const { takeIn, statuses } = world({ shipped: [status('a')] })
    await statuses.set('a', true, person)
    await statuses.update('a', { name: 'Other' }, 'anna')
    await takeIn([status('a', { name: 'Third' })])
    expect(statuses.get('a')).toMatchObject({ name: 'Third', state: true, cause: person })
  })

  test('what could not be stored did not happen, and the next change can', async () => {
    const { statuses, store, events } = world({ shipped: [status('a')] })
    store.broken = true
    for (const tried of [
      () => statuses.create({ name: 'New', icon: 1 }, 'anna'),
      () => statuses.update('a', { icon: 2 }, 'anna'),
      () => statuses.delete('a', 'anna'),
      () => statuses.set('a', true, person),
    ])
      await expect(tried()).rejects.toThrow('the disk is full')
    expect([statuses.all(), events]).toEqual([[status('a')], []])
    store.broken = false
    await statuses.set('a', true, person)
    expect(statuses.get('a')?.state).toBe(true)
  })
})

describe('statuses that come back', () => {
  test('as they were, and stay on or off as they are', async () => {
    const { restore, statuses, history, names } = world({ shipped: [status('a')] })
    await statuses.update('a', { name: 'Second', icon: 2 }, 'anna')
    await statuses.set('a', true, person)
    names()
    await restore('a', 1, 'beat')
    expect(statuses.get('a')).toMatchObject({ name: 'Status a', icon: 1, state: true, cause: person })
    expect(names()).toEqual(['status_changed'])
    expect(history.of('status', 'a')[0]).toMatchObject({ change: 'restored', user_id: 'beat', version: 3 })
  })

  test('after they were deleted: off, and as new ones', async () => {
    const { restore, statuses, store, names } = world({ shipped: [status('a')] })
    await statuses.set('a', true, person)
    await statuses.update('a', { icon: 2 }, 'anna')
    await statuses.delete('a', 'anna')
    names()
    await restore('a', 2)
    expect(statuses.get('a')).toEqual(status('a', { icon: 2 }))
    expect(names()).toEqual(['new_status_created'])
    expect(world({ store }).statuses.all()).toEqual([status('a', { icon: 2 })])
  })

  test('not under a name that another has meanwhile', async () => {
    const { restore, statuses } = world({ shipped: [status('a'), status('b')] })
    await statuses.delete('a', 'anna')
    await statuses.update('b', { name: 'Status a' }, 'anna')
    await expect(restore('a', 1)).rejects.toMatchObject({ code: 409 })
  })
})

describe('statuses from a file', () => {
  const file = [
    status('a'),
    status('b', { icon: 2 }),
    status('c', { name: 'Other' }),
    status('d', { state: true }),
  ]
  const three = () => world({ shipped: [status('a'), status('b'), status('c')] })

  test('are counted, and taken in all or not at all', async () => {
    const { statuses, takeIn } = three()
    const before = statuses.all()
    await expect(takeIn([...file, status('e', { name: ' ' })])).rejects.toThrow('The name is not valid')
    await expect(takeIn([...file, status('e', { name: 'other' })])).rejects.toThrow('name_exists')
    await expect(takeIn([...file, status('a', { icon: 3 })])).rejects.toThrow('twice')
    const many = Array.from({ length: 198 }, (_, at) => status(`many${at}`))
    await expect(takeIn(many)).rejects.toThrow('too many')
    expect(statuses.all()).toEqual(before)
    expect(await takeIn(file)).toEqual({ created: 1, changed: 2 })
    expect(await takeIn(file)).toEqual({ created: 0, changed: 0 })
  })

  test('change what is there, and come off where they are new', async () => {
    const { takeIn, statuses, history, names } = three()
    await takeIn(file)
    expect(statuses.all()).toEqual([
      status('a'),
      status('b', { icon: 2 }),
      status('c', { name: 'Other' }),
      status('d'),
    ])
    expect(names()).toEqual(['status_changed', 'status_changed', 'new_status_created'])
    expect(history.of('status', 'd')[0]?.change).toBe('imported')
  })
})
