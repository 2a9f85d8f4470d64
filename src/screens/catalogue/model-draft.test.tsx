import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { ModelDraft } from './ModelDraft.tsx'

const deviceOf = (name: string) => ({
  friendly_name: name,
  definition: { vendor: 'Maker', model: name, exposes: [] },
})

test('of a pasted list one device is chosen, and the model of that one is drafted', async () => {
  const screen = screens.get('model_draft')
  if (screen?.kind !== 'custom') throw new Error('The studio has no page for drafts')
  const act = vi.fn<Source['act']>(async () => ({ ok: false, status: 409, code: 'X', message: 'known' }))
  await loadAreas(['catalogue'])
  await renderScreen({
    Screen: () => <ModelDraft screen={screen} params={{}} />,
    screen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, act } },
  })
  const list = [{ friendly_name: 'Coordinator', definition: null }, deviceOf('P1'), deviceOf('P2')]
  await userEvent.click(page.getByRole('textbox'))
  await userEvent.paste(JSON.stringify(list))
  await userEvent.click(page.getByRole('button', { name: 'Draft the model' }))
  expect(act).not.toHaveBeenCalled()
  await userEvent.selectOptions(
    page.getByRole('combobox', { name: 'Which of these devices' }),
    'P2 · Maker P2',
  )
  await userEvent.click(page.getByRole('button', { name: 'Draft the model of this device' }))
  await waitFor(() =>
    expect(act).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'draftModel' }),
      expect.objectContaining({ form: { described: deviceOf('P2') } }),
    ),
  )
})

test('an address that names a model which nobody has says so, and not that a text is no device', async () => {
  const screen = screens.get('model_draft')
  if (screen?.kind !== 'custom') throw new Error('The studio has no page for drafts')
  await changeLanguage('ch_EN')
  await loadAreas(['catalogue', 'codes'])
  const act = vi.fn<Source['act']>(async () => ({
    ok: false,
    status: 404,
    code: 'MODEL_UNKNOWN',
    message: 'unknown',
  }))
  await renderScreen({
    Screen: () => <ModelDraft screen={screen} params={{ model: 'NOBODY-1' }} />,
    screen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, act } },
  })
  expect(await page.findByText('There is no such model: no gateway has a device of it.')).toBeTruthy()
})
