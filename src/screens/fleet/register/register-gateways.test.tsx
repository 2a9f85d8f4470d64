import { act, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { unsaved } from '#lib/unsaved.ts'
import registration from '#schemas/entities/gateway-registration.json' with { type: 'json' }
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { RegisterGateways } from './RegisterGateways.tsx'

const encoded = vi.hoisted(() => vi.fn())
vi.mock('uqr', async (original) => {
  const uqr = await original<typeof import('uqr')>()
  return {
    ...uqr,
    encode: (...given: Parameters<typeof uqr.encode>) => {
      encoded(given[0])
      return uqr.encode(...given)
    },
  }
})

beforeEach(async () => {
  encoded.mockClear()
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
  // axe, rule definition-list: readers take anything else for the end of the list.
  expect(document.querySelectorAll('dl').length).toBeGreaterThan(0)
  expect(document.querySelectorAll('dl > :not(dt, dd, div)')).toHaveLength(0)
})

test('a gateway whose registration had no answer says why, is offered again, and keeps the others from being asked', async () => {
  const asked: string[] = []
  const bodies: object[] = []
  let answer: unknown = { ok: false, status: 0, code: 'OFFLINE', message: '' }
  const call = (async (_operation: string, body: { serialNumber: string }) => {
    asked.push(body.serialNumber)
    bodies.push(body)
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
  // Tried again it is the same gateway: the server refuses what it does not know.
  expect(bodies[1]).toEqual(bodies[0])
  for (const body of bodies)
    expect(Object.keys(body).sort()).toEqual(['model', 'name', 'secureId', 'serialNumber'])
  expect(page.queryByRole('button', { name: /^Register \d/ })).toBeNull()
})

test('a gateway of which a part is not taken says which one, and what it may be', async () => {
  const answer = {
    ...{ ok: false, status: 400, code: 'VALIDATION', message: 'This value is not allowed.' },
    fields: [{ field: 'model', code: 'VALIDATION', message: '/model must match pattern' }],
  }
  await renderScreen({
    Screen: RegisterGateways,
    screen: screens.get('registrations') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: {
      source: { ...noSource, call: (async () => answer) as unknown as Calls['call'], one: async () => ({}) },
    },
  })
  await userEvent.type(page.getByLabelText('Serial number'), 'DOC4-1')
  await userEvent.type(page.getByLabelText('Model'), 'DOC400')
  await userEvent.click(page.getByRole('button', { name: 'Add to the list' }))
  await userEvent.click(page.getByRole('button', { name: 'Register 1 gateway' }))
  expect(await page.findByText('A model has letters, digits, - and _, at most 32.')).toBeDefined()
})

test('each part that the server may refuse is named by a sentence of its own', () => {
  const parts = Object.keys(registration.properties)
  expect(parts.filter((part) => text.say(`registering.faults.${part}`) === '')).toEqual([])
})

const fileOf = (lines: number): File =>
  new File(
    [
      [
        'serialNumber,model,secureId',
        ...Array.from({ length: lines }, (_none, at) => `DOC4-${at},DOC400,`),
      ].join('\n'),
    ],
    'gateways.csv',
    { type: 'text/csv' },
  )

test('of many lines only what changes is drawn, labels for paper only on paper, and none of them is left unasked', async () => {
  const many = 60
  const call = (async () => ({ ok: true, data: { imported: 1 } })) as unknown as Calls['call']
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => {})
  await renderScreen({
    Screen: RegisterGateways,
    screen: screens.get('registrations') as CustomScreen,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call, one: async () => ({}) } },
  })
  expect(unsaved.any()).toBe(false)
  await userEvent.upload(page.getByLabelText('Choose a CSV file'), fileOf(many))
  await userEvent.click(await page.findByRole('button', { name: `Register ${many} gateways` }))
  await waitFor(() => expect(page.getAllByText('Registered')).toHaveLength(many))
  // The one beside the list, as it was and as it is registered.
  expect(encoded.mock.calls.length).toBeLessThanOrEqual(3)

  const codes = () => document.querySelectorAll('[aria-hidden="true"] svg[role="img"]').length
  expect(codes()).toBe(0)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(codes()).toBe(many)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(codes()).toBe(0)

  // A secure id is told nowhere else: whoever has not printed it is asked before it is gone.
  expect(unsaved.any()).toBe(true)
  await userEvent.click(page.getByRole('button', { name: `Print ${many} labels` }))
  expect(unsaved.any()).toBe(false)
  print.mockRestore()
})
