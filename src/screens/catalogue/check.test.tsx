import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { renderPart } from '#engine/testing/render-part.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { Desk } from './Desk.tsx'
import TrialEdit from './rollouts/TrialEdit.tsx'

// Text is measured by a real browser only.
vi.mock('./editor/LateEditor.tsx', () => ({ LateEditor: () => null }))

const touches = { devices: 0, homes: 0, rules: 0 }
const problem = { file: 'x', line: 1, column: 1, says: { code: 'json.other' } }

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['catalogue', 'rollouts', 'choosing', 'shell', 'codes', 'faults'])
})

/** Nobody answers the checks until `back`; whatever else is asked for never comes. */
async function shown(Screen: () => React.ReactNode) {
  let isGone = true
  const load = (operation: string) => {
    if (!/^check(Model|DefinitionFile)$/.test(operation)) return new Promise(() => {})
    return isGone ? Promise.reject(new Error('gone')) : Promise.resolve({ problems: [problem], touches })
  }
  await renderPart(Screen, definitions, { load })
  return { back: () => (isGone = false) }
}

const pages = {
  'a model': () => <Desk maker="m" entry="e" text="{}" version="1" writable crumb={undefined} />,
  'a file that is tried first': () => (
    <TrialEdit path="x.json" file={{ text: '{}', writable: true }} begun={undefined} crumb={undefined} />
  ),
}

test.each(Object.entries(pages))(
  'that the text of %s could not be checked is said, and it is checked again when asked',
  async (_, Page) => {
    const { back } = await shown(Page)
    expect(await page.findByText(/The text could not be checked/)).toBeTruthy()
    back()
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(page.queryByText(/The text could not be checked/)).toBeNull())
    expect(page.getByRole('button', { name: '1:1' })).toBeTruthy()
  },
)
