import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { faultsOf } from './faults/faults.ts'
import { drawnPause, longestPause, longestRepeat, usualPause } from './pause.ts'
import { planOf } from './plan.ts'
import { speak } from './speak.ts'
import { speechIn } from './testing/speech.ts'
import { wordsOfPause } from './words/actions.ts'
import { wordsOfStep } from './words/runs.ts'

const MINUTE = 60_000
const pause = (more: Partial<ActionSet> = {}): ActionSet => ({
  id: 'p',
  name: 'D#E#L#A#Y',
  delay: 10 * MINUTE,
  ...more,
})
const tell: ActionSet = { id: 't', name: 'Tell', notifications: [{ type: 1, short_desc: 'Now' }] }
const rule = (...scenes: ActionSet[]) => ({
  id: 'r',
  name: 'R',
  rule_logic: 'OR' as const,
  active: true,
  scenes,
})

// decision 0165
describe('a pause that may be longer by chance', () => {
  test('is drawn between its least and its longest, and reaches both', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (delay, spread, chance) => {
          const drawn = drawnPause({ delay, spread }, chance)
          expect(drawn).toBeGreaterThanOrEqual(delay)
          expect(drawn).toBeLessThanOrEqual(longestPause({ delay, spread }))
        },
      ),
    )
    expect([0, 0.999999].map((chance) => drawnPause({ delay: 5, spread: 10 }, chance))).toEqual([5, 15])
    expect(drawnPause({ delay: 5 }, 0.999999)).toBe(5)
  })

  test('is rehearsed in the middle, and says that it may be otherwise', () => {
    const [wait, told] = planOf(rule(pause({ spread: 30 * MINUTE }), tell), 0)
    expect([wait?.at, told?.at]).toEqual([0, usualPause(pause({ spread: 30 * MINUTE }))])
    expect(told?.at).toBe(25 * MINUTE)
    const step = { ...wait, kind: 'delay', at: 0, outcome: 'skipped' } as const
    expect(
      speak(wordsOfStep(step, { device: () => undefined, property: () => undefined }), speechIn('ch_EN')),
    ).toBe('Wait 10 minutes, by chance up to 30 minutes longer')
  })

  test('is told with what chance may add, in both languages; without chance as ever', () => {
    const said = (set: ActionSet) =>
      ['ch_EN', 'ch_DE'].map((language) => speak(wordsOfPause(set), speechIn(language)))
    expect(said(pause({ spread: 30 * MINUTE }))).toEqual([
      'Wait 10 minutes, by chance up to 30 minutes longer',
      '10 Minuten warten, zufällig bis zu 30 Minuten länger',
    ])
    expect(said(pause())[0]).toBe('Wait 10 minutes')
  })

  test.each<[string, ActionSet, string[]]>([
    ['a pause', pause({ spread: 1 }), []],
    ['no pause to which chance could add', pause({ delay: 0, spread: 1 }), ['incomplete']],
    ['an action that waits before it', { ...tell, delay: 1000, spread: 1 }, []],
    ['an action that does not wait', { ...tell, spread: 1 }, ['incomplete']],
  ])('%s', (_what, set, codes) => {
    const home = {
      device: () => undefined,
      status: () => true,
      vocabulary: catalogued as SceneVocabulary,
      zone: 'UTC',
      now: 0,
    }
    expect(faultsOf(rule(set, tell), home).map(({ code }) => code)).toEqual(codes)
  })
})

test('what is repeated takes all of its times, and a pause between each two', () => {
  expect(longestRepeat({ times: 3, pause: 10 })).toBe(20)
  expect(longestRepeat({ times: 3, pause: 10 }, 2)).toBe(26)
  expect(longestRepeat(undefined, 2)).toBe(2)
  expect(longestRepeat(undefined)).toBe(0)
})
