import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../engine.ts'
import type { Source } from '../ports.ts'
import { noSource, renderScreen } from '../testing/render-screen.tsx'
import { useActions } from './use-actions.tsx'

// A dialog's code arrives with the first one; that is not what these tests wait for.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const replace: Action = {
  operation: 'createReplacement',
  confirm: 'otp',
  otp: { action: 'replaceGateway', of: 'row.serialNumber', again: { not: { flag: 'NO_AGAIN' } } },
}

function open(source: Partial<Source>, flags: string[] = []) {
  function Screen() {
    const runner = useActions()
    return (
      <>
        <button
          type="button"
          onClick={() => void runner.run('replace', replace, { row: { serialNumber: 'A' } })}
        >
          Begin
        </button>
        {runner.overlays}
      </>
    )
  }
  return renderScreen({
    Screen,
    screen,
    definitions: {} as Definitions,
    situation: { flags: new Set(flags) },
    ports: { source: { ...noSource, ...source } },
  })
}

const begin = () => userEvent.click(page.getByRole('button', { name: 'Begin' }))
const field = () => page.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
const goOn = () => page.getByRole<HTMLButtonElement>('button', { name: 'Go on' })

describe('spec 1 §2 the OTP authorization dialog', () => {
  // 1.2-149
  test('a code is asked for this action on this one thing before the dialog opens; it goes along with the call', async () => {
    const sendCode = vi.fn(async () => {})
    const act = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 202 }))
    await open({ sendCode, act })
    await begin()
    await userEvent.type(await field(), '12ab56')
    expect(sendCode).toHaveBeenCalledExactlyOnceWith('replaceGateway', 'A')
    await userEvent.click(goOn())
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(act).toHaveBeenCalledExactlyOnceWith(replace, { row: { serialNumber: 'A' }, otp: '12ab56' })
  })

  // 1.5-027
  test.each(['1', '12345'])('%s is not complete: only exactly 6 characters are', async (typed) => {
    const act = vi.fn<Source['act']>()
    await open({ act })
    await begin()
    const box = await field()
    await userEvent.type(box, typed)
    expect(goOn().disabled).toBe(true)
    await userEvent.type(box, '{Enter}')
    expect(act).not.toHaveBeenCalled()
  })

  test('a seventh character is not taken', async () => {
    await open({})
    await begin()
    const box = await field()
    await userEvent.type(box, '1234567')
    expect(box.value).toBe('123456')
  })

  test('a wrong code is said in place and can be entered anew', async () => {
    const act = vi
      .fn<Source['act']>()
      .mockResolvedValueOnce({
        ok: false,
        status: 400,
        code: 'OTP_INVALID',
        message: 'Wrong.',
        fields: [{ field: 'otp' }],
      })
      .mockResolvedValueOnce({ ok: true, data: undefined })
    await open({ act })
    await begin()
    await userEvent.type(await field(), '111111{Enter}')
    await vi.waitFor(() => expect((page.getByRole('textbox') as HTMLInputElement).value).toBe(''))
    expect(page.getByRole('dialog')).toBeDefined()
    await userEvent.type(await field(), '222222{Enter}')
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  })

  test('another code is sent when asked for, where the deployment offers it', async () => {
    const sendCode = vi.fn(async () => {})
    await open({ sendCode })
    await begin()
    await field()
    await userEvent.click(page.getByRole('button', { name: 'Send another code' }))
    await page.findByText('A new code is on its way.')
    expect(sendCode).toHaveBeenCalledTimes(2)
  })

  test('where it does not offer it there is no such button', async () => {
    await open({}, ['NO_AGAIN'])
    await begin()
    await field()
    expect(page.queryByRole('button', { name: 'Send another code' })).toBeNull()
  })

  test('a code that could not be sent opens no dialog, and nothing is done', async () => {
    const act = vi.fn<Source['act']>()
    await open({ act, sendCode: () => Promise.reject(new Error('no mail')) })
    await begin()
    expect(await page.findByText(/could not be sent/)).toBeDefined()
    expect(page.queryByRole('dialog')).toBeNull()
    expect(act).not.toHaveBeenCalled()
  })
})
