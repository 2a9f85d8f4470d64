import { screen as page, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useFocusKept } from './use-focus-kept.ts'

function Part({ onEnd }: { onEnd(): void }) {
  useFocusKept()
  return (
    <button type="button" onClick={onEnd}>
      Done
    </button>
  )
}

function Page({ stays }: { stays: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      {(stays || !open) && (
        <button type="button" onClick={() => setOpen(true)}>
          Begin
        </button>
      )}
      {open && <Part onEnd={() => setOpen(false)} />}
    </>
  )
}

test.each([
  ['to what opened it, which is still there', true, 'Begin'],
  ['to the heading where what opened it has gone', false, 'Page'],
])(
  'the focus is lost neither as a part begins nor as it ends: it comes back %s',
  async (_to, stays, back) => {
    render(<Page stays={stays} />)
    page.getByRole('button', { name: 'Begin' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe(stays ? 'Begin' : 'Page')
    page.getByRole('button', { name: 'Done' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe(back)
  },
)
