import { beforeEach, expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { START } from '../place.ts'
import { keep, readKept } from './kept.ts'

const named = (name: string): Rule => ({ id: 'r', name, rule_logic: 'OR', active: true })
const kept = { rule: named('now'), base: named('first'), place: START }

beforeEach(() => sessionStorage.clear())

test('what was built is read back with the steps that can be taken back', () => {
  const past = [named('one'), named('two')]
  keep('GW1', 'r', { ...kept, past })
  expect(readKept('GW1', 'r')).toEqual({ ...kept, past })
  expect(readKept('GW2', 'r')).toBeUndefined()
})

test('of many large steps the last ones are kept, and never so many that the tab has no room for them', () => {
  const past = Array.from({ length: 50 }, (_, n) => named(`${n} ${'x'.repeat(20_000)}`))
  keep('GW1', 'r', { ...kept, past })
  const back = readKept('GW1', 'r')?.past ?? []
  expect(back).toEqual(past.slice(-12))
  expect(JSON.stringify(back).length).toBeLessThan(260_000)
})

test('what an earlier version of the page has kept goes on without steps', () => {
  keep('GW1', 'r', { ...kept, past: [] })
  const key = sessionStorage.key(0) ?? ''
  const { past: _none, ...older } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as typeof kept & {
    past: []
  }
  sessionStorage.setItem(key, JSON.stringify(older))
  expect(readKept('GW1', 'r')).toEqual({ ...kept, past: [] })
})
