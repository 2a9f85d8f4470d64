import { describe, expect, test } from 'vitest'
import type { PlainCondition, Rule } from '#schemas/generated/entities/rule.ts'
import { groupOf, putCondition, removeCondition, withLogic } from './edit.ts'
import { conditionOf, TOP } from './place-asked.ts'

const rule: Rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true }
const status = (id: string, state = true): PlainCondition => ({
  kind: 'status',
  id,
  status: { resource_id: id, name: id, state },
})

describe('what a scene asks before it runs', () => {
  test('begins with its first condition, all of which must hold, and ends with its last', () => {
    const asks = putCondition(putCondition(rule, TOP, status('a')), TOP, status('b'))
    expect(asks.only_if).toEqual({ logic: 'ALL', conditions: [status('a'), status('b')] })
    const one = removeCondition(asks, 'a')
    expect(one.only_if?.conditions).toEqual([status('b')])
    expect(removeCondition(one, 'b')).toEqual(rule)
  })

  test('a condition that is changed keeps its place', () => {
    const asks = putCondition(putCondition(rule, TOP, status('a')), TOP, status('b'))
    const changed = putCondition(asks, TOP, status('a', false))
    expect(changed.only_if?.conditions).toEqual([status('a', false), status('b')])
    expect(conditionOf(changed, 'a')).toEqual(status('a', false))
  })

  test('a group begins with its first condition, of which one is enough, and goes with its last', () => {
    const asks = putCondition(putCondition(rule, TOP, status('a')), 'g', status('b'))
    expect(groupOf(asks, 'g')).toEqual({ kind: 'group', id: 'g', logic: 'ANY', conditions: [status('b')] })
    expect(conditionOf(asks, 'b')).toEqual(status('b'))
    expect(removeCondition(asks, 'b').only_if?.conditions).toEqual([status('a')])
    expect(removeCondition(asks, 'g').only_if?.conditions).toEqual([status('a')])
  })

  test('how they go together is said of all of them, and of each group', () => {
    const asks = putCondition(putCondition(rule, TOP, status('a')), 'g', status('b'))
    const said = withLogic(withLogic(asks, TOP, 'NONE'), 'g', 'ALL')
    expect(said.only_if?.logic).toBe('NONE')
    expect(groupOf(said, 'g')?.logic).toBe('ALL')
    expect(putCondition(said, TOP, status('c')).only_if?.logic).toBe('NONE')
    expect(withLogic(rule, TOP, 'NONE')).toEqual(rule)
  })
})
