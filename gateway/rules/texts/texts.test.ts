import { describe, expect, test } from 'vitest'
import catalogued from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { hasValues, piecesOf, toldValues, valuesIn } from '#gateway/lib/scenes/texts.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { RecordedChange } from '#schemas/generated/entities/recorded-change.ts'
import type { Rule, RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'
import type { FoundText } from '#schemas/generated/entities/rule-run.ts'
import type { HomeFacts } from '../faults/fault.ts'
import { faultsOf } from '../faults/faults.ts'
import { rehearse } from '../rehearse.ts'
import { speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { worldOf } from '../testing/stories.ts'
import { wordsOfNotification } from '../words/actions.ts'
import { wordsOfStep } from '../words/runs.ts'

const german = speechIn('ch_DE')
const english = speechIn('ch_EN')

const energy: Value = { kind: 'number', access: ['read'], unit: 'kWh', precision: 2 }
const naming = { device: () => 'Washer', property: () => energy }
const ofDevice = (id: string, property_name = 'energy'): TextValue => ({
  kind: 'device',
  id,
  device_id: 'washer',
  device_name: 'Old name',
  service_name: 'MeterService',
  property_name,
})
const away: TextValue = { kind: 'status', id: 's1', resource_id: 'away', name: 'Gone' }
const push: RuleNotification = {
  type: 1,
  short_desc: 'Done: {{v1}}',
  desc: 'Away is {{s1}}.',
  values: [ofDevice('v1'), away],
}

// decision 0162
describe('a text with values', () => {
  test.each<[string, readonly (string | TextValue)[]]>([
    ['Done: {{v1}}', ['Done: ', ofDevice('v1')]],
    ['{{s1}}{{v1}}', [away, ofDevice('v1')]],
    ['{{v2}} is not one of them', ['{{v2}}', ' is not one of them']],
    ['{{ v1 }} {v1} {{v1', ['{{ v1 }} {v1} {{v1']],
    ['', []],
  ])('%j has these pieces', (text, pieces) => expect(piecesOf(text, push.values)).toEqual(pieces))

  test('names some of the values that it was given; others count for nothing', () => {
    expect(valuesIn({ ...push, desc: '' })).toEqual([ofDevice('v1')])
    expect([hasValues(push.desc, push.values), hasValues('plain', push.values)]).toEqual([true, false])
    expect(hasValues(push.desc, undefined)).toBe(false)
  })

  test('tells which values, as long as nobody has looked', () => {
    const said = wordsOfNotification(push, naming)
    expect(speak(said, english)).toMatch(/“Done: \[.+ of Washer\]”/)
    expect(speak(said, german)).toMatch(/«Done: \[.+ von Washer\]»/)
  })

  test.each<[string, FoundText[], string, string]>([
    ['with unit and digits', [{ id: 'v1', value: 0.8 }], 'Done: 0.80\u00a0kWh', 'Done: 0.80\u00a0kWh'],
    ['what is not known by a word', [], 'Done: unknown', 'Done: unbekannt'],
    [
      'what a device says is no text with values',
      [{ id: 'v1', value: '{{s1}}' }],
      'Done: {{s1}}',
      'Done: {{s1}}',
    ],
  ])('tells %s', (_what, found, inEnglish, inGerman) => {
    const step = { at: 0, kind: 'notification', outcome: 'accepted', notification_type: 1 } as const
    const told = { ...step, short_desc: push.short_desc, values: push.values, found }
    expect(speak(wordsOfStep(told, naming), english)).toContain(`“${inEnglish}”`)
    expect(speak(wordsOfStep(told, naming), german)).toContain(`«${inGerman}»`)
  })

  test('tells which values, of a step that is yet to come', () => {
    const { type: _type, ...coming } = { ...push, at: 0, kind: 'notification', outcome: 'skipped' } as const
    expect(speak(wordsOfStep({ ...coming, notification_type: 1 }, naming), english)).toMatch(
      /“Done: \[.+ of Washer\]”/,
    )
  })

  test('tells a status as on or off, in the text beside the title', () => {
    const found = [{ id: 's1', value: true }]
    const step = { ...push, at: 0, kind: 'notification', outcome: 'accepted', notification_type: 1 } as const
    const { type: _type, ...told } = { ...step, found }
    expect(speak(wordsOfStep(told, naming), english)).toContain('“Done: unknown: Away is on.”')
  })
})

const rule: Rule = {
  id: 'r',
  name: 'R',
  rule_logic: 'OR',
  active: true,
  event_triggers: [
    {
      id: 't',
      event_source: 'washer',
      service_name: 'MeterService',
      property_name: 'power',
      value: 5,
      compare_type: 'LT',
    },
  ],
  scenes: [{ id: 'tell', name: 'Tell', delay: 60_000, notifications: [push] }],
}

// decision 0162
describe('a rehearsal of texts', () => {
  const from = Date.parse('2026-06-01T00:00:00Z')
  const told = (at: number, property_name: string, value: number): RecordedChange => ({
    at: from + at,
    device_id: 'washer',
    service_name: 'MeterService',
    property_name,
    value,
  })

  test('says what the values were at the moment of the step, whatever came later', () => {
    const recorded = [
      told(90_000, 'energy', 9),
      told(1000, 'power', 100),
      told(2000, 'power', 1),
      told(30_000, 'energy', 0.8),
      { at: from + 40_000, resource_id: 'away', value: true },
    ]
    const start = worldOf(new Map([['washer/MeterService/energy', 0.5]]))
    const story = { start, zone: 'Europe/Zurich', from, to: from + 3_600_000 }
    const texts = (changes: RecordedChange[]) =>
      rehearse({ rule, recorded: changes, ...story }).edited.flatMap(({ steps }) =>
        steps.flatMap(({ found }) => (found ? [found] : [])),
      )
    expect(texts(recorded)).toEqual([
      [
        { id: 'v1', value: 0.8 },
        { id: 's1', value: true },
      ],
    ])
    // Nothing was told of it: it is as it was at the start, and what nobody knows is left out.
    expect(texts(recorded.slice(1, 3))).toEqual([[{ id: 'v1', value: 0.5 }]])
  })
})

// decision 0162
describe('what is wrong with the values of a text', () => {
  const home: HomeFacts = {
    device: (id) =>
      id === 'washer'
        ? {
            status: 2,
            class: 'PLG100',
            type: 'Plug',
            properties: [
              { service: 'MeterService', property: 'energy', value: energy },
              { service: 'MeterService', property: 'power', value: energy },
              { service: 'MeterService', property: 'pin', value: { ...energy, kind: 'text', secret: true } },
              { service: 'MeterService', property: 'reset', value: { kind: 'bool', access: ['write'] } },
              {
                service: 'MeterService',
                property: 'press',
                value: { kind: 'option', access: ['event'], options: [{ value: 'x' }] },
              },
              {
                service: 'MeterService',
                property: 'button',
                value: { kind: 'option', access: ['read'], options: [{ value: 'x' }], rest: '' },
              },
              { service: 'MeterService', property: 'parts', value: { kind: 'object', access: ['read'] } },
            ],
          }
        : undefined,
    status: (id) => id === 'away',
    vocabulary: catalogued as SceneVocabulary,
    zone: 'Europe/Zurich',
    now: 0,
  }
  const codes = (...values: TextValue[]) =>
    faultsOf({ ...rule, scenes: [{ id: 's', name: 'S', notifications: [{ ...push, values }] }] }, home)
      .filter(({ path }) => path.includes('values'))
      .map(({ code }) => code)

  test.each<[string, TextValue[], string[]]>([
    ['values that are there', [ofDevice('v1'), away], []],
    ['a secret', [ofDevice('v1', 'pin')], ['not_acting']],
    ['what can only be ordered', [ofDevice('v1', 'reset')], ['not_acting']],
    ['what only happens', [ofDevice('v1', 'press')], ['not_acting']],
    ['what a button says between two rests', [ofDevice('v1', 'button')], ['not_acting']],
    ['more than a word', [ofDevice('v1', 'parts')], ['not_acting']],
    ['a property that is gone', [ofDevice('v1', 'gone')], ['property_missing']],
    ['a status that is gone', [{ ...away, resource_id: 'gone' }], ['status_missing']],
    ['two of one id', [ofDevice('v1'), { ...away, id: 'v1' }], ['functionality_added']],
  ])('%s', (_what, values, wrong) => expect(codes(...values)).toEqual(wrong))

  test('every value of a rule is known', () => expect(toldValues(rule)).toEqual(push.values))
})
