import { describe, expect, test } from 'vitest'
import schema from '#schemas/entities/object-version.json' with { type: 'json' }
import { homeWith } from '../../../../tests/gateway/kit.ts'
import { acts, ruleOf } from '../../../../tests/gateway/rules-kit.ts'

const status = { resource_id: 's', name: 'First', icon: 1, state: false }
const floors = [
  { floor_id: 'f', floor_name: 'First', rooms: [{ room_id: 'r', room_name: 'First', devices: [] }] },
]
async function house() {
  const rules = [ruleOf('u', { name: 'First' })]
  const { ask } = await homeWith([], { rules, statuses: [status], floors })
  const data = async (command: string, params: object = {}): Promise<Record<string, unknown>> => {
    const answer = await ask(command, params)
    if (answer.code !== 0) throw new Error(`${command}: ${answer.message}`)
    return answer.data as Record<string, unknown>
  }
  return { ask, data }
}

/** How each kind is named anew and deleted: a new kind needs a line here, and nothing else of this file. */
const kinds = {
  rule: {
    id: 'u',
    name: ['update_rule_info', { rule_id: 'u', name: 'Second' }],
    remove: ['delete_rule', { rule_id: 'u' }],
  },
  status: {
    id: 's',
    name: ['update_scenario_status', { resource_id: 's', name: 'Second' }],
    remove: ['delete_scenario_status', { resource_id: 's' }],
  },
  floor: {
    id: 'f',
    name: ['rename_floor', { floor_id: 'f', floor_name: 'Second' }],
    remove: ['remove_floor', { floor_id: 'f' }],
  },
  room: {
    id: 'r',
    name: ['rename_room', { floor_id: 'f', room_id: 'r', room_name: 'Second' }],
    remove: ['remove_room', { floor_id: 'f', room_id: 'r' }],
  },
} as const

test('every kind of object that has versions is tried here', () => {
  expect(Object.keys(kinds)).toEqual(schema.properties.kind.enum)
})

describe.each(Object.entries(kinds))('a %s', (kind, { id, name, remove }) => {
  test('comes back as the version that was asked for, as a new version, also when it was deleted', async () => {
    const { ask, data } = await house()
    const versions = async () => {
      const answer = await data('get_object_history', { kind, id })
      return (answer.versions as { change: string; name: string }[]).map((one) => `${one.change} ${one.name}`)
    }
    await data(name[0], name[1])
    await data('restore_object', { kind, id, version: 1 })
    expect(await versions()).toEqual(['restored First', 'updated Second', 'created First'])
    await data(remove[0], remove[1])
    const { objects } = await data('get_deleted_objects', { kind })
    expect(objects).toEqual([expect.objectContaining({ kind, id, change: 'deleted', name: 'First' })])
    await data('restore_object', { kind, id, version: 4 })
    expect((await versions())[0]).toBe('restored First')
    expect((await data('get_deleted_objects', { kind })).objects).toEqual([])
    for (const wrong of [{ version: 99 }, { id: 'x' }])
      expect((await ask('restore_object', { kind, id, version: 1, ...wrong })).code).toBe(404)
  })
})

describe('what comes in from a file', () => {
  test('is taken in all or not at all, whatever is wrong with any of it', async () => {
    const { ask, data } = await house()
    const other = [{ floor_id: 'g', floor_name: 'Attic', rooms: [] }]
    const rules = [ruleOf('v', { name: 'Other' })]
    const taken = { ...status, resource_id: 't' }
    const answer = await ask('import_objects', { floors: other, rules, statuses: [taken] })
    expect(answer).toMatchObject({ code: 409, message: 'name_exists' })
    expect((await data('get_layout')).floors).toEqual(floors)
    expect((await data('get_rules')).rules).toHaveLength(1)
    const twice = await ask('import_objects', { floors: other, rules: [...rules, ...rules] })
    expect(twice.code).toBe(400)
    expect((await data('get_layout')).floors).toEqual(floors)
  })

  test('a rule stays on whose status comes with it', async () => {
    const { data } = await house()
    const away = { resource_id: 'away', name: 'Away', icon: 2, state: true }
    const rule = ruleOf('v', {
      active: true,
      statuses: [away],
      scenes: [acts('set', { statuses: [away] })],
    })
    const file = { rules: [rule], statuses: [away] }
    expect(await data('import_objects', file)).toEqual({ created: 2, changed: 0 })
    const { rules } = await data('get_rules', { rule_ids: ['v'] })
    expect(rules).toMatchObject([{ active: true }])
  })
})
