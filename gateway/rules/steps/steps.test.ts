import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { plainConditions, withAsked } from '#gateway/lib/scenes/conditions.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type {
  ActionSet,
  PlainCondition,
  Repetition,
  Rule,
  StepCondition,
} from '#schemas/generated/entities/rule.ts'
import { contradictionsOf } from '../concerns/contradictions.ts'
import { faultsOf } from '../faults/faults.ts'
import { speaksBeyond } from '../parts.ts'
import type { Naming } from '../phrase.ts'
import { planOf } from '../plan.ts'
import { rehearse } from '../rehearse.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfActionSet } from '../words/actions.ts'
import { wordsOfStep } from '../words/runs.ts'
import { turnsOf } from './in-time.ts'

const SECOND = 1000
const status = (id: string, state = true): PlainCondition => ({
  ...{ kind: 'status', id },
  status: { resource_id: id, name: id, state },
})
const when = (...ids: string[]): StepCondition => ({ logic: 'ALL', conditions: ids.map((id) => status(id)) })
const does = (id: string, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id, name: id, notifications: [{ type: 1, short_desc: id }] },
  ...more,
})
const rule = (...scenes: ActionSet[]): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true, scenes },
})
const naming: Naming = { device: () => undefined, property: () => undefined }
const english = speechIn('ch_EN')
const german = speechIn('ch_DE')
const said = (set: ActionSet, speech = english) =>
  wordsOfActionSet(set, naming).map((phrase) => speak(phrase, speech))

/** What is known at a moment, by name; what is missing is unknown. */
type Home = Readonly<Record<string, boolean>>
const asksOf = (home: Home) => (one: StepCondition) => {
  const known = one.conditions.map((part) => (part.kind === 'status' ? home[part.id] : undefined))
  return known.includes(false) ? false : known.includes(undefined) ? undefined : true
}

/** Names of the sets that do something, told as plainly as it can be: each chain by itself. */
function done(scenes: readonly ActionSet[], home: Home): string[] {
  const chains: ActionSet[][] = []
  for (const set of scenes) {
    if (set.otherwise && chains.length > 0) chains.at(-1)?.push(set)
    else chains.push([set])
  }
  const isSo = ({ only_if }: ActionSet): boolean =>
    only_if?.conditions.every(({ id }) => home[id] === true) ?? true
  return chains.flatMap((chain) => {
    const head = chain[0]
    // Nothing comes otherwise where nothing was asked.
    if (!head || head.otherwise) return []
    return chain.find(isSo)?.id ?? []
  })
}

const names = ['a', 'b', 'c']
const sets = fc
  .array(
    fc.record({
      asks: fc.option(fc.constantFrom(...names), { nil: undefined }),
      otherwise: fc.boolean(),
      delay: fc.constantFrom(0, 0, 5 * SECOND),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) =>
    all.map(({ asks, otherwise, delay }, n) =>
      does(`s${n}`, {
        ...(asks !== undefined && { only_if: when(asks) }),
        ...(otherwise && { otherwise }),
        ...(delay > 0 && { delay }),
      }),
    ),
  )
const homes = fc.dictionary(fc.constantFrom(...names), fc.boolean())

// decision 0205
describe('steps with conditions', () => {
  test('of a chain of steps exactly one is done: the first whose condition holds, else what comes otherwise', () => {
    fc.assert(
      fc.property(sets, homes, (scenes, home) => {
        const acted = [...turnsOf({ scenes }, 0, asksOf(home))].filter((turn) => turn.does)
        expect(acted.map(({ set }) => set.id)).toEqual(done(scenes, home))
      }),
    )
  })

  test('what is not known beforehand counts as done, and no step is done that is not among those', () => {
    fc.assert(
      fc.property(sets, homes, (scenes, home) => {
        const perhaps = [...turnsOf({ scenes }, 0)]
        const surely = [...turnsOf({ scenes }, 0, asksOf(home))]
        for (const [n, one] of surely.entries()) {
          if (one.does) expect(perhaps[n]?.does).not.toBe(false)
          expect(one.ends).toBeLessThanOrEqual(perhaps[n]?.ends ?? 0)
        }
      }),
    )
  })

  test('where nobody knows, each of a chain is perhaps done, and a step of its own in any case', () => {
    const scenes = [
      does('if', { only_if: when('a'), delay: SECOND }),
      does('otherwise if', { only_if: when('b'), otherwise: true, delay: SECOND }),
      does('otherwise', { otherwise: true, delay: SECOND }),
      does('end'),
    ]
    const turns = [...turnsOf({ scenes }, 0)]
    expect(turns.map((turn) => [turn.does, turn.begins])).toEqual([
      [undefined, 0],
      [undefined, 1000],
      [undefined, 2000],
      [true, 3000],
    ])
    for (const turn of turns) expect(turn).not.toHaveProperty('met')
    expect([...turnsOf({}, 0)]).toEqual([])
  })

  test('a plan says what is asked, and leaves out what is known not to be done', () => {
    const scenes = [
      does('door', { only_if: when('a') }),
      does('window', { only_if: when('b'), otherwise: true, delay: 5 * SECOND }),
      does('else', { otherwise: true }),
      does('end'),
    ]
    const kinds = (home?: Home) =>
      planOf({ scenes }, 0, home && asksOf(home)).map(
        ({ kind, scene_id, met }) => `${scene_id} ${kind}${met === undefined ? '' : ` ${met}`}`,
      )
    expect(kinds({ a: false, b: true })).toEqual([
      'door condition false',
      'window condition true',
      'window delay',
      'window notification',
      'else condition',
      'end notification',
    ])
    expect(kinds()).toContain('else notification')
  })

  test.each<[ActionSet, string, string]>([
    [
      does('x', { only_if: when('Away') }),
      'only if: the status “Away” is on',
      'nur wenn: der Status «Away» ist eingeschaltet',
    ],
    [
      does('x', { only_if: when('Away'), otherwise: true }),
      'otherwise, if: the status “Away” is on',
      'sonst, wenn: der Status «Away» ist eingeschaltet',
    ],
    [does('x', { otherwise: true }), 'otherwise', 'sonst'],
    [does('x', { by_chance: 'one' }), 'one of these by chance', 'zufällig eines davon'],
    [does('x', { by_chance: 'or' }), 'or', 'oder'],
    [
      does('x', { repeat: { times: 3, pause: 10 * SECOND } }),
      '3 times, 10 seconds apart',
      '3-mal, im Abstand von 10 Sekunden',
    ],
    [
      does('x', { repeat: { times: 20, pause: 60 * SECOND, until: when('Away') } }),
      'until: the status “Away” is on; at most 20 times, 1 minute apart',
      'bis: der Status «Away» ist eingeschaltet; höchstens 20-mal, im Abstand von 1 Minute',
    ],
    [
      does('x', { repeat: { times: 20, pause: 60 * SECOND, while: when('Away') } }),
      'as long as: the status “Away” is on; at most 20 times, 1 minute apart',
      'solange: der Status «Away» ist eingeschaltet; höchstens 20-mal, im Abstand von 1 Minute',
    ],
  ])('%j is told in both languages, by its rule and by its run', (set, inEnglish, inGerman) => {
    expect([said(set)[0], said(set, german)[0]]).toEqual([inEnglish, inGerman])
    const [step] = planOf({ scenes: [set] }, 0)
    expect(step && speak(wordsOfStep({ ...step, outcome: 'running' }, naming), english)).toBe(inEnglish)
  })
})

describe('steps that are repeated', () => {
  const repeats = fc.record({ times: fc.integer({ min: 2, max: 6 }), pause: fc.constantFrom(1000, 5000) })

  test('as often as they say, as long as one thing is so, or until another is; never more often', () => {
    const moment = fc.option(fc.nat(30), { nil: Infinity })
    fc.assert(
      fc.property(
        repeats,
        fc.constantFrom('while', 'until', 'times'),
        moment,
        ({ times, pause }, how, turns) => {
          // A thing that is so up to a moment, or from then on.
          const repeat: Repetition = { times, pause, ...(how !== 'times' && { [how]: when('a') }) }
          const asks = (_one: StepCondition, at: number) => at < turns * SECOND === (how === 'while')
          const [turn] = turnsOf({ scenes: [does('x', { repeat })] }, 0, asks)
          const begins = Array.from({ length: times }, (_, n) => n * pause)
          const expected =
            how === 'times'
              ? times
              : how === 'while'
                ? begins.filter((at) => at < turns * SECOND).length
                : 1 + begins.slice(1).filter((at) => at < turns * SECOND).length
          expect(turn?.times).toBe(expected)
          expect(turn?.ends).toBeLessThanOrEqual((times - 1) * pause)
        },
      ),
    )
  })

  test('what follows waits for all of it', () => {
    const steps = planOf(
      { scenes: [does('x', { repeat: { times: 3, pause: 10 * SECOND } }), does('y')] },
      1000,
    )
    expect(steps.map(({ kind, at, count }) => [kind, at, count])).toEqual([
      ['repeat', 1000, 3],
      ['notification', 1000, undefined],
      ['notification', 21_000, undefined],
    ])
  })
})

// decision 0244
describe('steps that bring a value along', () => {
  const along = (more: Partial<ActionSet> = {}): ActionSet => ({
    ...{ id: 'along', name: 'along' },
    devices: [
      {
        id: 'lamp',
        settings: [
          { service_name: 'S', property_name: 'p', computed: { kind: 'ramp', to: 50, over: 20 * SECOND } },
        ],
      },
    ],
    ...more,
  })
  const repeat: Repetition = { times: 3, pause: 5 * SECOND }

  test.each<[string, ActionSet, Home | undefined, number]>([
    ['until it is there', along(), undefined, 20],
    ['until it is there each time', along({ repeat }), undefined, 70],
    ['as often as is known', along({ repeat: { ...repeat, while: when('a') } }), { a: true }, 70],
    ['no longer where it ends', along({ repeat: { ...repeat, until: when('a') } }), { a: true }, 20],
    ['not at all where it never begins', along({ only_if: when('a') }), { a: false }, 0],
  ])('what follows waits %s', (_what, set, home, seconds) => {
    const turns = [...turnsOf({ scenes: [set, does('end')] }, 0, home && asksOf(home))]
    expect(turns.at(-1)?.begins).toBe(seconds * SECOND)
  })
})

describe('steps with conditions, and repeated ones', () => {
  const both = does('x', { only_if: when('a'), repeat: { times: 2, pause: 1000, while: when('b') } })

  test('are of ours, and what they ask about is among what the rule asks about', () => {
    expect(speaksBeyond(rule(does('x')))).toBe(false)
    for (const more of [
      { only_if: when('a') },
      { otherwise: true },
      { by_chance: 'one' },
      { repeat: { times: 2, pause: 1000 } },
    ] as const)
      expect(speaksBeyond(rule(does('x', more)))).toBe(true)
    expect(plainConditions(rule(both)).map(({ id }) => id)).toEqual(['a', 'b'])
    const renamed = withAsked(rule(both), { status: (one) => ({ ...one, resource_id: `new ${one.name}` }) })
    expect(plainConditions(renamed).map((one) => one.kind === 'status' && one.status.resource_id)).toEqual([
      'new a',
      'new b',
    ])
  })

  test.each<[string, ActionSet[], string[]]>([
    ['a chain', [does('1', { only_if: when('a') }), does('2', { otherwise: true })], []],
    ['otherwise at the beginning', [does('1', { otherwise: true })], ['incomplete']],
    ['otherwise after a plain step', [does('1'), does('2', { otherwise: true })], ['incomplete']],
    [
      'something after otherwise',
      [
        does('1', { only_if: when('a') }),
        does('2', { otherwise: true }),
        does('3', { otherwise: true, only_if: when('a') }),
      ],
      ['incomplete'],
    ],
    ['a condition of nothing', [does('1', { only_if: when() })], ['incomplete']],
    ['a status that is gone', [does('1', { only_if: when('gone') })], ['status_missing']],
    [
      'a pause that is repeated',
      [{ id: 'p', name: 'D#E#L#A#Y', delay: 1000, repeat: { times: 2, pause: 1000 } }, does('1')],
      ['incomplete'],
    ],
    [
      'both while and until',
      [does('1', { repeat: { times: 2, pause: 1000, while: when('a'), until: when('a') } })],
      ['incomplete'],
    ],
    [
      'repeated until something that is gone',
      [does('1', { repeat: { times: 2, pause: 1000, until: when('gone') } })],
      ['status_missing'],
    ],
  ])('%s', (_what, scenes, codes) => {
    const home = {
      device: () => undefined,
      status: (id: string) => id === 'a',
      vocabulary: catalogued as SceneVocabulary,
      zone: 'UTC',
      now: 0,
    }
    expect(faultsOf(rule(...scenes), home).map(({ code }) => code)).toEqual(codes)
  })

  test('a rehearsal asks with the home as it was then', () => {
    const scenes = [
      does('day', { only_if: when('light') }),
      does('night', { otherwise: true }),
      { id: 'p', name: 'D#E#L#A#Y', delay: 60 * SECOND },
      does('again', { only_if: when('light') }),
    ]
    const recorded = [
      { at: 10_000, resource_id: 'call', value: true },
      { at: 40_000, resource_id: 'light', value: true },
    ]
    const { edited } = rehearse({
      rule: { ...rule(...scenes), statuses: [{ resource_id: 'call', name: 'call', state: true }] },
      recorded,
      start: { value: () => undefined, status: () => false },
      ...{ zone: 'UTC', from: 0, to: 100_000 },
    })
    const told = edited[0]?.steps.map(({ kind, scene_id, met }) =>
      `${scene_id} ${kind} ${met ?? ''}`.trimEnd(),
    )
    expect(told).toEqual([
      'day condition false',
      'night condition',
      'night notification',
      'p delay',
      'again condition true',
      'again notification',
    ])
  })

  test('what is perhaps done contradicts nothing', () => {
    const sets = (state: boolean, more: Partial<ActionSet>): Rule => ({
      ...rule({
        ...{ id: 's', name: 's', statuses: [{ resource_id: 'lamp', name: 'lamp', state }] },
        ...more,
      }),
      ...{ id: String(state), name: String(state) },
      statuses: [{ resource_id: 'a', name: 'a', state: true }],
    })
    const home = {
      ...{ now: 0, zone: 'UTC', place: undefined },
      described: () => undefined,
      status: () => true,
    }
    expect(contradictionsOf([sets(true, {}), sets(false, {})], home).size).toBe(2)
    expect(contradictionsOf([sets(true, {}), sets(false, { only_if: when('a') })], home).size).toBe(0)
    expect(contradictionsOf([sets(true, {}), sets(false, { by_chance: 'one' })], home).size).toBe(0)
    expect(
      contradictionsOf([sets(true, {}), sets(false, { repeat: { times: 2, pause: 1000 } })], home).size,
    ).toBe(2)
  })
})
