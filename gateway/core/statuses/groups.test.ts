import { describe, expect, test } from 'vitest'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { MemoryStore } from '../../../tests/gateway/kit.ts'
import { TestClock } from '../../../tests/gateway/test-clock.ts'
import { ObjectHistory } from '../history/object-history.ts'
import { Objects } from '../history/objects.ts'
import { WriteBehindStore } from '../store/write-behind-store.ts'
import { Statuses } from './statuses.ts'

const status = (id: string, more: Partial<ScenarioStatus> = {}): ScenarioStatus => ({
  ...{ resource_id: id, name: `Status ${id}`, icon: 1, state: false },
  ...more,
})
const person = { kind: 'person', user_id: 'anna' } as const
const rule = { kind: 'rule', rule_id: 'r', run_id: 'run' } as const
const mode = { group: 'Mode' }

function world(shipped: ScenarioStatus[], store = new MemoryStore()) {
  const clock = new TestClock()
  const told: string[] = []
  const heard: string[] = []
  const said = ({ resource_id, state }: ScenarioStatus) => `${resource_id} ${state ? 'on' : 'off'}`
  const history = new ObjectHistory({ clock, storage: new WriteBehindStore(store, clock, () => {}) })
  history.open(store.entries)
  const statuses = new Statuses({
    ...{ clock, history, newId: () => 'new' },
    emit: (event, data) => {
      if (event === 'status_changed') told.push(said(data as ScenarioStatus))
    },
  })
  statuses.open(store.entries, shipped)
  statuses.onSwitch((one) => void heard.push(`${said(one)} of ${on().join()}`))
  const on = (): string[] => statuses.all().flatMap(({ resource_id, state }) => (state ? [resource_id] : []))
  const objects = new Objects(history, [statuses.objects])
  const takeIn = (file: ScenarioStatus[]) => objects.import({ statuses: file }, 'anna')
  return { clock, store, statuses, objects, told, heard, on, takeIn }
}
const three = () => world([status('home', { ...mode, state: true }), status('away', mode), status('night')])

// decision 0260
describe('statuses of one group', () => {
  test('one at most is on: what goes off for another does so first, for the same cause, and is told as usual', async () => {
    const { statuses, on, told, heard, clock } = three()
    await statuses.set('away', true, rule)
    expect(on()).toEqual(['away'])
    expect(told).toEqual(['home off', 'away on'])
    // Whoever hears of the one finds the other as it is.
    expect(heard).toEqual(['home off of away', 'away on of away'])
    expect(statuses.get('home')).toMatchObject({ state: false, since: clock.now(), cause: rule })
  })

  test('they are stored together, or not at all', async () => {
    const { statuses, on, store, told } = three()
    store.broken = true
    await expect(statuses.set('away', true, person)).rejects.toThrow('the disk is full')
    expect([on(), told]).toEqual([['home'], []])
    store.broken = false
    await statuses.set('away', true, person)
    expect(store.puts.at(-1)?.get('status/home')).toMatchObject({ state: false })
    expect(store.puts.at(-1)?.get('status/away')).toMatchObject({ state: true })
    expect(world([], store).on()).toEqual(['away'])
  })

  test('none need be on, and those of no group or of another one stay as they are', async () => {
    const { statuses, on, told } = world([
      ...[status('home', { ...mode, state: true }), status('away', mode)],
      ...[status('night', { state: true }), status('guests', { group: 'Guests', state: true })],
    ])
    await statuses.set('away', true, person)
    expect(on()).toEqual(['away', 'night', 'guests'])
    await statuses.set('away', false, person)
    await statuses.set('away', false, person)
    expect(on()).toEqual(['night', 'guests'])
    expect(told).toEqual(['home off', 'away on', 'away off'])
  })

  test('a status is put into a group, under the name that it has, and out of it again', async () => {
    const { statuses, on } = three()
    await statuses.update('night', { group: ' mode ' }, 'anna')
    expect(statuses.get('night')).toMatchObject(mode)
    await statuses.set('night', true, person)
    expect(on()).toEqual(['night'])
    await statuses.update('night', { name: 'Other' }, 'anna')
    expect(statuses.get('night')).toMatchObject(mode)
    await statuses.update('night', { group: null }, 'anna')
    expect(statuses.get('night')).not.toHaveProperty('group')
    await statuses.set('home', true, person)
    expect(on()).toEqual(['home', 'night'])
    const { resource_id } = await statuses.create({ name: 'Vacation', icon: 3, ...mode }, 'anna')
    await statuses.set(resource_id, true, person)
    expect(on()).toEqual(['night', 'new'])
  })

  test('one that is on and comes to others goes off where another one is, and says so', async () => {
    const { statuses, on, told, heard } = three()
    await statuses.set('night', true, person)
    told.length = 0
    await statuses.update('night', mode, 'anna')
    expect([on(), told, heard.at(-1)]).toEqual([['home'], ['night off'], 'night off of home'])
    expect(statuses.get('night')).not.toHaveProperty('cause')
    await statuses.update('home', { group: null }, 'anna')
    await statuses.update('home', { group: 'Mode' }, 'anna')
    expect(on()).toEqual(['home'])
  })

  test('a file and an earlier version put them together as somebody does', async () => {
    const all = [status('a', { state: true }), status('b', { state: true }), status('c')]
    const { takeIn, on, told, statuses, objects } = world(all)
    await takeIn(all.map((one) => ({ ...one, ...mode })))
    expect(on()).toEqual(['b'])
    expect(told).toEqual(['a off', 'b on', 'c off'])
    await objects.restore('status', 'b', 1, 'anna')
    expect(statuses.get('b')).not.toHaveProperty('group')
    expect(on()).toEqual(['b'])
  })

  test('a backup keeps the group', async () => {
    const { statuses } = three()
    const { statuses: kept } = statuses.contents.content() as Pick<HomeContent, 'statuses'>
    expect(kept).toEqual([
      { resource_id: 'home', name: 'Status home', icon: 1, group: 'Mode' },
      { resource_id: 'away', name: 'Status away', icon: 1, group: 'Mode' },
      { resource_id: 'night', name: 'Status night', icon: 1 },
    ])
  })
})
