import { describe, expect, test } from 'vitest'
import { outranks } from './rights.ts'

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
