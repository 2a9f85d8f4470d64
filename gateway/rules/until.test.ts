import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { plainConditions } from '#gateway/lib/scenes/conditions.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionSet, PlainCondition, Rule, Until } from '#schemas/generated/entities/rule.ts'
import { faultsOf } from './faults/faults.ts'
import { needsPlace, speaksBeyond } from './parts.ts'
import type { Naming } from './phrase.ts'
import { planOf } from './plan.ts'
import { speak } from './speak.ts'
import { speechIn } from './testing/speech.ts'
import { wordsOfPause } from './words/actions.ts'
import { wordsOfStep } from './words/runs.ts'

const MINUTE = 60_000
const away: PlainCondition = {
  ...{ kind: 'status', id: 'away' },
  status: { resource_id: 'away', name: 'Away', state: true },
}
const dark: PlainCondition = {
  ...{ kind: 'time', id: 'dark' },
  window: {
    ...{ from: { sun: { event: 'sunset' } }, to: { hour: 23, minute: 0 } },
    repeating: [true, true, true, true, true, true, true],
  },
}
const waits = (until: Until, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: 'p', name: 'D#E#L#A#Y', delay: 10 * MINUTE, until },
  ...more,
})
const tell: ActionSet = { id: 't', name: 'Tell', notifications: [{ type: 1, short_desc: 'Now' }] }
const rule = (...scenes: ActionSet[]): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true, scenes },
})
const naming: Naming = { device: () => undefined, property: () => undefined }

// decision 0202
describe('a pause that is over as soon as something is so', () => {
  test.each<[Partial<Until>, string, string]>([
    [{}, 'Wait 10 minutes at most for: the status “Away” is on', '10 Minuten'],
    [
      { late: 'stop' },
      'Wait 10 minutes at most for: the status “Away” is on; otherwise stop',
      'sonst aufhören',
    ],
    [
      { logic: 'NONE' },
      'Wait 10 minutes at most for: it is not so that the status “Away” is on',
      'Höchstens 10 Minuten warten auf',
    ],
  ])('%j is told in both languages', (more, english, german) => {
    const set = waits({ logic: 'ALL', conditions: [away], ...more })
    expect(speak(wordsOfPause(set, naming), speechIn('ch_EN'))).toBe(english)
    expect(speak(wordsOfPause(set, naming), speechIn('ch_DE'))).toContain(german)
  })

  test('counts with its longest time, and says so in each step that is planned', () => {
    const [wait, told] = planOf(rule(waits({ logic: 'ALL', conditions: [away] }), tell), 0)
    expect([wait?.at, told?.at]).toEqual([0, 10 * MINUTE])
    expect(
      speak(wordsOfStep({ ...wait, kind: 'delay', at: 0, outcome: 'skipped' }, naming), speechIn('ch_EN')),
    ).toMatch(/^Wait 10 minutes at most for: the status “Away” is on/)
  })

  test('is of ours, and what it waits for is among what the rule asks about', () => {
    const one = rule(waits({ logic: 'ALL', conditions: [away, dark] }), tell)
    expect(speaksBeyond(one)).toBe(true)
    expect(needsPlace(one)).toBe(true)
    expect(plainConditions(one)).toEqual([away, dark])
  })

  test.each<[string, ActionSet, string[]]>([
    ['one with its longest time', waits({ logic: 'ALL', conditions: [away] }), []],
    ['no longest time', waits({ logic: 'ALL', conditions: [away] }, { delay: 0 }), ['incomplete']],
    ['nothing that is waited for', waits({ logic: 'ALL', conditions: [] }), ['incomplete']],
    ['a status that is gone', waits({ logic: 'ALL', conditions: [gone()] }), ['status_missing']],
    ['the sun, of a home that is nowhere', waits({ logic: 'ALL', conditions: [dark] }), ['place_unknown']],
    [
      'an action that waits before it',
      { ...tell, delay: 1000, until: { logic: 'ALL', conditions: [gone()] } },
      ['status_missing'],
    ],
    [
      'an action that does not wait',
      { ...tell, until: { logic: 'ALL', conditions: [away] } },
      ['incomplete'],
    ],
  ])('%s', (_what, set, codes) => {
    const home = {
      device: () => undefined,
      status: (id: string) => id === 'away',
      vocabulary: catalogued as SceneVocabulary,
      placed: false,
      zone: 'UTC',
      now: 0,
    }
    expect(faultsOf(rule(set, tell), home).map(({ code }) => code)).toEqual(codes)
  })
})

function gone(): PlainCondition {
  return { ...away, kind: 'status', status: { resource_id: 'gone', name: 'Gone', state: true } }
}
