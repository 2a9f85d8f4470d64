import { describe, expect, test } from 'vitest'
import type { Condition, PlainCondition, SunMoment, Week } from '#schemas/generated/entities/rule.ts'
import type { Naming } from '../phrase.ts'
import { segmentsOf, speak } from '../speak.ts'
import { speechIn } from '../testing/speech.ts'
import { wordsOfReason } from '../words/runs.ts'
import { wordsOfCondition, wordsOfGroup, wordsOfOnlyIf } from './words.ts'

const [german, english] = [speechIn('ch_DE'), speechIn('ch_EN')]
const naming: Naming = {
  device: (id) => (id === 'hall' ? 'Hall' : undefined),
  property: () => ({ kind: 'bool', access: ['read', 'write'] }),
}
const daily: Week = [true, true, true, true, true, true, true]
const weekend: Week = [false, false, false, false, false, true, true]
const hall: PlainCondition = {
  kind: 'device',
  id: 'd',
  device: {
    id: 'd',
    event_source: 'hall',
    service_name: 'LightService',
    property_name: 'state',
    value: true,
    compare_type: 'EQ',
  },
}
const away: PlainCondition = { kind: 'status', id: 's', status: { name: 'Holiday', state: false } }
const night = (repeating: Week): PlainCondition => ({
  kind: 'time',
  id: 't',
  window: { from: { hour: 22, minute: 0 }, to: { hour: 6, minute: 30 }, repeating },
})
const sun = (from: SunMoment): PlainCondition => ({
  kind: 'time',
  id: 't',
  window: { from: { sun: from }, to: { hour: 23, minute: 0 }, repeating: daily },
})
const group = (logic: 'ALL' | 'ANY' | 'NONE', ...conditions: PlainCondition[]): Condition => ({
  kind: 'group',
  id: 'g',
  logic,
  conditions,
})
const winter: PlainCondition = {
  kind: 'date',
  id: 'w',
  dates: { from: { month: 12, day: 1 }, to: { month: 3, day: 31 } },
}

test.each<[string, string, Condition]>([
  ['Hall ist eingeschaltet', 'Hall is on', hall],
  ['der Status «Holiday» ist ausgeschaltet', 'the status “Holiday” is off', away],
  ['es ist zwischen 22:00 und 06:30', 'it is between 22:00 and 06:30', night(daily)],
  [
    'es ist zwischen 22:00 und 06:30, Samstag und Sonntag',
    'it is between 22:00 and 06:30, Saturday and Sunday',
    night(weekend),
  ],
  ['es ist zwischen Sonnenuntergang und 23:00', 'it is between sunset and 23:00', sun({ event: 'sunset' })],
  [
    'es ist zwischen 30 Minuten nach Sonnenuntergang und 23:00',
    'it is between 30 minutes after sunset and 23:00',
    sun({ event: 'sunset', offset: 1_800_000 }),
  ],
  [
    'es ist einer dieser Tage: Samstag und Sonntag',
    'it is one of these days: Saturday and Sunday',
    { kind: 'time', id: 't', window: { repeating: weekend } },
  ],
  ['es ist zwischen dem 1. Dezember und dem 31. März', 'it is between 1 December and 31 March', winter],
  [
    'Hall ist eingeschaltet, der Status «Holiday» ist ausgeschaltet oder es ist zwischen 22:00 und 06:30',
    'Hall is on, the status “Holiday” is off or it is between 22:00 and 06:30',
    group('ANY', hall, away, night(daily)),
  ],
  [
    'nichts davon trifft zu: Hall ist eingeschaltet und der Status «Holiday» ist ausgeschaltet',
    'none of this is so: Hall is on and the status “Holiday” is off',
    group('NONE', hall, away),
  ],
  ['es trifft nicht zu: Hall ist eingeschaltet', 'it is not so that Hall is on', group('NONE', hall)],
])('%s', (inGerman, inEnglish, condition) => {
  expect(speak(wordsOfCondition(condition, naming), german)).toBe(inGerman)
  expect(speak(wordsOfCondition(condition, naming), english)).toBe(inEnglish)
})

test('a device within a group is still one that a page may set apart', () => {
  const told = segmentsOf(wordsOfCondition(group('ANY', away, hall), naming), english)
  expect(told.filter(({ is }) => is === 'device')).toEqual([{ text: 'Hall', is: 'device', id: 'hall' }])
})

describe('why a scene did not run', () => {
  const why = (condition: PlainCondition, found: boolean | null): [string, string] => {
    const trigger =
      condition.kind === 'time'
        ? { type: 'TIME_WINDOW' as const, window: condition.window, found, at: 0 }
        : {
            type: 'DATE_SPAN' as const,
            dates: condition.kind === 'date' ? condition.dates : undefined,
            found,
            at: 0,
          }
    const phrase = wordsOfReason({ reason: 'condition', trigger }, naming)
    return [speak(phrase, german), speak(phrase, english)]
  }

  test('it was not that time, or just that where it must not be', () => {
    expect(why(night(daily), false)).toEqual([
      'Es war nicht zwischen 22:00 und 06:30',
      'It was not between 22:00 and 06:30',
    ])
    expect(why(night(weekend), true)[1]).toBe('It was between 22:00 and 06:30, Saturday and Sunday')
    expect(why(winter, false)).toEqual([
      'Es war nicht zwischen dem 1. Dezember und dem 31. März',
      'It was not between 1 December and 31 March',
    ])
  })

  test('nobody knew, where the home has no place', () => {
    expect(why(sun({ event: 'sunset' }), null)[1]).toBe(
      'It was not known whether this was so: it is between sunset and 23:00',
    )
  })
})

test('what is asked before a scene runs is told one by one; nothing where it asks nothing', () => {
  const told = (conditions: PlainCondition[]) =>
    wordsOfOnlyIf({ only_if: { logic: 'ALL', conditions } }, naming).map((one) => speak(one, english))
  expect(told([away, night(daily)])).toEqual(['the status “Holiday” is off', 'it is between 22:00 and 06:30'])
  expect([told([]), wordsOfOnlyIf({}, naming)]).toEqual([[], []])
})

test('a group of nothing says that nothing is asked yet', () => {
  const said = (speech: typeof english) =>
    speak(wordsOfGroup({ logic: 'ALL', conditions: [] }, naming), speech)
  expect([said(english), said(german)]).toEqual(['nothing is asked yet', 'noch wird nichts gefragt'])
})
