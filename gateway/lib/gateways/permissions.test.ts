import { describe, expect, test } from 'vitest'
import list from '#catalogue/permissions.json' with { type: 'json' }
import { forbiddenTo, subroleOf } from './permissions.ts'

const small = {
  everybody: { commands: [], operations: [] },
  permissions: {
    control: { commands: ['set'], operations: [] },
    gateway: { commands: [], operations: ['rename', 'read'] },
    office: { commands: [], operations: ['read'] },
  },
  subroles: {
    viewer: [],
    operator: ['control'],
    clerk: ['office'],
    keeper: ['control', 'gateway', 'office'],
  },
}
const names = (subrole: string | undefined) => {
  const { operations, commands } = forbiddenTo(subrole, small)
  return [...operations, ...commands].toSorted()
}

// 1.6-002, 1.6-003
describe('spec 1 §6 sub-roles', () => {
  test('the second entry of the groups is the sub-role; most people have none', () => {
    expect(subroleOf(['users'])).toBeUndefined()
    expect(subroleOf(undefined)).toBeUndefined()
    expect(subroleOf(['admin', 'viewer', 'keeper'])).toBe('viewer')
  })

  test('without a sub-role nothing is forbidden', () => expect(names(undefined)).toEqual([]))

  test.each([
    ['viewer', ['read', 'rename', 'set']],
    ['operator', ['read', 'rename']],
    ['clerk', ['rename', 'set']],
    ['keeper', []],
  ])('%s may not do what his permissions do not name', (subrole, forbidden) => {
    expect(names(subrole)).toEqual(forbidden)
  })

  test.each(['', 'Viewer', 'nobody', 'constructor', '__proto__', 'toString'])(
    'the unknown sub-role %j has no permission at all',
    (subrole) => expect(names(subrole)).toEqual(['read', 'rename', 'set']),
  )

  test('the shipped list lets an operator switch and a keeper do what a home needs', () => {
    const { control, devices, scenes, gateway } = list.permissions
    const making = [...devices.commands, ...scenes.commands, ...gateway.commands]
    expect(forbiddenTo('operator', list).commands).toEqual(new Set(making))
    expect(forbiddenTo('viewer', list).commands).toEqual(new Set([...control.commands, ...making]))
    expect(forbiddenTo('keeper', list).operations).not.toContain('renameGateway')
    expect(forbiddenTo('manager', list).operations.size).toBe(0)
  })
})
