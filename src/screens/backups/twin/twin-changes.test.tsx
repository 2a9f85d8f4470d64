import { screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { openTwin, takenContent, takenOut } from '#session/twin.ts'
import { TwinChanges } from './TwinChanges.tsx'

type Twin = NonNullable<ReturnType<typeof openTwin.current>>
const nothing = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['twin', 'backups'])
})
afterEach(() => {
  openTwin.set(undefined)
  takenContent.set(undefined)
  takenOut.set(undefined)
})

test('a twin that cannot be compared says so, and is compared once somebody asks again', async () => {
  const content = vi
    .fn()
    .mockRejectedValueOnce(new Error('The worker is gone'))
    .mockResolvedValue({ begun: nothing, content: nothing })
  openTwin.set({ serialNumber: 'A-twin', fork: { serialNumber: 'A', name: 'A' }, content } as unknown as Twin)
  await renderScreen({
    Screen: TwinChanges,
    screen: screens.get('twin_changes') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
  })
  expect(await page.findByText('The twin could not be compared.', {}, { timeout: 10_000 })).toBeTruthy()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  expect(await page.findByText('Nothing has been changed yet')).toBeTruthy()
  expect(content).toHaveBeenCalledTimes(2)
})

const status = (name: string, group?: string) => ({
  ...{ resource_id: name, name, icon: 2 },
  ...(group && { group }),
})
const floor = {
  ...{ floor_id: 'f', floor_name: 'Attic' },
  rooms: [{ room_id: 'r', room_name: 'Studio', devices: [] }],
}
const device = { device_id: 'd', device_name: 'Lamp', class: 'LAMP' }

/** The page of a twin in which two statuses, a floor with its room and the name of a device are new. */
async function changed() {
  const leave = vi.fn()
  openTwin.set({
    ...{ serialNumber: 'A-twin', fork: { serialNumber: 'A', name: 'Lindenweg' }, leave },
    content: async () => ({
      begun: { ...nothing, devices: [device] },
      content: {
        ...nothing,
        floors: [floor],
        statuses: [status('away', 'Presence'), status('Guests', 'Presence')],
        devices: [{ ...device, device_name: 'Light' }],
      },
    }),
  } as unknown as Twin)
  await renderScreen({
    Screen: TwinChanges,
    screen: screens.get('twin_changes') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
  })
  await page.findByRole('checkbox', { name: 'Guests' })
  return leave
}
const spread = () => page.getByRole('button', { name: 'Into a bulk operation …' })

test('all that is chosen goes into one bulk operation, as far as it can be said of any home', async () => {
  await loadAreas(['statuses'])
  const leave = await changed()
  // A name of the catalogue is read as a word.
  expect(page.getByRole('checkbox', { name: 'Away' })).toBeTruthy()
  expect(page.getByText(/^4 of these 5 go into a bulk operation/)).toBeTruthy()
  expect(page.getByText(/For this home only/)).toBeTruthy()
  await userEvent.click(page.getByRole('checkbox', { name: 'Guests' }))
  await userEvent.click(spread())
  expect(takenContent.current()).toMatchObject({
    ...{ content_name: 'From the twin of Lindenweg', content_type: 'set' },
    content_params: [
      { params: { floors: [{ floor_name: 'Attic', rooms: [{ room_name: 'Studio' }] }] } },
      { params: { name: 'away', group: 'Presence' } },
    ],
  })
  expect(leave).toHaveBeenCalledWith('/bulk')
})

test('only what is chosen goes to the page of the gateway; without a choice nothing does', async () => {
  const leave = await changed()
  for (const box of page.getAllByRole('checkbox')) await userEvent.click(box)
  expect(spread()).toHaveProperty('disabled', true)
  const bring = page.getByRole('button', { name: 'To the gateway …' })
  expect(bring).toHaveProperty('disabled', true)
  await userEvent.click(page.getByRole('checkbox', { name: 'Light' }))
  expect(spread()).toHaveProperty('disabled', true)
  expect(page.getByText(/None of it can be said of any home/)).toBeTruthy()
  await userEvent.click(bring)
  expect(takenOut.current()?.changes.map(({ kind, id }) => [kind, id])).toEqual([['device', 'd']])
  expect(leave).toHaveBeenCalledWith('/twin/changes/A')
})

test('icons and names that are kept as codes are read as words where something differs, and so is a group', async () => {
  await loadAreas(['statuses'])
  const away = status('away')
  openTwin.set({
    ...{ serialNumber: 'A-twin', fork: { serialNumber: 'A', name: 'A' } },
    content: async () => ({
      begun: { ...nothing, statuses: [away] },
      content: { ...nothing, statuses: [{ ...away, name: 'night', icon: 3, group: 'Presence' }] },
    }),
  } as unknown as Twin)
  await renderScreen({
    Screen: TwinChanges,
    screen: screens.get('twin_changes') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
  })
  await userEvent.click(await page.findByRole('button', { expanded: false }))
  const rows = page.getAllByRole('row').map((row) => row.textContent)
  expect(rows.slice(1)).toEqual(['NameAwayNight', 'PictureAt homeCooling', 'Group–Presence'])
})
