import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { whyDisabled } from './availability.ts'

beforeAll(() => loadAreas(['device']))
beforeEach(() => changeLanguage('ch_EN'))

const moment = (at: number, zone?: string): string => `${new Date(at).toISOString()} ${zone}`
const why = (forbidden: boolean, shut?: { until?: string; zone?: string }) =>
  whyDisabled({ device: { status: 2 }, values: [{}], staleSince: undefined, forbidden, shut }, text, moment)

test('U-03 outside the hours at which a home is shared a control says so, and until when', () => {
  expect(why(false)).toBeUndefined()
  expect(why(true)).toBe('Your role does not allow this.')
  // The hours are why it is off, although values are off for him altogether then; by the clocks of the home.
  expect(why(true, { until: '2026-11-27T07:00:00.000Z', zone: 'Asia/Tokyo' })).toBe(
    'Outside the hours at which this home is shared with you, until 2026-11-27T07:00:00.000Z Asia/Tokyo.',
  )
  expect(why(true, {})).toBe('Outside the hours at which this home is shared with you.')
})
