import { act, fireEvent, screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/status/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import firmware from '../../../catalogue/screens/gateway/fw-upgrade.json' with { type: 'json' }
import gatewayLocked from '../../../catalogue/screens/gateway/gateway-locked.json' with { type: 'json' }
import * as actions from './actions.ts'

const LOCKED = 2_147_483_649
const gateway = gatewayOf('A', { lockStatus: LOCKED, userId: 'u1' })

// The code of dialogs and forms arrives with the first one; that is not what these tests wait for.
beforeAll(async () => {
  await Promise.all([import('#ui/dialog/DialogFrame.tsx'), import('#engine/forms/rich/RichForm.tsx')])
  await definitions.richForm?.('pinEntry')
}, 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({ settings, user: userOf('users'), gateways: [gateway] })
})
afterEach(() => {
  vi.useRealTimers()
  session.end()
})

const open = async (screen: unknown, source: Partial<Source>) => {
  const listeners = new Set<(event: string, data: unknown) => void>()
  await renderScreen({
    Screen,
    screen: screen as StatusScreen,
    definitions,
    situation: { gateway, session: { id: 'u1' } },
    ports: { source: { ...noSource, ...source } },
    actions,
    engine: {
      onEvent: (listen) => {
        listeners.add(listen)
        return () => listeners.delete(listen)
      },
    },
  })
  return (event: string, data: unknown) =>
    act(async () => {
      for (const listen of listeners) listen(event, data)
    })
}
const pass = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms))

describe('spec 1 §2 gateway-locked', () => {
  const one = vi.fn<Source['one']>()
  beforeEach(() => {
    one.mockReset().mockResolvedValue({ locked: true, lockStatus: LOCKED, duration: 125_000 })
    vi.useFakeTimers({ shouldAdvanceTime: true })
  })

  // 1.4-044 1.4-045 3.4-081
  test('the countdown shows minutes and seconds of the duration that the lock status call returned', async () => {
    await open(gatewayLocked, { one })
    await pass(0)
    expect(page.getByRole('timer').textContent).toBe('02:05')
  })

  // 1.4-046 1.9-037 3.4-083
  test('the lock check retries after 60 seconds, and learns that it is open', async () => {
    await open(gatewayLocked, { one })
    await pass(59_000)
    expect(one).toHaveBeenCalledOnce()
    one.mockResolvedValue({ locked: false, lockStatus: 0 })
    await pass(1000)
    expect(one).toHaveBeenCalledTimes(2)
    expect(session.state().gateway?.lockStatus).toBe(0)
  })

  test('L-07 another time of day on this computer changes nothing about it', async () => {
    await open(gatewayLocked, { one })
    await pass(0)
    vi.setSystemTime(Date.now() + 86_400_000)
    await pass(5000)
    expect(page.getByRole('timer').textContent).toBe('02:00')
    vi.setSystemTime(Date.now() - 2 * 86_400_000)
    await pass(5000)
    expect(page.getByRole('timer').textContent).toBe('01:55')
  })

  test('L-07 a page that is looked at again asks at once', async () => {
    await open(gatewayLocked, { one })
    await pass(0)
    one.mockResolvedValue({ locked: true, lockStatus: LOCKED, duration: 10_000 })
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(page.getByRole('timer').textContent).toBe('00:10')
  })

  test('when the time is over it asks at once', async () => {
    one.mockResolvedValue({ locked: true, lockStatus: LOCKED, duration: 3000 })
    await open(gatewayLocked, { one })
    await pass(0)
    one.mockResolvedValue({ locked: false, lockStatus: 0 })
    await pass(4000)
    expect(session.state().gateway?.lockStatus).toBe(0)
  })

  test('a lock that is made longer shows its new time; one of another gateway does not', async () => {
    const tell = await open(gatewayLocked, { one })
    await pass(0)
    one.mockResolvedValue({ locked: true, lockStatus: LOCKED, duration: 300_000 })
    await tell('lock_changed', { serialNumber: 'B', lockStatus: LOCKED })
    expect(one).toHaveBeenCalledOnce()
    await tell('lock_changed', { serialNumber: 'A', lockStatus: LOCKED })
    await pass(0)
    expect(page.getByRole('timer').textContent).toBe('05:00')
  })
})

// 1.2-150 1.5-028 3.5-046
test('the PIN entry needs at least 1 character and stays until it was right', async () => {
  const unlock = vi
    .fn<Source['act']>()
    .mockResolvedValueOnce({
      ok: false,
      status: 401,
      code: 'WRONG_PIN',
      message: '',
      fields: [{ field: 'pin' }],
      remaining: 2,
    })
    .mockResolvedValueOnce({ ok: true, data: undefined, status: 204 })
  const one = async () => ({ locked: true, lockStatus: LOCKED, duration: 125_000 })
  await open(gatewayLocked, { one, act: unlock })
  const press = () =>
    act(async () => {
      const button = page.getAllByRole('button', { name: 'Enter the PIN' }).at(-1)
      if (button) fireEvent.click(button)
    })
  await press()
  const field = await page.findByLabelText<HTMLInputElement>('PIN')
  await press()
  expect(unlock).not.toHaveBeenCalled()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field, '1')
  await press()
  expect(await page.findByText('The PIN is wrong. 2 tries are left.')).toBeDefined()
  await press()
  await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(unlock).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ form: { pin: '1' } }))
})

// 3.2-048
test('a firmware upgrade shows how far it has come, stage by stage', async () => {
  const tell = await open(firmware, { one: async () => ({ ...gateway }) })
  const bar = () => page.getByRole<HTMLProgressElement>('progressbar')
  expect(bar().hasAttribute('value')).toBe(false)
  await tell('firmware_progress', { serialNumber: 'B', status: 'installing', progress: 90 })
  expect(bar().hasAttribute('value')).toBe(false)
  await tell('firmware_progress', { serialNumber: 'A', status: 'downloading', progress: 45 })
  expect(bar().value).toBe(45)
  expect(page.getByRole('progressbar', { name: 'The software is being loaded' })).toBeDefined()
  expect(page.getByText('45%')).toBeDefined()
})
