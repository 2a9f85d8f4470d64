import { describe, expect, test } from 'vitest'
import conditions from '#schemas/definitions/condition.json' with { type: 'json' }
import { createRights, outranks } from './rights.ts'

describe('who may touch whose account', () => {
  test.each([
    ['an administrator', ['admin'], 'a person', ['users'], true],
    ['an administrator who may only look', ['admin', 'viewer'], 'a person', ['users'], true],
    ['a person', ['users'], 'an administrator who may only look', ['admin', 'viewer'], false],
    ['an administrator', ['admin'], 'one with a sub-role', ['admin', 'keeper'], true],
    ['one with a sub-role', ['admin', 'keeper'], 'an administrator', ['admin'], false],
    ['a keeper', ['admin', 'keeper'], 'a viewer', ['admin', 'viewer'], true],
    ['a viewer', ['admin', 'viewer'], 'a keeper', ['admin', 'keeper'], false],
    ['a keeper', ['admin', 'keeper'], 'another', ['admin', 'keeper'], false],
    ['a sub-role that nobody knows', ['admin', 'unheard-of'], 'a viewer', ['admin', 'viewer'], false],
  ])('Z-01 %s %j may more than %s %j: %s', (_who, groups, _whom, others, more) => {
    expect(outranks(groups, others)).toBe(more)
  })
})

// 2.1-020
test('there are exactly two roles, users and admin; whoever has another one may use nothing', async () => {
  const known = conditions.oneOf.flatMap(({ properties }) =>
    'role' in properties ? (properties.role?.enum ?? []) : [],
  )
  expect(known.toSorted()).toEqual(['admin', 'users'])
  const roles = ['users', 'admin', 'support', 'owner', 'secondary', 'testers', '']
  const rights = createRights({
    accounts: { find: async (id: string) => ({ groups: [id] }) },
  } as unknown as Parameters<typeof createRights>[0])
  const may = await Promise.all(roles.map((role) => rights.hasRole(role)))
  expect(roles.filter((_role, at) => may[at])).toEqual(['users', 'admin'])
})
