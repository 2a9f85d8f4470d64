import { expect, test } from 'vitest'
import { type Listed, pageOf } from './page.ts'
import { readWords } from './words.ts'

const words = readWords('locales')
const page = (language: 'ch_DE' | 'ch_EN', count: number, rows: Listed['rows'], zone = 'Europe/Zurich') =>
  pageOf({
    ...{ language, words: words[language], zone, person: 'Mia', at: 'today', notes: [], other: 'other.html' },
    documents: [{ part: 'sessions', count, files: [], head: ['at'], rows }],
  })
const AT = '2026-07-01T22:15:09.000Z'

test('what is one is called one, and moments are read as people read them, by the clocks of the person', () => {
  const german = page('ch_DE', 1, [[AT]])
  expect(german).toContain('1 Eintrag<')
  expect(german).toContain(`<time datetime="${AT}">02.07.2026, 00:15:09</time>`)
  expect(page('ch_EN', 1, [[AT]])).toContain('1 entry<')
  expect(page('ch_EN', 1, [[AT]])).toContain(`<time datetime="${AT}">2 Jul 2026, 00:15:09</time>`)
  expect(page('ch_EN', 1, [[AT]], 'America/New_York')).toContain(
    `<time datetime="${AT}">1 Jul 2026, 18:15:09</time>`,
  )
})

test('several are counted, and what is left out too', () => {
  expect(page('ch_DE', 3, [['a'], ['b']])).toContain('3 Einträge<')
  expect(page('ch_DE', 3, [['a'], ['b']])).toContain('… und 1 weiterer Eintrag in den Dateien')
  expect(page('ch_EN', 5, [['a'], ['b']])).toContain('… and 3 more entries in the files')
})

test('what only looks like a moment stays as it was written, and is no markup', () => {
  expect(page('ch_DE', 1, [['2026-99-99T99:99:99Z']])).toContain('<td>2026-99-99T99:99:99Z</td>')
  expect(page('ch_DE', 1, [[`${AT}<b>`]])).toContain(`<td>${AT}&lt;b&gt;</td>`)
})

test('what is kept as a code is read in the words of the reader, and a name of the same letters elsewhere is a name', () => {
  const told = (language: 'ch_DE' | 'ch_EN', part: string) =>
    pageOf({
      ...{ language, words: words[language], zone: 'UTC', person: 'Mia', at: '', notes: [], other: 'o.html' },
      documents: [{ part, count: 1, files: [], head: ['name', 'what'], rows: [['from_twin', 'login']] }],
    })
  expect(told('ch_DE', 'backups')).toContain('<td>Aus dem Zwilling</td>')
  expect(told('ch_EN', 'backups')).toContain('<td>From the twin</td>')
  expect(told('ch_EN', 'activity')).toContain('<td>from_twin</td>')
  expect(told('ch_EN', 'activity')).not.toContain('<td>login</td>')
})
