import { act, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../../engine.ts'
import { noSource, renderScreen } from '../../testing/render-screen.tsx'
import { Screen } from './Screen.tsx'
import { clockOf } from './use-countdown.ts'

const locked: StatusScreen = {
  id: 'gateway_locked',
  route: '/gateway-locked',
  kind: 'status',
  picture: 'lock',
  countdown: { from: 'row.remaining' },
  poll: { operation: 'checkConnectionStatus', every: 'retry' },
}
const definitions = { screen: () => undefined, limit: () => 60_000 } as unknown as Definitions

beforeEach(async () => {
  await changeLanguage('ch_EN')
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms))
const ring = () => page.getByRole('timer').closest('div')?.parentElement?.querySelectorAll('circle')
/** The part of the ring that is left. */
const part = (): number => {
  const [shown, whole] = (ring()?.[1]?.getAttribute('stroke-dasharray') ?? '0 1').split(' ').map(Number)
  return Math.round(((shown ?? 0) / (whole ?? 1)) * 100)
}

describe('the countdown of a status screen', () => {
  const answers = vi.fn(async () => ({ remaining: 100_000 }))
  const open = () =>
    renderScreen({ Screen, screen: locked, definitions, ports: { source: { ...noSource, one: answers } } })

  test('shows minutes and seconds and a ring that empties with them', async () => {
    await open()
    await pass(0)
    expect(page.getByRole('timer').textContent).toBe('01:40')
    expect(part()).toBe(100)
    await pass(25_000)
    expect(page.getByRole('timer').textContent).toBe('01:15')
    expect(part()).toBe(75)
  })

  test('takes over what it is told anew, measured by the longest time it was told', async () => {
    answers.mockResolvedValueOnce({ remaining: 100_000 }).mockResolvedValueOnce({ remaining: 20_000 })
    await open()
    await pass(61_000)
    expect(page.getByRole('timer').textContent).toMatch(/^00:(20|19)$/)
    expect(part()).toBeLessThanOrEqual(20)
  })

  test('a first answer that does not come is asked for again soon, not only in the next round', async () => {
    answers.mockRejectedValueOnce(new Error('no answer')).mockResolvedValue({ remaining: 100_000 })
    await open()
    await pass(1000)
    expect(page.queryByRole('timer')).toBeNull()
    await pass(1500)
    expect(page.getByRole('timer').textContent).toMatch(/^01:(40|39)$/)
  })

  test('stops at nothing: no time below zero, no ring', async () => {
    answers.mockResolvedValueOnce({ remaining: 2000 }).mockImplementation(() => new Promise(() => {}))
    await open()
    await pass(10_000)
    expect(page.getByRole('timer').textContent).toBe('00:00')
    expect(ring()).toHaveLength(1)
  })
})

// 1.2-044
test.each([
  [0, '00:00'],
  [9, '00:09'],
  [61, '01:01'],
  [3600, '60:00'],
])('%d seconds are shown as %s', (seconds, clock) => expect(clockOf(seconds)).toBe(clock))
