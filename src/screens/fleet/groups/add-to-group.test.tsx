import { fireEvent, screen as page } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
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
