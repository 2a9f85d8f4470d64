import { describe, expect, test } from 'vitest'
import { situationOf } from '#engine/testing/render-screen.tsx'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { backFrom } from '../tabs.ts'
import { begun, stepped, takenBack } from './history.ts'
import { isEmptySet, moveSet, pauseOf, putBehind, putStatusTrigger, removeSet } from './rule-edit.ts'
import {
  putAlarm,
  putNotification,
  putSetting,
  removeAlarm,
  removeNotification,
  removeSetting,
} from './set-edit.ts'

const set: ActionSet = { id: 's', name: 'Set' }
const lamp = { id: 'lamp', name: 'Lamp' }
const on = { service_name: 'LightService', property_name: 'state', value: true }
const level = { service_name: 'LightService', property_name: 'level', value: 40 }
const rule: Rule = { id: 'r', name: 'R', rule_logic: 'OR', active: false }

describe('spec 2 §3 action sets', () => {
  // 2.3-081 2.3-083
  test('a device stands once, with all its settings; the first of them stands in its own fields', () => {
    const both = putSetting(putSetting(set, lamp, on), lamp, level)
    expect(both.devices).toEqual([
      { id: 'lamp', device_name: 'Lamp', settings: [on, level], device_value: true, property_name: 'state' },
    ])
    const one = removeSetting(both, 'lamp', on)
    expect(one.devices).toMatchObject([{ settings: [level], device_value: 40, property_name: 'level' }])
    expect(isEmptySet(removeSetting(one, 'lamp', level))).toBe(true)
  })

  // 2.3-093 2.3-090 2.3-091
  test('count what they send and raise', () => {
    const mail = putNotification(set, { notification_id: 'm', type: 0, short_desc: 'A' })
    const all = putAlarm(putNotification(mail, { notification_id: 'p', type: 1, short_desc: 'B' }), 1001)
    expect(all).toMatchObject({ notification: 1, push_notification: 1, alarm_notification: 1 })
    expect(all.notifications?.[0]).toMatchObject({ notification_id: 'm', scene_id: 's' })
    expect(removeAlarm(removeNotification(all, 'm'), 1001)).toMatchObject({
      notification: 0,
      push_notification: 1,
      alarm_notification: 0,
    })
  })

  // 2.3-095 2.5-054
  test('a pause has the reserved name and its time in ms', () => {
    expect(pauseOf('p', 10_000)).toEqual({ id: 'p', name: 'D#E#L#A#Y', delay: 10_000 })
  })

  // decision 0263
  test.each<[string, (rule: Rule) => Rule, string]>([
    ['the first one is taken out', (rule) => removeSet(rule, 'b'), 'a c:one d:or e'],
    ['the first one is moved behind the second', (rule) => moveSet(rule, 'b', 2), 'a c:one b:or d:or e'],
    ['the last one is moved to their beginning', (rule) => moveSet(rule, 'd', 1), 'a d:one b:or c:or e'],
    ['another step comes among them', (rule) => moveSet(rule, 'a', 2), 'b:one c:or a d:one e'],
    ['one is moved away', (rule) => moveSet(rule, 'c', 4), 'a b:one d:or e c:one'],
    [
      'one more is added',
      (rule) => putBehind(rule, 'c', { id: 'x', name: 'x', by_chance: 'or' }),
      'a b:one c:or x:or d:or e',
    ],
  ])('of which chance draws one belong together where %s', (_what, change, wanted) => {
    const chances = { b: 'one', c: 'or', d: 'or' } as const
    const scenes = ['a', 'b', 'c', 'd', 'e'].map((id): ActionSet => {
      const by_chance = Object.entries(chances).find(([one]) => one === id)?.[1]
      return { id, name: id, ...(by_chance && { by_chance }) }
    })
    const changed = change({ ...rule, scenes }).scenes ?? []
    expect(changed.map(({ id, by_chance }) => (by_chance ? `${id}:${by_chance}` : id)).join(' ')).toBe(wanted)
  })

  test('of two choices that follow on each other each keeps its own steps', () => {
    const scenes: ActionSet[] = [
      { id: 'a', name: 'a', by_chance: 'one' },
      { id: 'b', name: 'b', by_chance: 'or' },
      { id: 'c', name: 'c', by_chance: 'one' },
      { id: 'd', name: 'd', by_chance: 'or' },
    ]
    const left = removeSet({ ...rule, scenes }, 'a').scenes ?? []
    expect(left.map(({ by_chance }) => by_chance)).toEqual(['one', 'one', 'or'])
  })

  test('are moved before and behind one another; what is not there moves nothing', () => {
    const three: Rule = { ...rule, scenes: ['a', 'b', 'c'].map((id) => ({ id, name: id })) }
    const order = (moved: Rule) => moved.scenes?.map(({ id }) => id).join('')
    expect(order(moveSet(three, 'a', 2))).toBe('bca')
    expect(order(moveSet(three, 'c', 0))).toBe('cab')
    expect(moveSet(three, 'x', 0)).toBe(three)
  })
})

test('a status begins a scene as on or as off, never as both', () => {
  const away = { resource_id: 'away', name: 'Away', state: true }
  const both = putStatusTrigger(putStatusTrigger(rule, away), { ...away, state: false })
  expect(both.statuses).toEqual([{ ...away, state: false }])
})

describe('steps', () => {
  const named = (name: string): Rule => ({ ...rule, name })

  test('are taken back one by one; those of one kind in a row count as one', () => {
    let built = stepped(begun(rule), named('a'), false)
    built = stepped(built, named('ab'), true)
    built = stepped(built, named('abc'), true)
    expect(takenBack(built).rule).toBe(rule)
    expect(takenBack(takenBack(built)).rule).toBe(rule)
  })
})

// 2.4-071 2.4-072 2.4-073 2.4-074 2.4-075 2.4-076 2.4-077
test.each([
  ['choose', false, undefined],
  ['triggerForm', false, 'choose'],
  ['deviceTrigger', false, 'triggerForm'],
  ['deviceTrigger', true, 'choose'],
  ['actions', false, 'choose'],
  ['actionForm', false, 'actions'],
  ['other', false, 'actions'],
] as const)('spec 2 §4: back from %s (editing: %s) leads to %s', (tab, editing, to) => {
  expect(backFrom(tab, situationOf(), editing)).toBe(to)
})
