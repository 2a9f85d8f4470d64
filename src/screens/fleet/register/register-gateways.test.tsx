import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { RegisterGateways } from './RegisterGateways.tsx'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['registering', 'codes', 'engine'])
})

// 3.6-045
test.each([
  ['with LICENCE_SUPPORT stands on its label', 'ABCDE-FGHIJ-KLMNP-12345'],
  ['is not spoken of without', undefined],
])('the licence key of a gateway that is registered %s', async (_how, licenceKey) => {
  const call = (async () => ({
    ok: true,
    data: { imported: 1, serialNumber: 'DOC4-1', ...(licenceKey && { licenceKey }) },
  })) as unknown as Calls['call']
  await renderScreen({
    Screen: RegisterGateways,
    screen: screens.get('registrations') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call, one: async () => ({}) } },
  })
  await userEvent.type(page.getByLabelText('Serial number'), 'doc4-1')
  await userEvent.type(page.getByLabelText('Model'), 'doc400')
  await userEvent.click(page.getByRole('button', { name: 'Add to the list' }))
  const label = () => within(page.getByRole('region', { name: 'Label' }))
  expect(label().queryByText('Licence key')).toBeNull()
  await userEvent.click(page.getByRole('button', { name: 'Register 1 gateway' }))
  expect(await page.findByText('Registered')).toBeDefined()
  expect(label().queryByText('Licence key') !== null).toBe(licenceKey !== undefined)
  if (licenceKey) expect(label().getByText(licenceKey)).toBeDefined()
})

test('a gateway whose registration had no answer says why, is offered again, and keeps the others from being asked', async () => {
  const asked: string[] = []
  let answer: unknown = { ok: false, status: 0, code: 'OFFLINE', message: '' }
  const call = (async (_operation: string, { serialNumber }: { serialNumber: string }) => {
    asked.push(serialNumber)
    return answer
  }) as unknown as Calls['call']
  await renderScreen({
    Screen: RegisterGateways,
    screen: screens.get('registrations') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call, one: async () => ({}) } },
  })
  for (const serialNumber of ['DOC4-1', 'DOC4-2']) {
    await userEvent.type(page.getByLabelText('Serial number'), serialNumber)
    await userEvent.clear(page.getByLabelText('Model'))
    await userEvent.type(page.getByLabelText('Model'), 'DOC400')
    await userEvent.click(page.getByRole('button', { name: 'Add to the list' }))
  }
  await userEvent.click(page.getByRole('button', { name: 'Register 2 gateways' }))
  await page.findByText('There is no connection to the server.')
  expect(asked).toEqual(['DOC4-1'])

  // What the server refuses stays refused, in words, and the others go on.
  answer = { ok: false, status: 409, code: 'NO_SUCH_CODE', message: 'Known already.' }
  await userEvent.click(page.getByRole('button', { name: 'Register 2 gateways' }))
  expect(await page.findAllByText('Known already.')).toHaveLength(2)
  expect(page.queryByText('There is no connection to the server.')).toBeNull()
  expect(asked).toEqual(['DOC4-1', 'DOC4-1', 'DOC4-2'])
  expect(page.queryByRole('button', { name: /^Register \d/ })).toBeNull()
})
