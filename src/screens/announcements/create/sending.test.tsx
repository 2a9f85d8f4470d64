import { act, cleanup, fireEvent, screen as page, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { AnnouncementCreate } from './AnnouncementCreate.tsx'

const screen: CustomScreen = {
  ...{ id: 'announcement', route: '/announcement', kind: 'custom', component: 'announcementCreate' },
}
const plan = {
  accounts: 3,
  unreachable: 0,
  ways: [{ type: 'email', available: true, count: 3, reachable: 3 }],
}

let call: ReturnType<typeof vi.fn<(operation: string, input: unknown, options: unknown) => unknown>>
const go = vi.fn()

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  go.mockReset()
  call = vi.fn().mockResolvedValue({ ok: true, status: 201, data: { _id: 'c1', campaigns: [] } })
  await changeLanguage('ch_EN')
  await loadAreas(['announcements', 'choosing', 'shell', 'screens', 'codes'])
})
afterEach(() => {
  cleanup()
  toasts.clear()
  vi.useRealTimers()
})

const type = (name: string | RegExp, value: string): void =>
  act(() => void fireEvent.change(page.getByRole('textbox', { name }), { target: { value } }))
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(page.getByRole('button', { name })))

/** An announcement to all that lacks its code alone. */
async function written(load: () => Promise<unknown> = async () => plan, first?: () => Promise<void>) {
  await renderScreen({
    Screen: AnnouncementCreate,
    screen,
    definitions,
    path: '/announcement',
    situation: { role: 'admin' },
    engine: { go },
    ports: {
      source: {
        ...noSource,
        call: call as unknown as Source['call'],
        load: load as unknown as Source['load'],
        sendCode: async () => {},
      },
    },
  })
  await first?.()
  await page.findByText('3 accounts')
  type('Name of the announcement', 'Power cut')
  type(/^Title/, 'No power')
  type(/^Text/, 'On Monday.')
}

/** The same with its code. */
async function ready(): Promise<void> {
  await written()
  await press('Send me the code')
  type('Code', '123456')
}
const yes = async () =>
  act(
    async () =>
      void fireEvent.click(
        within(await page.findByRole('dialog', { name: 'To all accounts?' })).getByRole('button', {
          name: 'Yes, to all',
        }),
      ),
  )

test('whom it reaches is counted again, where nobody could say', async () => {
  const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('gone'))
  await written(
    load.mockImplementation(async () => plan),
    async () => {
      expect(await page.findByText('It could not be counted whom this reaches.')).toBeTruthy()
      await press('Try again')
    },
  )
  expect(page.queryByText('It could not be counted whom this reaches.')).toBeNull()
})

describe('sending an announcement', () => {
  // 3.2-077 3.5-062
  test('the code is asked for and entered, and to all it goes only after a yes', async () => {
    await ready()
    await press(/^Send to 3/)
    const question = within(await page.findByRole('dialog', { name: 'To all accounts?' }))
    expect(call).not.toHaveBeenCalled()
    await act(async () => void fireEvent.click(question.getByRole('button', { name: 'Cancel' })))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(call).not.toHaveBeenCalled()
    await press(/^Send to 3/)
    await yes()
    expect(call).toHaveBeenCalledExactlyOnceWith(
      'sendEmail',
      expect.objectContaining({ announcementName: 'Power cut', title: 'No power', text: 'On Monday.' }),
      expect.objectContaining({ otp: '123456' }),
    )
  })

  test('what is at fault takes the focus: before the code was asked for, the button that asks for it', async () => {
    await written()
    await press(/^Send to 3/)
    expect(page.getByRole('alert').textContent).toBe('Ask for the code first.')
    expect(document.activeElement).toBe(page.getByRole('button', { name: 'Send me the code' }))
    await press('Send me the code')
    expect(page.queryByRole('alert')).toBeNull()
    expect(page.queryByText('Enter the code that was sent to you.')).toBeNull()
    await press(/^Send to 3/)
    expect(page.getByText('Enter the code that was sent to you.')).toBeTruthy()
    expect(document.activeElement).toBe(page.getByRole('textbox', { name: 'Code' }))
    type(/^Title/, '')
    await press('To me first')
    expect(document.activeElement).toBe(page.getByRole('textbox', { name: /^Title/ }))
    expect(call).not.toHaveBeenCalled()
  })

  // 1.9-040
  test('the log opens 1200 ms after it is said that it is in the queue', async () => {
    await ready()
    await press(/^Send to 3/)
    vi.useFakeTimers()
    await act(async () => void fireEvent.click(page.getByRole('button', { name: 'Yes, to all' })))
    expect(page.getByText('The announcement is in the queue.')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1199))
    expect(go).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1))
    expect(go).toHaveBeenCalledExactlyOnceWith('/announcement/log')
  })

  test('3.5-066 a file is looked into at once, goes along, and can be removed; one that is too large is not even sent', async () => {
    const file = { _id: 'f1', name: 'plan.csv', kind: 'text/csv', size: 20 }
    await ready()
    const choose = async (chosen: File) =>
      act(
        async () =>
          void fireEvent.change(page.getByLabelText('Attach a file'), { target: { files: [chosen] } }),
      )
    await choose(new File(['x'.repeat(500_001)], 'large.csv'))
    expect(page.getByText('A file may have 500 kB at most.')).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
    call.mockResolvedValueOnce({ ok: false, status: 400, code: 'FILE_KIND', message: '' })
    await choose(new File(['<svg/>'], 'house.svg'))
    expect(page.getByText(/^A file is an image/)).toBeTruthy()
    call.mockResolvedValueOnce({ ok: true, status: 201, data: file })
    await choose(new File(['a;b'], 'plan.csv'))
    expect(page.getByText('plan.csv')).toBeTruthy()
    await press('Remove plan.csv')
    call.mockResolvedValueOnce({ ok: true, status: 201, data: file })
    await choose(new File(['a;b'], 'plan.csv'))
    await press(/^Send to 3/)
    await yes()
    expect(call).toHaveBeenLastCalledWith('sendEmail', expect.objectContaining({ file }), expect.anything())
  })

  // 3.8-038
  test('what refuses it stands in a dialog, in the words of its first code', async () => {
    call.mockResolvedValue({
      ok: false,
      status: 409,
      code: 'DUPLICATE_CAMPAIGN',
      message: 'as the server says',
    })
    await ready()
    await press(/^Send to 3/)
    await yes()
    const dialog = within(await page.findByRole('dialog', { name: 'The announcement was not created' }))
    expect(dialog.getByText(/name/)).toBeTruthy()
    expect(dialog.queryByText('as the server says')).toBeNull()
  })

  // 3.8-040
  test.each([
    ['no answer', { ok: false, status: 0, code: 'REQUEST_TIMED_OUT', message: '' }],
    ['an answer of nothing', { ok: true, status: 201, data: undefined }],
  ])('%s is said in a toast, and the page stays', async (_what, answer) => {
    call.mockResolvedValue(answer)
    await ready()
    await press(/^Send to 3/)
    await yes()
    expect(await page.findByText(/The server did not answer/)).toBeTruthy()
    expect(page.queryByRole('dialog')).toBeNull()
    expect(page.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('No power')
  })

  test.each([
    ['no answer', { ok: false, status: 0, code: 'REQUEST_TIMED_OUT', message: '' }],
    ['a server at fault', { ok: false, status: 502, code: 'INTERNAL', message: '' }],
  ])(
    'after %s it may be on its way: the page says so for as long as that is not known, and leads to the log',
    async (_what, answer) => {
      call.mockResolvedValue(answer)
      await ready()
      await press(/^Send to 3/)
      await yes()
      const said = /may be on its way/
      expect(await page.findByText(said)).toBeTruthy()
      expect(page.getAllByRole('link', { name: 'Announcements' }).length).toBeGreaterThan(1)
      // The code was good once.
      call.mockResolvedValue({ ok: false, status: 400, code: 'OTP_INVALID', message: '' })
      toasts.clear()
      const close = page.queryByRole('button', { name: 'Close' })
      if (close) await act(async () => void fireEvent.click(close))
      await press(/^Send to 3/)
      await yes()
      expect(page.getByText(said)).toBeTruthy()
      call.mockResolvedValue({ ok: true, status: 201, data: { _id: 'c1', campaigns: [] } })
      type('Code', '654321')
      await press(/^Send to 3/)
      await yes()
      expect(page.queryByText(said)).toBeNull()
    },
  )

  test('what is refused was not sent, and nothing else is said', async () => {
    call.mockResolvedValue({ ok: false, status: 409, code: 'DUPLICATE_CAMPAIGN', message: '' })
    await ready()
    await press(/^Send to 3/)
    await yes()
    expect(await page.findByRole('dialog', { name: 'The announcement was not created' })).toBeTruthy()
    expect(page.queryByText(/may be on its way/)).toBeNull()
  })

  // 3.5-074
  test('is put off by pickers of days to 30, hours to 23 and minutes to 59', async () => {
    await ready()
    act(() => void fireEvent.click(page.getByRole('radio', { name: 'Later' })))
    const picker = (name: string) => page.getByRole<HTMLSelectElement>('combobox', { name })
    const range = (name: string) => [...picker(name).options].map(({ value }) => Number(value))
    for (const [name, most] of [
      ['Days', 30],
      ['Hours', 23],
      ['Minutes', 59],
    ] as const)
      expect(range(name)).toEqual(Array.from({ length: most + 1 }, (_none, n) => n))
    for (const name of ['Days', 'Hours', 'Minutes'])
      act(() => void fireEvent.change(picker(name), { target: { value: '0' } }))
    await press(/^Send to 3/)
    expect(page.getAllByText('Choose how much later.').length).toBeGreaterThan(0)
    expect(page.queryByRole('dialog')).toBeNull()
    act(() => void fireEvent.change(picker('Minutes'), { target: { value: '30' } }))
    const before = Date.now()
    await press(/^Schedule for/)
    await yes()
    const content = call.mock.calls[0]?.[1] as { sendAt: string }
    const late = Date.parse(content.sendAt) - before
    expect([late >= 30 * 60_000, late < 31 * 60_000]).toEqual([true, true])
  })

  // 3.3-082
  test('what is repeated says when it comes next, and goes as a cron-like string', async () => {
    await ready()
    act(() => void fireEvent.click(page.getByRole('radio', { name: 'Repeated' })))
    const picker = (name: string) => page.getByRole<HTMLSelectElement>('combobox', { name })
    expect(picker('Weekday').value).toBe('0')
    act(() => void fireEvent.change(picker('How often'), { target: { value: 'month' } }))
    act(() => void fireEvent.change(picker('Day of the month'), { target: { value: '12' } }))
    act(() => void fireEvent.change(page.getByLabelText('Time'), { target: { value: '07:30' } }))
    expect(page.getByText(/^Next: .*12.*,.*12.*,.*12/)).toBeTruthy()
    await press(/^Repeat, first/)
    await yes()
    expect(call.mock.calls[0]?.[1]).toMatchObject({ sendAt: '30 7 12 * *' })
    expect(call.mock.calls[0]?.[1]).not.toHaveProperty('sendUntil')
  })

  test('14.5 hours of the day go along, by the clocks of each; none that never begin', async () => {
    await ready()
    act(() => void fireEvent.click(page.getByRole('checkbox', { name: 'Only at certain times of the day' })))
    const change = (name: string, value: string) =>
      act(() => void fireEvent.change(page.getByLabelText(name), { target: { value } }))
    change('Ends', '09:00')
    await press(/^Send to 3/)
    expect(page.getByText('Say from when until when people are told.')).toBeTruthy()
    expect(page.queryByRole('dialog')).toBeNull()
    change('Ends', '17:30')
    await press(/^Send to 3/)
    await yes()
    expect(call.mock.calls[0]?.[1]).toMatchObject({ window: '09:00-17:30' })
  })
})
