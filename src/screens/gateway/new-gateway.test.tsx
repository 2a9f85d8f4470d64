import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/wizard/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import newGateway from '../../../catalogue/screens/gateway/new_gateway.json' with { type: 'json' }
import * as settingsActions from '../settings/actions.ts'
import * as gatewayActions from './actions.ts'

const wizard = newGateway as unknown as WizardScreen
const actions = { ...settingsActions, ...gatewayActions }
const added = gatewayOf('DOC4-0001', { name: 'Attic' })

// The code of forms arrives with the first one; that is not what these tests wait for.
beforeAll(async () => {
  await import('#engine/forms/rich/RichForm.tsx')
  for (const form of ['gatewayClaim', 'gatewayDeviceId', 'gatewayNaming', 'gatewayAddress'])
    await definitions.richForm?.(form)
}, 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({ settings, user: userOf('users'), gateways: [] })
})
afterEach(() => session.end())

const carriedOut = vi.fn<Source['act']>()
beforeEach(() => void carriedOut.mockReset().mockResolvedValue({ ok: true, data: added, status: 200 }))

const open = (flags: readonly string[]) =>
  renderScreen({
    Screen,
    screen: wizard,
    definitions,
    situation: { session: { id: 'u1' }, flags: new Set(flags) },
    ports: { source: { ...noSource, act: carriedOut } },
    actions,
  })
const type = async (label: string, value: string) => {
  const field = await page.findByRole('textbox', { name: label })
  await act(async () => void fireEvent.change(field, { target: { value } }))
}
/** The form of the next step is a chunk of its own: it may be waited for within what the press leads to. */
const press = (name: string) => act(async () => void fireEvent.click(page.getByRole('button', { name })))
const steps = () => page.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^\d/, ''))
const sent = () =>
  carriedOut.mock.calls.map(([action, { form }]) => [(action as { operation: string }).operation, form])

describe('spec 1 §2 new gateway', () => {
  // 1.2-155 1.5-023 1.5-024
  test('in its normal form: one page, serial number and secure id in upper case', async () => {
    await open([])
    expect(steps()).toEqual(['Add', 'Finish'])
    await type('Serial number', 'doc4-0001')
    await type('Secure ID', 'abcd-1')
    await type('Name', 'Attic')
    await press('Add the gateway')
    expect(await page.findByText('The gateway now belongs to this account.')).toBeDefined()
    expect(sent()).toEqual([
      [
        'assignGateway',
        {
          sn: 'DOC4-0001',
          userId: 'u1',
          serialNumber: 'DOC4-0001',
          secureId: 'ABCD-1',
          name: 'Attic',
        },
      ],
    ])
    expect(session.state().gateways).toEqual([added])
  })

  // 1.5-022 3.5-033 3.6-045
  test('a licence key is asked for with LICENCE_SUPPORT only, and goes along', async () => {
    await open([])
    expect(await page.findByRole('textbox', { name: 'Serial number' })).toBeDefined()
    expect(page.queryByRole('textbox', { name: 'Licence key' })).toBeNull()
    cleanup()
    await open(['LICENCE_SUPPORT'])
    await type('Serial number', 'doc4-0001')
    await type('Secure ID', 'abcd-1')
    await type('Name', 'Attic')
    await type('Licence key', 'abcde-fghij-klmnp-12345')
    await press('Add the gateway')
    expect(await page.findByText('The gateway now belongs to this account.')).toBeDefined()
    expect(sent()).toMatchObject([['assignGateway', { licenceKey: 'ABCDE-FGHIJ-KLMNP-12345' }]])
  })

  // 1.2-156 3.2-033 3.2-034 3.2-035
  test('in its extended form: device id, add, configure, finish', async () => {
    await open(['GW_EXTEND'])
    expect(steps()).toEqual(['Device ID', 'Add', 'Configure', 'Finish'])
    await type('Serial number', 'doc4-0001')
    await type('Secure ID', 'abcd-1')
    await press('Go on')
    await page.findByRole('textbox', { name: 'Name' })
    expect(carriedOut).not.toHaveBeenCalled()
    await press('Back')
    expect(((await page.findByRole('textbox', { name: 'Secure ID' })) as HTMLInputElement).value).toBe(
      'ABCD-1',
    )
    await press('Go on')
    await type('Name', 'Attic')
    await press('Add the gateway')
    await page.findByRole('button', { name: 'Skip' })
    expect(page.queryByRole('button', { name: 'Back' })).toBeNull()
    await press('Skip')
    expect(await page.findByText('DOC4-0001')).toBeDefined()
    expect(sent().map(([operation]) => operation)).toEqual(['assignGateway'])
  })

  test('missing fields are named and nothing is sent', async () => {
    await open([])
    await page.findByRole('textbox', { name: 'Name' })
    await press('Add the gateway')
    await waitFor(() =>
      expect(page.getAllByRole('textbox').filter((box) => box.getAttribute('aria-invalid'))).toHaveLength(3),
    )
    expect(carriedOut).not.toHaveBeenCalled()
  })

  // 1.8-030
  test('1.8-030 what the server refuses is said with its message', async () => {
    carriedOut.mockResolvedValue({
      ok: false,
      status: 409,
      code: 'OF_A_DEPLOYMENT',
      message: 'This gateway is reserved.',
    })
    await open([])
    await type('Serial number', 'doc4-0001')
    await type('Secure ID', 'abcd-1')
    await type('Name', 'Attic')
    await press('Add the gateway')
    expect(await page.findByText('This gateway is reserved.')).toBeDefined()
  })

  test('an unknown number and a wrong id are the same sentence, and the form stays', async () => {
    const refused: ActionResult = { ok: false, status: 404, code: 'NOT_FOUND', message: '' }
    carriedOut.mockResolvedValue(refused)
    await open([])
    await type('Serial number', 'doc4-0001')
    await type('Secure ID', 'abcd-1')
    await type('Name', 'Attic')
    await press('Add the gateway')
    expect(await page.findByText('No gateway has this serial number with this secure ID.')).toBeDefined()
    expect(session.state().gateways).toEqual([])
  })
})
