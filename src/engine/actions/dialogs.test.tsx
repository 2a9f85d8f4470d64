import { fireEvent, screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../engine.ts'
import type { Source } from '../ports.ts'
import { noSource, renderScreen } from '../testing/render-screen.tsx'
import { asked, type CodeAction, done } from './code-action.ts'
import { useActions } from './use-actions.tsx'

// A dialog's code arrives with the first one; that is not what these tests wait for.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const carriedOut = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 200 }))
beforeEach(() => void carriedOut.mockClear())

const screen: CustomScreen = { id: 'probe', route: '/', kind: 'custom', component: 'probe' }

const ROW = { name: 'Attic' }

function open(action: Action, code?: CodeAction) {
  function Screen() {
    const runner = useActions()
    return (
      <>
        <button
          type="button"
          aria-busy={runner.busy('remove', { row: ROW })}
          onClick={() => void runner.run('remove', action, { row: ROW })}
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
    ports: { source: { ...noSource, act: carriedOut } },
    actions: code ? { code } : {},
  })
}

const begin = () => userEvent.click(page.getByRole('button', { name: 'Begin' }))
/** Once the focus is in it: Escape is heard where the focus is. */
async function dialog(): Promise<HTMLElement> {
  const found = await page.findByRole('dialog')
  await vi.waitFor(() => expect(found.parentElement?.contains(document.activeElement)).toBe(true))
  return found
}

describe('spec 1 §2 dialogs', () => {
  // 1.2-151
  test('the confirm dialog asks first; yes carries it out, no does nothing', async () => {
    await open({ operation: 'removeGateway', confirm: 'yesNo' })
    await begin()
    await dialog()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(carriedOut).not.toHaveBeenCalled()
    await begin()
    await dialog()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(carriedOut).not.toHaveBeenCalled()
    await begin()
    await dialog()
    await userEvent.click(page.getByRole('button', { name: 'Remove gateway' }))
    await vi.waitFor(() => expect(carriedOut).toHaveBeenCalledOnce())
  })

  test('pressed twice it asks once, and again when that is over', async () => {
    await open({ operation: 'removeGateway', confirm: 'yesNo' })
    for (let times = 0; times < 2; times++) {
      // Both presses come before the dialog does; what a second one does to an open dialog, a browser shows.
      const button = page.getByRole('button', { name: 'Begin' })
      fireEvent.click(button)
      fireEvent.click(button)
      await dialog()
      expect(page.getAllByRole('dialog')).toHaveLength(1)
      await userEvent.keyboard('{Escape}')
      await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    }
    expect(carriedOut).not.toHaveBeenCalled()
  })

  test('what cannot be undone is typed out first', async () => {
    await open({ operation: 'removeGateway', confirm: 'typed', typed: 'row.name' })
    await begin()
    await dialog()
    const yes = () => page.getByRole<HTMLButtonElement>('button', { name: 'Remove gateway' })
    expect(yes().disabled).toBe(true)
    await userEvent.type(page.getByRole('textbox'), 'Attic')
    await userEvent.click(yes())
    await vi.waitFor(() => expect(carriedOut).toHaveBeenCalledOnce())
  })

  // 1.2-152
  test('the alert dialog says something, which has to be acknowledged before it goes on', async () => {
    const after = vi.fn()
    await open({ code: 'code' }, async ({ alert }) => {
      await alert('removeFailed')
      after()
      return { ok: true, data: undefined }
    })
    await begin()
    await dialog()
    expect(after).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('button', { name: 'Understood' }))
    await vi.waitFor(() => expect(after).toHaveBeenCalledOnce())
    expect(page.queryByRole('dialog')).toBeNull()
  })
})

test('an action is under way while it works, not while its dialog waits for the person', async () => {
  const work = Promise.withResolvers<void>()
  await open({ code: 'code' }, (context) =>
    asked(context, (close) => (
      <button
        type="button"
        onClick={() => {
          close(done())
        }}
      >
        Answer
      </button>
    )).then(async (result) => {
      await work.promise
      return result
    }),
  )
  const isBusy = () => page.getByRole('button', { name: 'Begin' }).getAttribute('aria-busy')
  await begin()
  expect(await page.findByRole('button', { name: 'Answer' })).toBeTruthy()
  expect(isBusy()).toBe('false')
  await userEvent.click(page.getByRole('button', { name: 'Answer' }))
  await vi.waitFor(() => expect(isBusy()).toBe('true'))
  work.resolve()
  await vi.waitFor(() => expect(isBusy()).toBe('false'))
})
