import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionSet, PlainCondition, Rule } from '#schemas/generated/entities/rule.ts'
import { faultsOf } from '../faults/faults.ts'
import { planOf } from '../plan.ts'
import { rehearse } from '../rehearse.ts'
import { choices, draws } from '../testing/drawn.ts'
import { leftToDraw, longestOf } from './chance.ts'
import { turnsOf } from './in-time.ts'

const SECOND = 1000
const AWAY: PlainCondition = {
  ...{ kind: 'status', id: 'away' },
  status: { resource_id: 'away', name: 'away', state: true },
}
const does = (id: string, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id, name: id, notifications: [{ type: 1, short_desc: id }] },
  ...more,
})
const one = (id: string, more: Partial<ActionSet> = {}) => does(id, { by_chance: 'one', ...more })
const or = (id: string, more: Partial<ActionSet> = {}) => does(id, { by_chance: 'or', ...more })
const rule = (...scenes: ActionSet[]): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true, scenes },
})
/** Chance that draws these, one after the other, and says how many it was asked for. */
function drawing(...draws: number[]) {
  let asked = 0
  return { chance: () => draws[asked++] ?? 0, asked: () => asked }
}
const doneBy = (scenes: ActionSet[], chance: () => number): string[] =>
  [...turnsOf({ scenes }, 0, undefined, { chance })].flatMap(({ set, does: done }) => (done ? [set.id] : []))

// decision 0263
describe('one of several steps, by chance', () => {
  test('of each choice exactly one is done, and every other step in any case', () => {
    fc.assert(
      fc.property(choices, draws, (all, drawn) => {
        const parts = (ids: readonly string[]) => ids.map((id) => id.split('.')[0])
        const done = doneBy(all, drawing(...drawn).chance)
        expect(parts(done)).toEqual([...new Set(parts(all.map(({ id }) => id)))])
      }),
    )
  })

  test.each([2, 3, 7])('each of %d is as likely as any other', (size) => {
    const all = [one('0'), ...Array.from({ length: size - 1 }, (_, n) => or(String(n + 1)))]
    // Whatever the first draw leaves is divided among the rest by the next: a lattice of draws meets each equally often.
    const parts = Array.from({ length: 420 }, (_, n) => (n + 0.5) / 420)
    const counts = new Map<string, number>()
    let weights = new Map([['', 1]])
    for (let n = 0; n < size; n++) {
      const open = weights.get('') ?? 0
      const drawn = parts.filter((part) => {
        const draws = [...Array.from({ length: n }, () => 0.9999), part]
        return doneBy(all, drawing(...draws).chance)[0] === String(n)
      })
      counts.set(String(n), (open * drawn.length) / parts.length)
      weights = new Map([['', open * (1 - drawn.length / parts.length)]])
    }
    for (const likely of counts.values()) expect(likely).toBeCloseTo(1 / size, 10)
  })

  test.each([
    [0, 'a'],
    [0.4999, 'a'],
    [0.5, 'b'],
    [0.9999, 'b'],
  ])('of two, chance of %d draws %s: each has its half', (draw, drawn) => {
    expect(doneBy([one('a'), or('b')], drawing(draw).chance)).toEqual([drawn])
  })

  test('a step that belongs to no choice leaves nothing to draw, and of a choice those that come', () => {
    const all = [does('x'), one('a'), or('b'), or('c'), one('d'), or('e'), does('y')]
    expect(all.map((_set, place) => leftToDraw(all, place))).toEqual([0, 3, 2, 1, 2, 1, 0])
    expect(leftToDraw(all, 7)).toBe(0)
  })

  test('nothing is drawn once one has been', () => {
    const first = drawing(0)
    doneBy([one('a'), or('b'), or('c'), does('d')], first.chance)
    expect(first.asked()).toBe(1)
  })

  test('two choices may follow directly on each other', () => {
    const all = [one('a'), or('b'), one('c'), or('d')]
    expect(doneBy(all, drawing(0.9, 0, 0.2).chance)).toEqual(['b', 'c'])
  })

  test('a choice that was drawn before a restart is not drawn again', () => {
    const left = [or('b'), or('c'), does('d')]
    const turns = [...turnsOf({ scenes: left }, 0, undefined, { had: true, chance: () => 0 })]
    expect(turns.map(({ does: done }) => done)).toEqual([false, false, true])
  })

  test('what chance will draw nobody knows: each is planned, all beginning together, and what follows waits for the longest', () => {
    const all = [
      does('before', { delay: 2 * SECOND }),
      one('a', { delay: 10 * SECOND }),
      or('b'),
      or('c', { repeat: { times: 3, pause: 4 * SECOND } }),
      does('end'),
    ]
    const planned = planOf({ scenes: all }, 0)
    expect(
      planned.flatMap(({ kind, scene_id, at }) => (kind === 'notification' ? [[scene_id, at]] : [])),
    ).toEqual([
      ['before', 2000],
      ['a', 12_000],
      ['b', 2000],
      ['c', 2000],
      ['end', 12_000],
    ])
    expect(
      planned.flatMap(({ kind, by_chance, at, met }) => (kind === 'condition' ? [[by_chance, at, met]] : [])),
    ).toEqual([
      ['one', 2000, undefined],
      ['or', 2000, undefined],
      ['or', 2000, undefined],
    ])
    expect(longestOf(all)).toBe(12_000)
    expect(longestOf([...all, one('x', { delay: SECOND }), or('y', { delay: 3 * SECOND })])).toBe(15_000)
  })

  test('of steps that are repeated or wait the longest is told', () => {
    const blinks = { repeat: { times: 4, pause: 5 * SECOND }, delay: SECOND }
    expect(longestOf([does('a', blinks)])).toBe(16_000)
    expect(longestOf([one('a', { delay: 9 * SECOND }), or('b', blinks), does('c', { delay: SECOND })])).toBe(
      17_000,
    )
  })

  test('where it is known which is drawn, each begins when the one before is over', () => {
    const all = [one('a', { delay: 10 * SECOND }), or('b', { delay: SECOND }), or('c')]
    const begins = (...draws: number[]) =>
      [...turnsOf({ scenes: all }, 0, undefined, { chance: drawing(...draws).chance })].map(
        (turn) => turn.begins,
      )
    expect(begins(0)).toEqual([0, 10_000, 10_000])
    expect(begins(0.9, 0)).toEqual([0, 0, 1000])
  })

  test('what is drawn takes as long as it takes by itself', () => {
    const all = [one('a', { delay: 10 * SECOND }), or('b', { delay: SECOND }), does('end')]
    const ends = (draw: number) =>
      [...turnsOf({ scenes: all }, 0, undefined, { chance: () => draw })].at(-1)?.begins
    expect([ends(0), ends(0.9)]).toEqual([10_000, 1000])
  })

  test('a rehearsal says what may come and claims to know nothing', () => {
    const { edited } = rehearse({
      rule: {
        ...rule(one('a'), or('b'), does('end')),
        statuses: [{ resource_id: 's', name: 's', state: true }],
      },
      recorded: [{ at: 10, resource_id: 's', value: true }],
      start: { value: () => undefined, status: () => false },
      ...{ zone: 'UTC', from: 0, to: 100 },
    })
    expect(
      edited[0]?.steps.map(({ kind, scene_id, met, perhaps }) => `${scene_id} ${kind} ${met} ${perhaps}`),
    ).toEqual([
      'a condition undefined undefined',
      'a notification undefined true',
      'b condition undefined undefined',
      'b notification undefined true',
      'end notification undefined undefined',
    ])
  })

  const asks: ActionSet = {
    ...{ id: 'q', name: 'D#E#L#A#Y', delay: SECOND },
    question: { short_desc: 'Which?', answers: [{ id: 'y', label: 'Yes' }] },
  }
  test.each<[string, boolean, ActionSet[]]>([
    ['a choice of two', true, [one('a'), or('b')]],
    ['two choices', true, [one('a'), or('b'), one('c'), or('d')]],
    [
      'a pause that is one of several',
      true,
      [one('a'), { id: 'p', name: 'D#E#L#A#Y', delay: 1, by_chance: 'or' }],
    ],
    ['a question that is one of several', true, [one('a'), { ...asks, by_chance: 'or' }]],
    ['one that is repeated', true, [one('a', { repeat: { times: 2, pause: SECOND } }), or('b')]],
    ['a choice of one', false, [one('a')]],
    ['a choice of one before another choice', false, [one('a'), one('b'), or('c')]],
    ['a choice of one before something else', false, [one('a'), does('b')]],
    ['one that goes on with no choice', false, [does('a'), or('b')]],
    ['one that goes on at the beginning', false, [or('a'), or('b')]],
    [
      'one that something else decides about',
      false,
      [one('a'), or('b', { only_if: { logic: 'ALL', conditions: [AWAY] } })],
    ],
    [
      'one that comes otherwise',
      false,
      [
        one('a', { only_if: { logic: 'ALL', conditions: [AWAY] } }),
        does('b', { otherwise: true, by_chance: 'or' }),
      ],
    ],
    ['one for an answer', false, [asks, one('a'), or('b', { on_answer: { set_id: 'q', answer: 'y' } })]],
  ])('%s is finished: %s', (_what, sound, all) => {
    const home = {
      ...{ device: () => undefined, status: () => true, zone: 'UTC', now: 0 },
      vocabulary: catalogued as SceneVocabulary,
    }
    const found = faultsOf(rule(...all), home).map(({ code }) => code)
    expect([...new Set(found)]).toEqual(sound ? [] : ['incomplete'])
  })
})
