import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import AddToGroup from './AddToGroup.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['groupsOf', 'codes', 'engine'])
})

test('a pasted list of which nobody answered says so, and adds nothing', async () => {
  const call = (async () => ({ ok: false, code: 'OFFLINE', message: '' })) as unknown as Calls['call']
  await renderScreen({
    Screen: () => <AddToGroup params={{ selectedGroupId: 'g1' }} />,
    screen: screens.get('group') as unknown as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call } },
  })
  fireEvent.change(page.getByLabelText('Serial numbers or user names'), { target: { value: 'DOC4-1' } })
  await page.findByText('There is no connection to the server.')
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
})

test('a list that waits to be added is not left without a question; what could not be added is', async () => {
  const lines = [
    { given: 'DOC4-1', outcome: 'added', kind: 'gateway' },
    { given: 'DOC4-X', outcome: 'unknown' },
  ]
  const call = (async () => ({
    ok: true,
    status: 200,
    data: { added: 1, lines },
  })) as unknown as Calls['call']
  await renderScreen({
    Screen: () => <AddToGroup params={{ selectedGroupId: 'g1' }} />,
    screen: screens.get('group') as unknown as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call } },
  })
  const list = page.getByLabelText<HTMLTextAreaElement>('Serial numbers or user names')
  fireEvent.change(list, { target: { value: 'DOC4-1\nDOC4-X' } })
  expect(unsaved.any()).toBe(true)
  await userEvent.click(await page.findByRole('button', { name: 'Add one' }))
  await waitFor(() => expect(list.value).toBe('DOC4-X'))
  await waitFor(() => expect(unsaved.any()).toBe(false))
  fireEvent.change(list, { target: { value: 'DOC4-2' } })
  expect(unsaved.any()).toBe(true)
})
