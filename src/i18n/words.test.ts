import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from './i18n.ts'
import { READER } from './local-words.ts'
import { words } from './words.ts'

const MINUTE = 60_000
const now = new Date(2026, 4, 3, 14, 2).getTime()

afterEach(() => changeLanguage('ch_DE'))

describe('numbers and times follow the language', () => {
  test('Swiss German', async () => {
    await changeLanguage('ch_DE')
    expect(words.number(12345.5)).toMatch(/^12['’]345\.5$/)
    expect([1e308, -3.93701e22].map((vast) => words.number(vast))).toEqual(['1e+308', '-3.93701e+22'])
    expect(words.age(now - 3 * MINUTE, now)).toBe('vor 3 Min.')
    expect(words.moment(now - 90 * MINUTE, now, READER)).toBe('12:32')
    expect(words.moment(now - 2880 * MINUTE, now, READER)).toMatch(/^1\. Mai, 14:02$/)
  })

  test('Swiss English', async () => {
    await changeLanguage('ch_EN')
    expect(words.age(now - 3 * MINUTE, now)).toBe('3 min ago')
    expect(words.moment(now - 2880 * MINUTE, now, READER)).toMatch(/^1 May, 14:02$/)
  })

  test('and the clocks of a home, wherever one looks at it from', async () => {
    await changeLanguage('ch_EN')
    const noon = Date.UTC(2026, 4, 3, 12)
    expect(words.moment(noon, noon, 'Asia/Tokyo')).toBe('21:00')
    expect(words.moment(noon + 4 * 3_600_000, noon, 'Asia/Tokyo')).toBe('4 May, 01:00')
    expect(words.moment(noon + 4 * 3_600_000, noon, 'Europe/Zurich')).toBe('18:00')
  })
})

test.each([
  [0, '0 Sek.'],
  [59, '59 Sek.'],
  [3725, '1 Std. 2 Min.'],
  [86_400, '1 Tag 0 Std.'],
  [90 * 86_400 + 7200, '90 Tage 2 Std.'],
])('%i seconds are told in their two largest units', (seconds, told) => {
  expect(words.duration(seconds)).toBe(told)
})

test('digits are kept where they are asked for', () => {
  expect(words.number(21, 1)).toBe('21.0')
})

test.each(['de-CH', 'en-CH'])('small figures read as %s writes them', (tag) => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 998.9, noNaN: true }),
      fc.option(fc.nat(4), { nil: undefined }),
      (value, digits) => {
        const format = new Intl.NumberFormat(tag, {
          minimumFractionDigits: digits ?? 0,
          maximumFractionDigits: digits ?? 3,
        })
        expect(words.number(value, digits)).toBe(format.format(value))
      },
    ),
  )
})

test.each([
  ['ch_DE', 'gerade eben', 'vor 5 Sek.'],
  ['ch_EN', 'just now', '5 sec ago'],
] as const)('in %s the first seconds are %s', async (language, first, then) => {
  await changeLanguage(language)
  await loadAreas(['shell'])
  expect([words.age(now, now), words.age(now - 4999, now)]).toEqual([first, first])
  expect(words.age(now - 5000, now)).toBe(then)
})

test('what has just been is never in the future', () => {
  expect(words.age(now + MINUTE, now)).toBe(words.age(now, now))
})
