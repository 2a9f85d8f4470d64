import { describe, expect, test } from 'vitest'
import { contentOf, type Draft, emptyDraft, faultsIn, withEntry } from './draft.ts'

const NOW = new Date('2026-11-20T10:00').getTime()
const limits = { title: 128, text: 1024, now: NOW }
const whole: Draft = {
  ...emptyDraft,
  name: 'Works',
  words: { ...emptyDraft.words, ch_EN: { title: 'Works', text: 'On Monday.' } },
}
const faults = (more: Partial<Draft>) => faultsIn({ ...whole, ...more }, limits)

describe('a draft of an announcement', () => {
  test('that says one thing in one language is whole', () => {
    expect(faults({})).toEqual([])
  })

  // 3.5-063
  test('without a way is told so', () => {
    expect(faults({ types: [] })).toEqual(['NO_ANNOUNCEMENT_TYPE'])
  })

  // 3.5-059
  test('of a time that is over is told so, of one that is chosen by half as well', () => {
    expect(faults({ moment: 'once', day: '2026-11-20', time: '09:59' })).toEqual(['DATE_IN_PAST'])
    expect(faults({ moment: 'once', day: '2026-11-20', time: '10:01' })).toEqual([])
    expect(faults({ moment: 'once', day: '' })).toEqual(['missing.day'])
    expect(faults({ moment: 'now', day: '2020-01-01' })).toEqual([])
  })

  test('that has begun in a second language is told what is missing there, and what is too long', () => {
    const begun = { ...whole.words, ch_DE: { title: 'Arbeiten', text: '' } }
    expect(faults({ words: begun })).toEqual(['missing.text'])
    const long = { ...whole.words, ch_DE: { title: 'x'.repeat(129), text: 'x' } }
    expect(faults({ words: long })).toEqual(['ANNOUNCEMENT_TOO_LONG'])
    expect(faults({ name: ' ', filterType: 'city' })).toEqual(['missing.name', 'FILTER_EMPTY'])
  })

  // 3.5-061
  test('takes each filter once, in whatever case', () => {
    expect(withEntry(['Chur'], 'Bern')).toEqual(['Chur', 'Bern'])
    expect(withEntry(['Chur'], 'CHUR')).toBeUndefined()
    expect(withEntry(['Zug'], 'Züg')).toEqual(['Zug', 'Züg'])
  })

  test('of several ways is sent by the first that is tried, and names the others', () => {
    const types = ['email', 'pushMobile'] as const
    expect(contentOf({ ...whole, types })).toEqual({
      ...{
        announcementName: 'Works',
        title: 'Works',
        text: 'On Monday.',
        topicType: 'SYS',
        filterType: 'all',
      },
      alsoBy: ['email'],
    })
  })

  test('of two languages has both, and its time as a moment', () => {
    const words = { ...whole.words, ch_DE: { title: 'Arbeiten', text: 'Am Montag.' } }
    const content = contentOf({ ...whole, words, moment: 'once', day: '2026-12-01', time: '09:00' })
    expect(content).toMatchObject({ title: 'Arbeiten', translations: words })
    expect(content.sendAt).toBe(new Date('2026-12-01T09:00').toISOString())
  })
})
