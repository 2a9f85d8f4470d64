import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { ActionSet, OnAnswer, Rule, RuleQuestion } from '#schemas/generated/entities/rule.ts'
import type { HomeFacts } from '../faults/fault.ts'
import { faultsOf } from '../faults/faults.ts'

const question: RuleQuestion = {
  short_desc: 'Close it?',
  answers: [
    { id: 'a', label: 'Yes' },
    { id: 'b', label: 'No' },
  ],
}
const home: HomeFacts = {
  ...{ device: () => undefined, status: (id) => id === 'home', zone: 'UTC', now: 0 },
  vocabulary: catalogued as SceneVocabulary,
}
const so = { logic: 'ALL' as const, conditions: [{ kind: 'status' as const, id: 'c', status: at('home') }] }
function at(name: string) {
  return { name, resource_id: name, state: true }
}
const asks = (more: Partial<RuleQuestion> = {}, set: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: 'q', name: 'D#E#L#A#Y', delay: 600_000, question: { ...question, ...more } },
  ...set,
})
const does = (on_answer?: OnAnswer, more: Partial<ActionSet> = {}): ActionSet => ({
  ...{ id: 'x', name: 'x', statuses: [at('home')], ...(on_answer && { on_answer }) },
  ...more,
})
const faults = (...scenes: ActionSet[]): string[] => {
  const rule: Rule = { id: 'r', name: 'R', rule_logic: 'OR', active: true, scenes }
  return faultsOf(rule, home).map(({ code, path }) => `${code} ${path.join('.')}`)
}
const label = (...labels: string[]) => ({ answers: labels.map((one, n) => ({ id: `${n}`, label: one })) })

// decision 0248
describe('a question is whole', () => {
  test.each<[string, ActionSet]>([
    ['with a text, answers and a time', asks()],
    ['with one answer', asks(label('Yes'))],
    [
      'with people, of whom somebody is at home',
      asks({ recipients: [{ kind: 'owner', while: at('home') }] }),
    ],
  ])('%s', (_what, set) => expect(faults(set, does())).toEqual([]))

  test.each<[string, ActionSet]>([
    ['without a text', asks({ short_desc: '' })],
    ['without answers', asks({ answers: [] })],
    ['with an answer of no word', asks(label('Yes', ''))],
    ['with an answer of blanks', asks(label(' ', 'Yes'))],
    ['with answers that read alike', asks(label('Yes', ' yes'))],
    [
      'with two answers of one id',
      asks({
        answers: [
          { id: 'a', label: 'Yes' },
          { id: 'a', label: 'No' },
        ],
      }),
    ],
    ['whose time chance decides', asks({}, { spread: 1000 })],
    ['whose time something else ends', asks({}, { until: so })],
    ['in a step that does something', asks({}, { name: 'x', statuses: [at('home')] })],
  ])('and is unfinished %s', (_what, set) => {
    expect(faults(set, does())).toEqual(['incomplete scenes.0'])
  })

  test('and is unfinished without a time: as a question, and as the pause that it is', () => {
    const { delay: _none, ...never } = asks()
    for (const set of [never, asks({}, { delay: 0 })])
      expect(faults(set, does())).toEqual(['incomplete scenes.0', 'incomplete scenes.0'])
  })

  test('and what it says and to whom is looked at as that of any message', () => {
    expect(faults(asks({ recipients: [] }), does())).toEqual(['incomplete scenes.0.question'])
    const gone = { kind: 'owner' as const, while: at('gone') }
    expect(faults(asks({ recipients: [gone] }), does())).toEqual([
      'status_missing scenes.0.question.recipients.0',
    ])
    const value = { kind: 'status' as const, id: 'v', name: 'gone', resource_id: 'gone' }
    expect(faults(asks({ values: [value] }), does())).toEqual(['status_missing scenes.0.question.values.0'])
  })
})

describe('what belongs to an answer is whole', () => {
  test.each<[string, OnAnswer]>([
    ['where the question before has that answer', { set_id: 'q', answer: 'b' }],
    ['where nobody answers', { set_id: 'q' }],
  ])('%s', (_what, on) => expect(faults(asks(), does(on))).toEqual([]))

  test.each<[string, ActionSet]>([
    ['of another question', does({ set_id: 'other', answer: 'a' })],
    ['of a step that asks nothing', does({ set_id: 'plain', answer: 'a' })],
    ['that the question does not offer', does({ set_id: 'q', answer: 'c' })],
    ['and of a condition besides', does({ set_id: 'q', answer: 'a' }, { only_if: so })],
  ])('and is unfinished as that of an answer %s', (_what, set) => {
    expect(faults(does(undefined, { id: 'plain' }), asks(), set)).toEqual(['incomplete scenes.2'])
  })

  test('and is unfinished before its question', () => {
    expect(faults(does({ set_id: 'q', answer: 'a' }), asks())).toEqual(['incomplete scenes.0'])
  })

  test('and is unfinished as what comes otherwise', () => {
    const chain = [
      asks(),
      does(undefined, { only_if: so }),
      does({ set_id: 'q', answer: 'a' }, { otherwise: true }),
    ]
    expect(faults(...chain)).toEqual(['incomplete scenes.2'])
  })

  test('and is unfinished for nobody where the scene ends without an answer', () => {
    const ends = asks({ late: 'stop' })
    expect(faults(ends, does({ set_id: 'q' }))).toEqual(['incomplete scenes.1'])
    expect(faults(ends, does({ set_id: 'q', answer: 'a' }))).toEqual([])
  })
})
