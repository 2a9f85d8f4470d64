import { expect, test } from 'vitest'
import { enabled } from './enablement.ts'

// 2.4-017
test.each([1, 2] as const)('spec 2 §4 status %i enables all controls', (status) => {
  expect(enabled(status, {})).toBe(true)
})

// 2.4-018
test('spec 2 §4 status 5 enables only the properties marked doNotDisable', () => {
  expect(enabled(5, { doNotDisable: true })).toBe(true)
  expect(enabled(5, {})).toBe(false)
  expect(enabled(5, { enabledWhenRestricted: true })).toBe(false)
})

// 2.4-019
test('spec 2 §4 status 7 enables only the properties marked enabled when restricted', () => {
  expect(enabled(7, { enabledWhenRestricted: true })).toBe(true)
  expect(enabled(7, {})).toBe(false)
  expect(enabled(7, { doNotDisable: true })).toBe(false)
})

// 2.4-020
test.each([0, 3, 4, 6] as const)('spec 2 §4 status %i disables the controls', (status) => {
  expect(enabled(status, { doNotDisable: true, enabledWhenRestricted: true })).toBe(false)
})
