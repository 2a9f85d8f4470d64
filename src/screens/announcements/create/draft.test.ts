import { describe, expect, test } from 'vitest'
import { contentOf, type Draft, emptyDraft, faultsIn, timesOf, withEntry, zoneHere } from './draft.ts'

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

  test('3.5-066 with a file that no chosen way takes along is told so', () => {
    const file = { _id: 'f1', name: 'plan.csv', kind: 'text/csv', size: 20 } as const
    expect(faults({ file, types: ['pushMobile'] })).toEqual(['FILE_NEEDS_EMAIL'])
    expect(faults({ file, types: ['pushMobile', 'email'] })).toEqual([])
    expect(contentOf({ ...whole, file }, NOW).file).toEqual(file)
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

  // 3.5-074
  test('is put off by days, hours and minutes from when it is sent, and by nothing it cannot be put off', () => {
    const delay = { days: 30, hours: 23, minutes: 59 }
    const { sendAt = '' } = contentOf({ ...whole, moment: 'after', delay }, NOW)
    expect(Date.parse(sendAt) - NOW).toBe(((30 * 24 + 23) * 60 + 59) * 60_000)
    expect(faults({ moment: 'after', delay })).toEqual([])
    expect(faults({ moment: 'after', delay: { days: 0, hours: 0, minutes: 0 } })).toEqual(['missing.delay'])
    expect(contentOf({ ...whole, delay }, NOW).sendAt).toBeUndefined()
  })

  // 3.3-082
  test('is repeated as a cron-like string by the clocks of this device, until its last day', () => {
    const rhythm = { every: 'week', weekday: 6, date: 31, until: '2026-12-06' } as const
    const repeated = { ...whole, moment: 'repeat', time: '08:05', rhythm } as const
    expect(contentOf(repeated, NOW)).toMatchObject({
      ...{ sendAt: '5 8 * * 0', zone: zoneHere() },
      sendUntil: new Date('2026-12-06T23:59:59').toISOString(),
    })
    const on = (day: string) => new Date(`${day}T08:05`).getTime()
    expect(timesOf(repeated, NOW)).toEqual([on('2026-11-22'), on('2026-11-29'), on('2026-12-06')])
    const cron = (some: object) => contentOf({ ...repeated, rhythm: { ...rhythm, until: '', ...some } }, NOW)
    expect(cron({ every: 'day' })).toMatchObject({ sendAt: '5 8 * * *' })
    expect(cron({ every: 'month', date: 15 })).toMatchObject({ sendAt: '5 8 15 * *' })
    expect(cron({ weekday: 0 })).toMatchObject({ sendAt: '5 8 * * 1' })
    expect(cron({})).not.toHaveProperty('sendUntil')
    expect(contentOf({ ...repeated, moment: 'now' }, NOW)).not.toHaveProperty('zone')
  })

  // 3.5-059
  test('that is repeated but never comes is told so, without a time as well', () => {
    const rhythm = { ...whole.rhythm, until: '2026-11-20' }
    expect(faults({ moment: 'repeat', rhythm })).toEqual(['DATE_IN_PAST'])
    expect(faults({ moment: 'repeat', time: '' })).toEqual(['missing.day'])
    expect(faults({ moment: 'repeat' })).toEqual([])
  })

  // 3.3-083 3.3-084
  test('says for whom it holds and from which template it was made, where there is something to say', () => {
    const template = { _id: 'works', name: 'Works' }
    expect(contentOf({ ...whole, condition: 'gatewayOffline', template }, NOW)).toMatchObject({
      ...{ notificationCondition: 'gatewayOffline', template },
    })
    expect(Object.keys(contentOf(whole, NOW))).not.toContain('notificationCondition')
  })

  test('of several ways is sent by the first that is tried, and names the others', () => {
    const types = ['email', 'pushMobile'] as const
    expect(contentOf({ ...whole, types }, NOW)).toEqual({
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
    const content = contentOf({ ...whole, words, moment: 'once', day: '2026-12-01', time: '09:00' }, NOW)
    expect(content).toMatchObject({ title: 'Arbeiten', translations: words })
    expect(content.sendAt).toBe(new Date('2026-12-01T09:00').toISOString())
  })
})
