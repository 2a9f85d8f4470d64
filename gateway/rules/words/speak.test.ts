import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Phrase, Slot } from '../phrase.ts'
import { sentence, speak, spokenSlot } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'

const english = speechIn('ch_EN', new Set(), ['statuses'])
const german = speechIn('ch_DE', new Set(), ['statuses'])
const both = (slot: Slot) => [english, german].map((speech) => spokenSlot(slot, speech))
const value = (value: string | number | boolean, described?: Omit<Value, 'access'>) =>
  both({
    ...{ is: 'value', service: 'S', property: 'p', value },
    described: described && { access: ['read'], ...described },
  })

describe('a value is said', () => {
  test.each<[string, string | number | boolean, Omit<Value, 'access'> | undefined, string]>([
    ['with its unit after a space that never breaks', 21.5, { kind: 'number', unit: '°C' }, '21.5\u00a0°C'],
    ['with degrees of an angle right behind it', 90, { kind: 'number', unit: '°' }, '90°'],
    ['alone where its unit is none', 5, { kind: 'number', unit: '' }, '5'],
    ['as screens show it', 127, { kind: 'range', unit: '%', scale: 0.5 }, '63.5\u00a0%'],
    ['to as many places as it is known', 21.456, { kind: 'number', precision: 1 }, '21.5'],
    ['without places where it is whole', 21, { kind: 'number', precision: 1 }, '21'],
    ['without what computers add to sums', 0.1 + 0.2, undefined, '0.3'],
    ['as a figure where it is one in a text', '21.5', { kind: 'number', unit: '°C' }, '21.5\u00a0°C'],
    ['by the label of its choice', 2, { kind: 'option', options: [{ value: 2, label: 'High' }] }, 'High'],
    ['as it is where its choice has no label', 2, { kind: 'option', options: [{ value: 2 }] }, '2'],
    [
      'as it is where it is none of the choices',
      3,
      { kind: 'option', options: [{ value: 2, label: 'High' }] },
      '3',
    ],
    [
      'by the name of its preset rather than by its figure',
      3,
      { kind: 'range', presets: [{ value: 3, label: 'Cosy' }] },
      'Cosy',
    ],
    ['by its figure beside presets', 4, { kind: 'range', presets: [{ value: 3, label: 'Cosy' }] }, '4'],
    ['letter by letter where it is a text', 'true', { kind: 'text' }, 'true'],
    ['as its code where it is a colour', 'off', { kind: 'color' }, 'off'],
    ['as nothing where it is nothing', '', { kind: 'number', unit: '%' }, ''],
    ['as nothing where it is but blanks', ' ', { kind: 'number', unit: '%' }, ''],
    ['without a unit where it is no figure', 'Infinity', { kind: 'number', unit: '%' }, 'Infinity'],
  ])('%s', (_how, raw, described, said) => {
    expect(value(raw, described)).toEqual([said, said])
  })

  test('by its word where it is yes or no, also of a number', () => {
    expect(value(true)).toEqual(['yes', 'ja'])
    expect(value(true, { kind: 'number', unit: '%' })).toEqual(['yes', 'ja'])
    expect(value('true', { kind: 'bool' })).toEqual(['yes', 'ja'])
  })
})

test.each([
  [0, '0 seconds', '0 Sekunden'],
  [1500, '1.5 seconds', '1.5 Sekunden'],
  [1234, '1.23 seconds', '1.23 Sekunden'],
  [59_000, '59 seconds', '59 Sekunden'],
  [60_000, '1 minute', '1 Minute'],
  [59_999, '1 minute', '1 Minute'],
  [90_000, '1 minute 30 seconds', '1 Minute 30 Sekunden'],
  [1_210_000, '20 minutes 10 seconds', '20 Minuten 10 Sekunden'],
  [61_500, '1 minute 1.5 seconds', '1 Minute 1.5 Sekunden'],
  [5_430_000, '90 minutes 30 seconds', '90 Minuten 30 Sekunden'],
  [9_000_000, '2 hours 30 minutes', '2 Stunden 30 Minuten'],
  [86_400_000, '24 hours', '24 Stunden'],
  [129_600_000, '1 day 12 hours', '1 Tag 12 Stunden'],
  [172_800_000, '2 days', '2 Tage'],
  [604_830_000, '7 days 30 seconds', '7 Tage 30 Sekunden'],
  [3_600_000, '1 hour', '1 Stunde'],
  [5_400_000, '90 minutes', '90 Minuten'],
  [7_200_000, '2 hours', '2 Stunden'],
])('2.9-020 2.9-021 %d ms are said as %s', (ms, ...said) => {
  expect(both({ is: 'duration', ms }).map((one) => one.replaceAll('\u00a0', ' '))).toEqual(said)
})

test.each([
  [[], '', ''],
  [[2], 'Wednesday', 'Mittwoch'],
  [[0, 1], 'Monday and Tuesday', 'Montag und Dienstag'],
  [[5, 6], 'Saturday and Sunday', 'Samstag und Sonntag'],
  [[0, 1, 2], 'Monday to Wednesday', 'Montag bis Mittwoch'],
  [[4, 5, 6], 'Friday to Sunday', 'Freitag bis Sonntag'],
  [[0, 2, 4], 'Monday, Wednesday and Friday', 'Montag, Mittwoch und Freitag'],
  [[1, 2, 4], 'Tuesday, Wednesday and Friday', 'Dienstag, Mittwoch und Freitag'],
])('days %j are said as %s', (days, ...said) => {
  expect(both({ is: 'days', days })).toEqual(said)
})

test.each<[string, Slot, string, string]>([
  ['a status of every home', { is: 'status', name: 'away' }, 'Away', 'Abwesend'],
  ['a status by its own name', { is: 'status', name: 'Guests' }, 'Guests', 'Guests'],
  ['a time', { is: 'time', hour: 7, minute: 5, second: 0 }, '07:05', '07:05'],
  ['a time with seconds', { is: 'time', hour: 17, minute: 0, second: 9 }, '17:00:09', '17:00:09'],
  ['a day of every year', { is: 'date', month: 3, day: 4 }, '4 March', '4. März'],
  ['a day of one year', { is: 'date', year: 2027, month: 3, day: 4 }, '4 Mar 2027', '04.03.2027'],
])('%s', (_what, slot, ...said) => {
  expect(both(slot)).toEqual(said)
})

describe('a clause', () => {
  const otherwise: Phrase = { keys: ['sentences.step.otherwise'], slots: {} }

  test('begins with a capital where it is a sentence, and only there', () => {
    expect([speak(otherwise, german), sentence(otherwise, german)]).toEqual(['sonst', 'Sonst'])
  })

  test('is said by the first text that there is', () => {
    const keys: Phrase['keys'] = ['sentences.nowhere', ...otherwise.keys, 'sentences.step.unanswered']
    expect(speak({ ...otherwise, keys }, english)).toBe('otherwise')
  })

  test('asks for its last text where there is none of them, and says nothing', () => {
    const missing = new Set<string>()
    const keys: Phrase['keys'] = ['sentences.nowhere', 'sentences.neither']
    expect(speak({ ...otherwise, keys }, speechIn('ch_EN', missing))).toBe('')
    expect([...missing]).toEqual(['sentences.neither'])
  })

  test('joins several with commas and a word before the last', () => {
    const phrases = (...texts: string[]): Slot => ({
      is: 'phrases',
      phrases: texts.map((text) => ({
        keys: ['sentences.step.onlyIf'],
        slots: { clause: { is: 'text', text } },
      })),
      joint: 'or',
    })
    expect(both(phrases('A', 'B', 'C'))).toEqual([
      'only if: A, only if: B or only if: C',
      'nur wenn: A, nur wenn: B oder nur wenn: C',
    ])
    expect(both(phrases('A'))).toEqual(['only if: A', 'nur wenn: A'])
  })

  test('puts pieces together without anything in between', () => {
    const pieces: Slot = {
      is: 'pieces',
      pieces: [
        { is: 'text', text: 'It is ' },
        { is: 'device', id: 'd', name: 'Lamp' },
        { is: 'text', text: '!' },
      ],
    }
    expect(spokenSlot(pieces, english)).toBe('It is Lamp!')
  })
})
