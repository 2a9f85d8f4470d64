import { act, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'

const chosen = { serialNumber: 'GTW-1', name: 'Lindenweg' } as Gateway
const asked: unknown[] = []

beforeEach(async () => {
  asked.length = 0
  await changeLanguage('ch_EN')
})

/** The form of a group, with a name that is being typed. */
async function typing() {
  const view = await renderScreen({
    Screen,
    screen: screens.get('edit_group') as SectionsScreen,
    definitions,
    params: { editGroup: 'estate' },
    situation: { role: 'admin' },
    ports: {
      source: {
        ...noSource,
        one: async (call) => {
          asked.push(call)
          return { _id: 'estate', groupName: 'Estate', description: 'Twelve flats' }
        },
      },
    },
  })
  await userEvent.type(await page.findByDisplayValue('Estate'), ' on the hill')
  return view
}
const typed = () => page.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

describe('what is typed into a form of a page stays', () => {
  test.each([
    ['a gateway is chosen, which the first moment of a page may bring', { gateway: chosen }],
    ['flags come', { flags: new Set(['SHOWN']) }],
  ])('when %s', async (_what, next) => {
    const view = await typing()
    view.become(next)
    // Whatever would be asked anew has been answered.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(typed()[0]).toBe('Estate on the hill')
    expect(asked).toHaveLength(1)
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })

  test('when the language is another', async () => {
    await typing()
    await act(() => changeLanguage('ch_DE'))
    await waitFor(() => expect(page.getByRole('button', { name: 'Speichern' })).toBeDefined())
    expect(typed()[0]).toBe('Estate on the hill')
  })
})
