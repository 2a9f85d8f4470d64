import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAnswered, questionOf } from '#gateway/lib/scenes/questions.ts'
import { recipientStatuses } from '#gateway/lib/scenes/recipients.ts'
import { toldValues, withSaid, withTold } from '#gateway/lib/scenes/texts.ts'
import type { ActionSet, OnAnswer, RuleQuestion, TextValue } from '#schemas/generated/entities/rule.ts'
import type { RunStep } from '#schemas/generated/entities/rule-run.ts'
import { contradictionsOf } from '../concerns/contradictions.ts'
import { planOf } from '../plan.ts'
import { speak } from '../speak.ts'
import { turnsOf } from '../steps/in-time.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfActionSet } from '../words/actions.ts'
import { wordsOfStep } from '../words/runs.ts'

const away: TextValue = { kind: 'status', id: 's1', resource_id: 'away', name: 'Away' }
const question: RuleQuestion = {
  short_desc: 'Garage is open',
  answers: [
    { id: 'a', label: 'Close it' },
    { id: 'b', label: 'Leave it' },
  ],
}
const asks = (id: string, more: Partial<RuleQuestion> = {}): ActionSet => ({
  ...{ id, name: 'D#E#L#A#Y', delay: 600_000 },
  question: { ...question, ...more },
})
const does = (id: string, on_answer?: OnAnswer): ActionSet => ({
  ...{ id, name: id, notifications: [{ type: 1, short_desc: id }] },
  ...(on_answer && { on_answer }),
})
const naming = { device: () => undefined, property: () => undefined }
const said = (set: ActionSet, language: 'ch_DE' | 'ch_EN') =>
  wordsOfActionSet(set, naming).map((phrase) => speak(phrase, speechIn(language)))
const names = (scenes: readonly ActionSet[], supposed: ReadonlyMap<string, string | null>) =>
  [...turnsOf({ scenes: [...scenes] }, 0, undefined, { supposes: (id) => supposed.get(id) })]
    .filter(({ does: is }) => is !== false)
    .map(({ set }) => set.id)

// decision 0248
describe('a message that asks', () => {
  test.each<[ActionSet, string, string]>([
    [
      asks('q'),
      'ask everybody who uses this home: “Garage is open” (Close it, Leave it), for 10 minutes at most',
      'alle, die dieses Zuhause bedienen, fragen: «Garage is open» (Close it, Leave it), höchstens 10 Minuten lang',
    ],
    [
      asks('q', { late: 'stop', recipients: [{ kind: 'person', user_id: 'u', name: 'Anna' }] }),
      'ask Anna: “Garage is open” (Close it, Leave it), for 10 minutes at most; without an answer the scene ends',
      'Anna fragen: «Garage is open» (Close it, Leave it), höchstens 10 Minuten lang; ohne Antwort endet die Szene',
    ],
  ])('%# is told as such', (set, english, german) => {
    expect(said(set, 'ch_EN')).toEqual([english])
    expect(said(set, 'ch_DE')).toEqual([german])
  })

  test('steps for an answer say for which, and in a run what was answered', () => {
    const first = (set: ActionSet) => [said(set, 'ch_EN')[0], said(set, 'ch_DE')[0]]
    expect(first(does('x', { set_id: 'q', answer: 'a', label: 'Close it' }))).toEqual([
      'if the answer is “Close it”',
      'falls die Antwort «Close it» lautet',
    ])
    expect(first(does('x', { set_id: 'q' }))).toEqual(['if nobody answers', 'falls niemand antwortet'])
    const step: RunStep = { at: 0, kind: 'delay', outcome: 'running', delay: 60_000, question, found: [] }
    expect(speak(wordsOfStep(step, naming), speechIn('ch_EN'))).toContain('“Garage is open”')
  })

  test('its texts, values and recipients are among those of its scene', () => {
    const status = { resource_id: 'home', name: 'Home', state: true }
    const set = asks('q', {
      ...{ short_desc: '{{s1}}', values: [away] },
      recipients: [{ kind: 'owner', while: status }],
    })
    expect([toldValues({ scenes: [set] }), recipientStatuses({ scenes: [set] })]).toEqual([[away], [status]])
    const other = withSaid(set, (one) => withTold(one, (value) => ({ ...value, id: 'n' }) as TextValue))
    expect(other.question?.values?.[0]?.id).toBe('n')
    expect(withSaid(does('x'), (one) => one)).not.toHaveProperty('question')
  })

  const scenes = [
    asks('q'),
    does('close', { set_id: 'q', answer: 'a' }),
    does('leave', { set_id: 'q', answer: 'b' }),
    does('none', { set_id: 'q' }),
    does('then'),
  ]
  test('a question whose turn does not come asks nobody, and ends nothing', () => {
    const only_if = { logic: 'ALL' as const, conditions: [] }
    const late = { ...asks('q', { late: 'stop' }), only_if }
    const turns = (...given: Parameters<typeof turnsOf> extends [unknown, ...infer Rest] ? Rest : never) =>
      [...turnsOf({ scenes: [late, does('then')] }, ...given)].map(({ does: is }) => is)
    expect(turns(0, () => false, { supposes: () => null })).toEqual([false, true])
    expect(turns(0, () => true, { supposes: () => null })).toEqual([true, false])
    expect(turns(0, undefined, { supposes: () => null })).toEqual([undefined, true])
  })

  test.each<[string | null, string[]]>([
    ['a', ['q', 'close', 'then']],
    ['b', ['q', 'leave', 'then']],
    [null, ['q', 'none', 'then']],
  ])('supposed to be answered %j, its run does %j', (answer, done) =>
    expect(names(scenes, new Map([['q', answer]]))).toEqual(done),
  )

  // decision 0248
  test.each<[string | null | undefined, number]>([
    ['a', 0],
    [null, 600_000],
    [undefined, 600_000],
  ])('supposed to be answered %j, what follows comes %d ms later', (answer, later) => {
    const turns = turnsOf({ scenes: [asks('q'), does('then')] }, 0, undefined, { supposes: () => answer })
    expect([...turns].map(({ begins, at }) => [begins, at])).toEqual([
      [0, later],
      [later, later],
    ])
  })

  test('without an answer that ends the run, nothing of it follows', () => {
    const late = [asks('q', { late: 'stop' }), does('then'), does('end')]
    expect(names(late, new Map([['q', null]]))).toEqual(['q'])
    expect(names(late, new Map([['q', 'a']]))).toEqual(['q', 'then', 'end'])
  })

  test('what nobody supposes counts as done, each with the answer to which it belongs', () => {
    expect(names(scenes, new Map())).toEqual(['q', 'close', 'leave', 'none', 'then'])
    expect(planOf({ scenes }, 0).map(({ kind, on_answer }) => [kind, on_answer?.answer])).toEqual([
      ['delay', undefined],
      ...[
        ['condition', 'a'],
        ['notification', undefined],
      ],
      ...[
        ['condition', 'b'],
        ['notification', undefined],
      ],
      ...[
        ['condition', undefined],
        ['notification', undefined],
      ],
      ['notification', undefined],
    ])
  })

  test('random scenes with several questions do exactly the steps of the supposed answers', () => {
    const answer = fc.constantFrom('a', 'b', null)
    const step = fc.record({ of: fc.nat(3), answer: fc.option(answer, { nil: undefined }) })
    fc.assert(
      fc.property(
        fc.array(answer, { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 12 }),
        (given, all) => {
          const questions = given.map((_one, n) => asks(`q${n}`))
          const branches = all.map((one, n) => {
            const asked = one.of < given.length && one.answer !== undefined
            const on = asked && {
              set_id: `q${one.of}`,
              ...(one.answer !== null && { answer: one.answer ?? '' }),
            }
            return { set: does(`s${n}`, on || undefined), is: !asked || given[one.of] === one.answer }
          })
          const supposed = new Map(given.map((one, n) => [`q${n}`, one]))
          expect(names([...questions, ...branches.map(({ set }) => set)], supposed)).toEqual([
            ...questions.map(({ id }) => id),
            ...branches.filter(({ is }) => is).map(({ set }) => set.id),
          ])
        },
      ),
    )
  })

  test('a run goes by what was answered last, and knows nothing before that', () => {
    const asked = (more: Partial<RunStep>): RunStep => ({
      ...{ at: 0, kind: 'delay', scene_id: 'q', question, outcome: 'confirmed' },
      ...more,
    })
    const on = { set_id: 'q', answer: 'a' }
    expect(isAnswered(on, [])).toBeUndefined()
    expect(isAnswered(on, [asked({ outcome: 'running' })])).toBeUndefined()
    expect(isAnswered(on, [asked({ answer: 'a' })])).toBe(true)
    expect(isAnswered(on, [asked({ answer: 'b' })])).toBe(false)
    expect(isAnswered({ set_id: 'q' }, [asked({ met: false })])).toBe(true)
    expect(isAnswered({ set_id: 'other' }, [asked({ answer: 'a' })])).toBeUndefined()
    expect(questionOf({ set_id: 'q' }, scenes)).toEqual(question)
    expect(questionOf({ set_id: 'then' }, scenes)).toBeUndefined()
  })

  test('what depends on an answer contradicts nothing', () => {
    const lamp = (value: boolean): ActionSet['devices'] => [
      { id: 'lamp', settings: [{ service_name: 'LightService', property_name: 'state', value }] },
    ]
    const at = { id: 't', hour: 7, minute: 0, second: 0, repeating: Array(7).fill(true) as never }
    const base = { rule_logic: 'OR' as const, active: true, time_triggers: [at] }
    const answered = { ...does('x', { set_id: 'q', answer: 'a' }), devices: lamp(true) }
    const rules = [
      { ...base, id: '1', name: '1', scenes: [asks('q'), answered] },
      { ...base, id: '2', name: '2', scenes: [{ ...does('y'), devices: lamp(false) }] },
    ]
    const described = { kind: 'bool', access: ['read', 'write'] } as const
    const found = contradictionsOf(
      rules as never,
      { described: () => described, status: () => true, zone: 'UTC', now: 0 } as never,
    )
    expect(JSON.stringify(found instanceof Map ? [...found] : found)).not.toContain('lamp')
  })
})
