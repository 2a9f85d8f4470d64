import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['announcements', 'codes'])
})

const template = (revision: number, title: string) => ({
  ...{ _id: 't1', name: 'Works', notificationType: 'push', revision },
  announcement_details: { title, message: `${title}, from ten to eleven.` },
})

test('what is written is seen as a phone shows it, and what somebody else has kept is taken over with one press', async () => {
  const load = vi
    .fn()
    .mockResolvedValueOnce(template(1, 'Works'))
    .mockResolvedValue(template(2, 'Works tomorrow'))
  const call = vi
    .fn()
    .mockResolvedValueOnce({ ok: false, status: 409, code: 'CHANGED_MEANWHILE', message: '' })
    .mockResolvedValue({ ok: true, status: 200, data: {} })
  const onSaved = vi.fn()
  const source = {
    ...noSource,
    load: load as unknown as Source['load'],
    call: call as unknown as Source['call'],
  }
  await renderScreen({
    Screen: () => <TemplateDialog templateId="t1" source={source} onSaved={onSaved} onClose={() => {}} />,
    screen: { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source },
  })
  const dialog = within(await page.findByRole('dialog'))
  const title = () => dialog.getByLabelText<HTMLInputElement>('Title')
  const phone = () => within(dialog.getByRole('region', { name: /^Locked screen/ }))
  expect(await phone().findByText('Works')).toBeDefined()
  await userEvent.clear(title())
  await userEvent.type(title(), 'Mine')
  expect(phone().getByText('Mine')).toBeDefined()

  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const theirs = within(await dialog.findByRole('region', { name: 'As somebody else has kept it' }))
  expect(theirs.getByText('Works tomorrow')).toBeDefined()
  expect(title().value).toBe('Mine')
  await userEvent.click(theirs.getByRole('button', { name: 'Take this text' }))
  expect(title().value).toBe('Works tomorrow')
  expect(dialog.queryByRole('region', { name: 'As somebody else has kept it' })).toBeNull()

  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(onSaved).toHaveBeenCalledOnce()
  expect(call.mock.calls.map(([, input]) => (input as { revision: number }).revision)).toEqual([1, 2])
})
