import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'

// The frame comes with the first dialog; here it is fetched before the clock of a test runs.
beforeAll(() => import('./DialogFrame.tsx'))

const draw = (onClose: () => void, stays = false) =>
  render(
    <Dialog
      open
      title="Remove the lamp?"
      onClose={onClose}
      stays={stays}
      actions={<button type="button">Remove</button>}
    >
      <p>It can be included again.</p>
    </Dialog>,
  )

describe('a dialog', () => {
  test('is named by its title and modal', async () => {
    draw(() => {})
    const dialog = await screen.findByRole('dialog', { name: 'Remove the lamp?' })
    expect(dialog.getAttribute('aria-modal')).toBe('true')
  })

  test('closes with Escape', async () => {
    const onClose = vi.fn()
    draw(onClose)
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  })

  test('that must stay does not close with Escape', async () => {
    const onClose = vi.fn()
    draw(onClose, true)
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
  })

  test.each(['goes', 'can no longer be pressed'])(
    'is still heard by the keyboard when what was pressed in it %s',
    async (how) => {
      const onClose = vi.fn()
      function Asking() {
        const [given, setGiven] = useState(false)
        return (
          <Dialog open title="The door is open" onClose={onClose}>
            {given && how === 'goes' ? (
              <p>Close it</p>
            ) : (
              <button type="button" disabled={given} onClick={() => setGiven(true)}>
                Close it
              </button>
            )}
          </Dialog>
        )
      }
      render(<Asking />)
      const dialog = await screen.findByRole('dialog')
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Close it' })).toBe(document.activeElement),
      )
      await userEvent.click(screen.getByRole('button', { name: 'Close it' }))
      // The document of tests leaves the focus on what cannot be pressed any more; browsers take it away.
      if (how !== 'goes') screen.getByRole('button', { name: 'Close it' }).blur()
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await userEvent.keyboard('{Escape}')
      await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    },
  )

  test('that follows on another gives the focus back to the button that began it', async () => {
    function Steps() {
      const [step, setStep] = useState(0)
      return (
        <>
          <button type="button" onClick={() => setStep(1)}>
            Connect
          </button>
          {step > 0 && (
            <Dialog
              key={step}
              open
              title={step === 1 ? 'Connecting' : 'Refused'}
              onClose={() => setStep(0)}
              actions={
                <button type="button" onClick={() => setStep(2)}>
                  On
                </button>
              }
            />
          )}
        </>
      )
    }
    render(<Steps />)
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }))
    await userEvent.click(await screen.findByRole('button', { name: 'On' }))
    await screen.findByRole('dialog', { name: 'Refused' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'On' })).toBe(document.activeElement))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Connect' })).toBe(document.activeElement)
  })

  test('above another is the one that Escape closes, and gives the focus back to the one below', async () => {
    function Stack() {
      const [open, setOpen] = useState(0)
      const next = (name: string) => (
        <button type="button" onClick={() => setOpen(open + 1)}>
          {name}
        </button>
      )
      return (
        <>
          {next('Begin')}
          {open > 0 && <Dialog open title="Below" onClose={() => setOpen(0)} actions={next('Further')} />}
          {open > 1 && <Dialog open title="Above" onClose={() => setOpen(1)} actions={next('On')} />}
        </>
      )
    }
    render(<Stack />)
    await userEvent.click(screen.getByRole('button', { name: 'Begin' }))
    const further = await screen.findByRole('button', { name: 'Further' })
    // Blueprint takes the focus inside a frame after it has opened: nobody presses anything before that.
    await new Promise(requestAnimationFrame)
    await userEvent.click(further)
    const on = await screen.findByRole('button', { name: 'On' })
    await waitFor(() => expect(document.activeElement).toBe(on))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Below' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Further'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Begin'))
  })

  test('whose form comes later waits at its title, and begins with the first field when it is there', async () => {
    const form = (there: boolean) => (
      <Dialog open title="Invite" onClose={() => {}} actions={<button type="button">Cancel</button>}>
        {there ? <input aria-label="Name" /> : <div data-form-to-come />}
      </Dialog>
    )
    const { rerender } = render(form(false))
    const title = await screen.findByRole('heading', { name: 'Invite' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    rerender(form(true))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox')))

    rerender(form(false))
    screen.getByRole('button', { name: 'Cancel' }).focus()
    rerender(form(true))
    expect(document.activeElement?.textContent).toBe('Cancel')
  })

  test('is not answered by the second press of the double click that opened it', async () => {
    const remove = vi.fn()
    render(
      <Dialog
        open
        title="Remove?"
        onClose={() => {}}
        actions={
          <button type="button" onClick={remove}>
            Remove
          </button>
        }
      />,
    )
    const button = await screen.findByRole('button', { name: 'Remove' })
    fireEvent.click(button, { detail: 2 })
    expect(remove).not.toHaveBeenCalled()
    fireEvent.click(button, { detail: 1 })
    expect(remove).toHaveBeenCalledOnce()
  })

  test('that is closed is not there', () => {
    render(<Dialog open={false} title="Remove?" onClose={() => {}} />)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
