import { describe, expect, test } from 'vitest'
import { eventsIn, MalformedCalendar } from './events.ts'
import { expanded } from './expanded.ts'

const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 30) }
const file = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
let uid = 0
const event = (...lines: readonly string[]) => [
  ...['BEGIN:VEVENT', `UID:${lines.some((one) => one.startsWith('UID')) ? '' : ++uid}`].filter(
    (one) => one !== 'UID:',
  ),
  ...lines,
  'END:VEVENT',
]
const read = (...lines: readonly string[]) => eventsIn(file(...lines), span)
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

// decision 0246
describe('the events of a calendar', () => {
  test('in UTC, in a zone by its name, and without one: what clocks show', () => {
    const found = read(
      ...event('DTSTART:20260310T070000Z', 'DTEND:20260310T080000Z', 'SUMMARY:utc'),
      ...event(
        'DTSTART;TZID=Europe/Zurich:20260311T070000',
        'DTEND;TZID=Europe/Zurich:20260311T080000',
        'SUMMARY:zone',
      ),
      ...event('DTSTART:20260312T070000', 'DURATION:PT90M', 'SUMMARY:floating'),
    )
    expect(found.map(({ from, to, wall, title }) => [title, iso(from), iso(to), wall])).toEqual([
      ['utc', '2026-03-10T07:00', '2026-03-10T08:00', undefined],
      ['zone', '2026-03-11T06:00', '2026-03-11T07:00', undefined],
      ['floating', '2026-03-12T07:00', '2026-03-12T08:30', true],
    ])
  })

  test('of whole days last from midnight to midnight of the home', () => {
    const [one, two] = read(
      ...event('DTSTART;VALUE=DATE:20260310', 'SUMMARY:one day'),
      ...event('DTSTART;VALUE=DATE:20260320', 'DTEND;VALUE=DATE:20260323', 'SUMMARY:weekend'),
    )
    expect(one).toMatchObject({ wall: true, from: Date.UTC(2026, 2, 10), to: Date.UTC(2026, 2, 11) })
    expect(two).toMatchObject({ wall: true, from: Date.UTC(2026, 2, 20), to: Date.UTC(2026, 2, 23) })
  })

  test('recur at the same time of their zone, also over the change of clocks', () => {
    const found = read(
      ...event('DTSTART;TZID=Europe/Zurich:20260327T080000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=4'),
    )
    expect(found.map(({ from }) => iso(from))).toEqual([
      '2026-03-27T07:00',
      '2026-03-28T07:00',
      '2026-03-29T06:00',
      '2026-03-30T06:00',
    ])
  })

  test('a zone that no machine knows goes by what the file says of it', () => {
    const found = read(
      'BEGIN:VTIMEZONE',
      'TZID:Own Time',
      ...[
        'BEGIN:STANDARD',
        'DTSTART:16010101T000000',
        'TZOFFSETFROM:+0300',
        'TZOFFSETTO:+0300',
        'END:STANDARD',
      ],
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=Own Time:20260310T090000', 'DURATION:PT1H'),
    )
    expect(found.map(({ from }) => iso(from))).toEqual(['2026-03-10T06:00'])
  })

  test('days that are left out, moved or cancelled are', () => {
    const found = read(
      ...event(
        ...[
          'UID:weekly',
          'DTSTART:20260302T180000Z',
          'DURATION:PT1H',
          'RRULE:FREQ=WEEKLY;COUNT=5',
          'SUMMARY:Choir',
        ],
        'EXDATE:20260309T180000Z',
      ),
      ...event(
        'UID:weekly',
        'RECURRENCE-ID:20260316T180000Z',
        'DTSTART:20260317T190000Z',
        'DURATION:PT1H',
        'SUMMARY:Choir, moved',
      ),
      ...event(
        'UID:weekly',
        'RECURRENCE-ID:20260323T180000Z',
        'DTSTART:20260323T180000Z',
        'STATUS:CANCELLED',
      ),
      ...event('DTSTART:20260305T180000Z', 'STATUS:CANCELLED', 'SUMMARY:Off'),
    )
    expect(found.map(({ from, title }) => [iso(from), title])).toEqual([
      ['2026-03-02T18:00', 'Choir'],
      ['2026-03-17T19:00', 'Choir, moved'],
      ['2026-03-30T18:00', 'Choir'],
    ])
  })

  test('only those count that have all of the words in their title, however they are written', () => {
    const all = file(
      ...event('DTSTART:20260310T070000Z', 'SUMMARY:Kehricht Quartier Nord'),
      ...event('DTSTART:20260311T070000Z', 'SUMMARY:Papier Nord'),
      ...event('DTSTART:20260312T070000Z'),
    )
    const titles = (words: string) => eventsIn(all, span, words).map(({ title }) => title)
    expect(titles('nord KEHRICHT')).toEqual(['Kehricht Quartier Nord'])
    expect(titles(' ')).toHaveLength(3)
  })

  test('what was long ago or is far ahead is none, and there are five hundred at most', () => {
    const found = read(
      ...event('DTSTART:20200101T070000Z', 'DURATION:PT1H'),
      ...event('DTSTART:20300101T070000Z', 'DURATION:PT1H'),
      ...event('DTSTART:20260301T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY'),
    )
    expect(found).toHaveLength(500)
  })

  test.each(['', 'hello', '<html></html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT'])(
    '%j is no calendar',
    (text) => expect(() => eventsIn(text, span)).toThrow(MalformedCalendar),
  )

  test('one that is broken, or whose rule never ends, harms nobody else', async () => {
    const endless = file(
      ...event('DTSTART:20200101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;BYMONTHDAY=30;BYMONTH=2'),
    )
    const fine = file(...event('DTSTART:20260310T070000Z', 'SUMMARY:Fine'))
    const [slow, broken, one] = await Promise.all(
      [endless, 'BEGIN:NONSENSE', fine].map((text) => expanded({ text, span, words: '' })),
    )
    expect([slow, broken]).toEqual(['slow', 'malformed'])
    expect(one).toMatchObject([{ title: 'Fine' }])
  })
})
