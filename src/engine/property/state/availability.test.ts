import { expect, test } from 'vitest'
import type { Text } from '#i18n/useText.ts'
import { whyDisabled } from './availability.ts'

const text = {
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
} as unknown as Text
const moment = (at: number): string => new Date(at).toISOString()
const online = { status: 2 } as const
const why = (forbidden: boolean, shut?: { until?: string }) =>
  whyDisabled(online, [{}], undefined, text, moment, forbidden, shut)

test('U-03 outside the hours at which a home is shared a control says so, and until when', () => {
  expect(why(false)).toBeUndefined()
  expect(why(true)).toBe('device.disabled.forbidden')
  // The hours are why it is off, although values are off for him altogether then.
  expect(why(true, { until: '2026-11-27T07:00:00.000Z' })).toBe(
    'device.disabled.shutUntil 2026-11-27T07:00:00.000Z',
  )
  expect(why(true, {})).toBe('device.disabled.shut')
})
