import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../engine.ts'
import type { Source } from '../ports.ts'
import { RowActions } from '../screens/list/rows/RowActions.tsx'
import { noSource, renderScreen } from '../testing/render-screen.tsx'
import { ActionButtons } from './ActionButtons.tsx'
import { useActions } from './use-actions.tsx'

const REASON = 'Your role does not allow this.'
const carriedOut = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 200 }))
const code = vi.fn(async () => ({ ok: true as const, data: undefined }))
beforeEach(async () => {
  await changeLanguage('ch_EN')
  carriedOut.mockClear()
  code.mockClear()
})

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }
const forbidden = {
  operations: new Set(['removeGateway']),
  commands: new Set(['set_device_name']),
  values: false,
}

function open(action: Action, inRow = false) {
  const remove = { name: 'remove', action }
  function Screen() {
    const runner = useActions()
    const other = { name: 'rename', action: { operation: 'renameGateway' } as const }
    return inRow ? (
      <RowActions actions={[other, remove]} row={{ id: 'a' }} title="Attic" runner={runner} />
    ) : (
      <ActionButtons actions={[remove, other]} runner={runner} bound={{}} />
    )
  }
  return renderScreen({
    Screen,
    screen,
    definitions: {} as Definitions,
    ports: { source: { ...noSource, act: carriedOut } },
    actions: { code },
    situation: { forbidden },
  })
}

const button = (name: string) => page.getByRole('button', { name })

// 1.6-004
describe('spec 1 §6 sub-role permissions disable controls', () => {
  test.each<[string, Action]>([
    ['an operation', { operation: 'removeGateway' }],
    ['a command', { command: 'set_device_name' }],
    ['code that needs an operation', { code: 'code', needs: ['removeGateway'] }],
    ['what would be asked for first', { operation: 'removeGateway', confirm: 'yesNo' }],
    ['what could be taken back', { operation: 'removeGateway', confirm: 'undo' }],
  ])('%s is off with the reason, which a press says; nothing is carried out', async (_what, action) => {
    await open(action)
    expect(button('Remove gateway').getAttribute('aria-disabled')).toBe('true')
    expect(button('Remove gateway').getAttribute('title')).toBe(REASON)
    await userEvent.click(button('Remove gateway'))
    await page.findByText(REASON)
    expect(page.queryByRole('dialog')).toBeNull()
    expect(carriedOut).not.toHaveBeenCalled()
    expect(code).not.toHaveBeenCalled()
  })

  test('what is not forbidden stays as it is', async () => {
    await open({ code: 'code', needs: ['renameGateway'] })
    expect(button('Remove gateway').getAttribute('aria-disabled')).toBeNull()
    await userEvent.click(button('Remove gateway'))
    expect(code).toHaveBeenCalledOnce()
  })

  test('in the menu of a row it is off with the reason beneath it', async () => {
    await open({ operation: 'removeGateway' }, true)
    await userEvent.click(button('More for Attic'))
    const item = await page.findByRole('menuitem', { name: /Remove gateway/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain(REASON)
  })
})
