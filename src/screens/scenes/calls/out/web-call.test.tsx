import { act, fireEvent, screen as page } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'
import { type Editor, EditorContext } from '../../builder/draft/editor.ts'
import WebCallForm from './WebCallForm.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['builder', 'sceneForms', 'orders', 'calls', 'shell'])
})

const board: WebAddress = {
  ...{ id: 'a1', name: 'Board', url: 'https://example.org/hook', method: 'POST', revision: 1 },
  ...{ made_by: 'u1', made_at: 1 },
}

async function open(addresses: readonly WebAddress[]) {
  const onAdd = vi.fn()
  const load = (async () => ({ addresses, calendars: [] })) as unknown as Source['load']
  // Without one of its own the test's source answers nothing.
  const call = (async () => ({ ok: false, code: '500' })) as unknown as Source['call']
  await renderScreen({
    Screen: () => (
      <EditorContext value={{} as Editor}>
        <WebCallForm set={{ id: 's', name: 'Set' }} editing={undefined} onAdd={onAdd} onBack={() => {}} />
      </EditorContext>
    ),
    screen: { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen,
    definitions,
    ports: { source: { ...noSource, load, call } },
  })
  return onAdd
}
const press = async (name: string) =>
  act(async () => void fireEvent.click(await page.findByRole('button', { name })))

test('whoever goes on without an address is told what is missing, and is led to it', async () => {
  const onAdd = await open([])
  await page.findByLabelText('Name')
  await press('Add')
  expect(page.getByRole('alert').textContent).toBe('Add the address first.')
  const name = page.getByLabelText('Name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(name)
  expect(onAdd).not.toHaveBeenCalled()
})

test('what is typed of an address is not left behind by going on', async () => {
  const onAdd = await open([board])
  const which = await page.findByRole('combobox', { name: 'Address' })
  await act(async () => void fireEvent.change(which, { target: { value: 'a1' } }))
  await press('Change the address')
  await act(
    async () =>
      void fireEvent.change(page.getByLabelText('Name'), { target: { value: 'Board in the hall' } }),
  )
  await press('Add')
  expect(page.getByRole('alert').textContent).toBe('Save the address first.')
  expect(document.activeElement?.textContent).toBe('Save the address')
  expect(onAdd).not.toHaveBeenCalled()
  await press('Cancel')
  await press('Add')
  expect(onAdd).toHaveBeenCalledOnce()
})
