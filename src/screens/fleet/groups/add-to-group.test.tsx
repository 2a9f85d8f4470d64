import { fireEvent, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { renderPart } from '#engine/testing/render-part.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import AddToGroup from './AddToGroup.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['groupsOf', 'codes', 'engine'])
})

const Adding = () => <AddToGroup params={{ selectedGroupId: 'g1' }} />

test('a pasted list of which nobody answered says so, and adds nothing', async () => {
  const load = async () => {
    throw Object.assign(new Error(''), { code: 'OFFLINE' })
  }
  await renderPart(Adding, definitions, { load })
  fireEvent.change(page.getByLabelText('Serial numbers or user names'), { target: { value: 'DOC4-1' } })
  await page.findByText('There is no connection to the server.')
  expect(page.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true)
})

test('a list that waits to be added is not left without a question; what could not be added is', async () => {
  const lines = [
    { given: 'DOC4-1', outcome: 'added', kind: 'gateway' },
    { given: 'DOC4-X', outcome: 'unknown' },
  ]
  const data = { added: 1, lines }
  await renderPart(Adding, definitions, {
    load: async () => data,
    call: async () => ({ ok: true, status: 200, data }),
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
