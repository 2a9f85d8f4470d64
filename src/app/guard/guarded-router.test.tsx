import { act, fireEvent, screen as page, render, waitFor } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { GuardedRouter } from './GuardedRouter.tsx'
import { useWanted } from './wanted.ts'

beforeAll(
  () => Promise.all([loadAllTexts(), import('#ui/dialog/DialogFrame.tsx'), import('./LeaveDialog.tsx')]),
  60_000,
)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  history.replaceState(null, '', '/start')
})

function Editor() {
  const [changed, change] = useState(false)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useUnsaved(changed && pathname === '/editor')
  return (
    <>
      <output aria-label="address">{pathname + search}</output>
      <button type="button" onClick={() => change(true)}>
        change
      </button>
      <button type="button" onClick={() => change(false)}>
        save
      </button>
      {['/editor', '/editor?tab=2', '/elsewhere'].map((to) => (
        <button key={to} type="button" onClick={() => void navigate(to)}>
          {to}
        </button>
      ))}
    </>
  )
}

const press = (name: string) => act(async () => void fireEvent.click(page.getByRole('button', { name })))
const at = (address: string) =>
  waitFor(() => expect(page.getByLabelText('address').textContent).toBe(address))
const asked = () => page.findByRole('dialog', { name: 'Leave this page?' })
const closesFreely = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function edit() {
  render(
    <GuardedRouter>
      <Editor />
    </GuardedRouter>,
  )
  await press('/editor')
  await at('/editor')
}

test('a page without changes is left without a question, by link, by Back and by closing it', async () => {
  await edit()
  expect(closesFreely()).toBe(true)
  await press('/elsewhere')
  await at('/elsewhere')
  act(() => history.back())
  await at('/editor')
  expect(page.queryByRole('dialog')).toBeNull()
})

test('a link away from unsaved changes asks; who stays is where he was, who leaves arrives', async () => {
  await edit()
  await press('change')
  expect(closesFreely()).toBe(false)
  await press('/elsewhere')
  await asked()
  await press('Stay')
  expect(page.queryByRole('dialog')).toBeNull()
  await at('/editor')
  expect(location.pathname).toBe('/editor')
  await press('/elsewhere')
  await asked()
  await press('Leave without saving')
  await at('/elsewhere')
  expect(closesFreely()).toBe(true)
})

test('Back of the browser asks as well, as often as it is used, and leads back when it may', async () => {
  await edit()
  await press('change')
  for (const _ of ['once', 'again']) {
    act(() => history.back())
    await asked()
    await waitFor(() => expect(location.pathname).toBe('/editor'))
    await press('Stay')
  }
  await at('/editor')
  act(() => history.back())
  await asked()
  await waitFor(() => expect(location.pathname).toBe('/editor'))
  await press('Leave without saving')
  await at('/start')
})

test('saved changes do not ask, nor does another part of the same page', async () => {
  await edit()
  await press('change')
  await press('/editor?tab=2')
  await at('/editor?tab=2')
  await press('save')
  await press('/elsewhere')
  await at('/elsewhere')
  expect(page.queryByRole('dialog')).toBeNull()
})

test('whoever goes to a page that takes its time sees at once where he goes, and the page that he leaves until it is there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  function Slow() {
    const { pathname } = useLocation()
    if (pathname === '/slow') use(promise)
    return <h1>{pathname}</h1>
  }
  function House() {
    const navigate = useNavigate()
    const { pathname, coming } = useWanted()
    return (
      <>
        <output>{`${pathname} ${coming ? 'is coming' : 'is here'}`}</output>
        <button type="button" onClick={() => void navigate('/slow')}>
          go
        </button>
        <Suspense fallback="On its way">
          <Slow />
        </Suspense>
      </>
    )
  }
  render(
    <GuardedRouter>
      <House />
    </GuardedRouter>,
  )
  expect(page.getByRole('status').textContent).toBe('/start is here')
  await press('go')
  expect(page.getByRole('status').textContent).toBe('/slow is coming')
  expect(page.getByRole('heading').textContent).toBe('/start')
  await act(async () => resolve())
  expect(page.getByRole('status').textContent).toBe('/slow is here')
  expect(page.getByRole('heading').textContent).toBe('/slow')
})
