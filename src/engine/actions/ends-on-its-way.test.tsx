import { act, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import type { Definitions } from '../engine.ts'
import { noSource, renderScreen } from '../testing/render-screen.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import type { CodeAction } from './code-action.ts'
import { useActions } from './use-actions.tsx'

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const reported = vi.fn<(error: unknown) => void>()
beforeEach(async () => {
  await changeLanguage('ch_EN')
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  act(() => toasts.clear())
  vi.unstubAllGlobals()
})

async function press(code: CodeAction): Promise<HTMLElement> {
  function Screen() {
    const runner = useActions()
    const duplicate = { name: 'duplicate', action: { code: 'code' } as const }
    return <ActionButtons actions={[duplicate]} runner={runner} bound={{}} />
  }
  await renderScreen({
    Screen,
    screen,
    definitions: {} as Definitions,
    ports: { source: noSource },
    actions: { code },
  })
  const button = page.getByRole('button')
  await userEvent.click(button)
  return button
}

describe('U-03 an action that ends on its way says so, and can be tried again', () => {
  test('that nobody answers in the words of the failure, which is no fault to report', async () => {
    const button = await press(async () => {
      throw Object.assign(new Error('No answer'), { code: 'OFFLINE' })
    })
    expect(await page.findByText(/no connection to the server|No answer/)).toBeTruthy()
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
    expect(reported).not.toHaveBeenCalled()
  })

  test('whose code does not come, which is told to whoever looks after the server', async () => {
    const missing = new TypeError('Failed to fetch dynamically imported module')
    await press(async () => {
      throw missing
    })
    expect(await page.findByText('Try again in a moment. Everything else keeps working.')).toBeTruthy()
    expect(reported).toHaveBeenCalledWith(missing)
  })
})
