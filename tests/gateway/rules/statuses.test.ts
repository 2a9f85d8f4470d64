import { describe, expect, test } from 'vitest'
import type { CommandName } from '#gateway/core/ports.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { ScenarioStatus } from '#schemas/generated/entities/scenario-status.ts'
import { answers, tells } from '../contract.ts'
import { homeWith, MemoryStore } from '../kit.ts'

const DESCRIBED = new Set(['scenario_changed', 'status_changed', 'new_status_created', 'status_deleted'])

const open = async (store = new MemoryStore(), statuses: readonly ScenarioStatus[] = []) => {
  const given = await homeWith([], { store, statuses })
  const data = async <N extends CommandName>(command: N, params: unknown = {}, more = {}) => {
    const answer = await given.ask(command, params, more)
    expect(answer, command).toMatchObject({ code: 0 })
    expect(answers(answer.data, command), command).toBe(true)
    for (const told of given.events)
      if (DESCRIBED.has(told.event)) expect(tells(told.data, told.event), told.event).toBe(true)
    return answer.data as Commands[N]['data']
  }
  const all = async () => (await data('get_scenario_statuses_collection')).collection
  return { ...given, data, all }
}

describe('spec 2 §3 statuses', () => {
  // 2.1-013, 2.7-082, 2.7-083
  test('are created and set, and read in each of the three forms', async () => {
    const { data, all } = await open()
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    await data('set_scenario_status', { resource_id, state: true })
    const status = { resource_id, name: 'away', icon: 15, state: true }
    expect(await all()).toMatchObject([{ ...status, cause: { kind: 'person', user_id: 'anna' } }])
    expect((await data('get_scenario_statuses')).statuses).toMatchObject([status])
    expect((await data('get_statuses')).statuses).toEqual([
      { resource_id, name: 'away', icon: 15, enabled: true },
    ])
  })

  // 2.4-086, 2.4-087
  test('tell of being created, switched and deleted', async () => {
    const { data, events } = await open()
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    await data('set_scenario_status', { resource_id, state: true })
    await data('set_scenario_status', { resource_id, state: true })
    await data('delete_scenario_status', { resource_id })
    expect(events.map(({ event }) => event)).toEqual([
      'new_status_created',
      'status_changed',
      'status_deleted',
    ])
  })

  // 2.3-131
  test.each([-1, 20, 1.5])('icon %d is none', async (icon) => {
    const { ask } = await open()
    expect((await ask('create_scenario_status', { name: 'away', icon })).code).toBe(400)
  })

  test('have each name once', async () => {
    const { data, ask } = await open()
    await data('create_scenario_status', { name: 'away', icon: 15 })
    const { resource_id } = await data('create_scenario_status', { name: 'night', icon: 5 })
    expect(await ask('update_scenario_status', { resource_id, name: 'Away' })).toMatchObject({
      code: 409,
      message: 'name_exists',
    })
    await data('update_scenario_status', { resource_id, name: 'sleep', icon: 8 })
  })

  test('come back after they were deleted, switched off', async () => {
    const { data, all } = await open()
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    await data('set_scenario_status', { resource_id, state: true })
    await data('delete_scenario_status', { resource_id })
    await data('restore_object', { kind: 'status', id: resource_id, version: 2 })
    expect(await all()).toEqual([{ resource_id, name: 'away', icon: 15, state: false }])
  })

  test('those that a home came with are its own from the first change on', async () => {
    const store = new MemoryStore()
    const shipped = [
      { resource_id: 'a', name: 'away', icon: 15, state: false },
      { resource_id: 'b', name: 'night', icon: 5, state: false },
    ]
    const { data, home } = await open(store, shipped)
    await data('set_scenario_status', { resource_id: 'b', state: true })
    await data('delete_scenario_status', { resource_id: 'a' })
    await home.stop()
    const again = await open(store, shipped)
    expect(await again.all()).toMatchObject([{ resource_id: 'b', state: true }])
  })

  test('the first version of what a home came with is how it was then', async () => {
    const shipped = [{ resource_id: 'a', name: 'away', icon: 15, state: false }]
    const { data, all } = await open(new MemoryStore(), shipped)
    await data('update_scenario_status', { resource_id: 'a', name: 'gone' })
    const { versions } = await data('get_object_history', { kind: 'status', id: 'a' })
    expect(versions).toMatchObject([
      { version: 2, change: 'updated', name: 'gone', user_id: 'anna' },
      { version: 1, change: 'created', name: 'away' },
    ])
    await data('restore_object', { kind: 'status', id: 'a', version: 1 })
    expect(await all()).toMatchObject([{ name: 'away' }])
  })

  test('a switch that could not be stored did not happen', async () => {
    const store = new MemoryStore()
    const { data, ask, all } = await open(store)
    const { resource_id } = await data('create_scenario_status', { name: 'away', icon: 15 })
    store.broken = true
    expect((await ask('set_scenario_status', { resource_id, state: true })).code).toBe(500)
    store.broken = false
    expect(await all()).toMatchObject([{ state: false }])
  })
})
