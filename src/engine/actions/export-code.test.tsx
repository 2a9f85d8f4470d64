import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import exportTask from '#catalogue/resources/exportTask.json' with { type: 'json' }
import tasks from '#catalogue/screens/admin/tasks.json' with { type: 'json' }
import { changeLanguage } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../engine.ts'
import type { Source } from '../ports.ts'
import { noSource, renderScreen, situationOf } from '../testing/render-screen.tsx'
import { useActions } from './use-actions.tsx'
import { usesOf } from './use-of.ts'

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const row = { _id: 'task-1', taskState: { status: 'Pending' } }
const actions = exportTask.actions as unknown as Readonly<Record<string, Action>>
const offered = (flags: string[]) =>
  usesOf(tasks.rowActions, actions, situationOf({ flags: new Set(flags) }), { row }).map(({ name }) => name)

// 3.2-053
test('the list of exports asks for a one-time code before one begins, where the flag says so', async () => {
  expect(offered([])).toContain('startExport')
  expect(offered([])).not.toContain('startExportWithCode')
  expect(offered(['SECURE_IMPORTANT_ROUTES_WITH_OTP'])).not.toContain('startExport')
  const name = offered(['SECURE_IMPORTANT_ROUTES_WITH_OTP']).find((one) => one === 'startExportWithCode')
  const action = name === undefined ? undefined : actions[name]
  if (!action) throw new Error('No export begins with a code')
  const sendCode = vi.fn(async () => {})
  const act = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 202 }))
  function Screen() {
    const runner = useActions()
    return (
      <>
        <button
          type="button"
          onClick={() => void runner.run('startExportWithCode', action as Action, { row })}
        >
          Begin
        </button>
        {runner.overlays}
      </>
    )
  }
  await renderScreen({
    ...{ Screen, screen, definitions: {} as Definitions },
    ports: { source: { ...noSource, sendCode, act } },
  })
  await userEvent.click(page.getByRole('button', { name: 'Begin' }))
  await userEvent.type(await page.findByRole('textbox', { name: 'Code' }), '12ab56')
  expect(sendCode).toHaveBeenCalledExactlyOnceWith('startExport', 'task-1')
  expect(act).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Go on' }))
  expect(act).toHaveBeenCalledExactlyOnceWith(action, { row, otp: '12ab56' })
})
