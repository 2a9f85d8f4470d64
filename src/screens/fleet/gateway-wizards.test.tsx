import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/wizard/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'

const SN = 'DOC4-0001'
const free = [
  { serialNumber: 'NEW-2', name: 'NEW-2' },
  { serialNumber: 'NEW-1', name: 'Spare' },
]
const points = [
  { _id: 'b2', snapshotName: 'Before the storm', createdAt: '2026-11-02T10:00:00Z' },
  { _id: 'b1', snapshotName: 'After the storm', createdAt: '2026-11-01T10:00:00Z' },
]

// The code of forms arrives with the first one; that is not what these tests wait for.
beforeAll(async () => {
  await import('#engine/forms/rich/RichForm.tsx')
  for (const form of ['gatewaySuccessor', 'restorePoint']) await definitions.richForm?.(form)
}, 60_000)

const carriedOut = vi.fn<Source['act']>()
const sendCode = vi.fn(async () => {})
const asked = vi.fn()
let answers: Partial<Record<string, unknown>>
beforeEach(async () => {
  await changeLanguage('ch_EN')
  asked.mockReset()
  sendCode.mockClear()
  carriedOut.mockReset().mockResolvedValue({ ok: true, data: undefined, status: 202 })
  answers = { listGatewaysWithoutUser: { data: free }, listBackups: { data: points } }
})

const open = (id: string, flags: readonly string[], params: Record<string, string>) =>
  renderScreen({
    Screen,
    screen: screens.get(id) as WizardScreen,
    definitions,
    path: `/${id}`,
    params,
    situation: { role: 'admin', session: { id: 'a1' }, flags: new Set(flags) },
    ports: {
      source: {
        ...noSource,
        act: carriedOut,
        sendCode,
        one: async (action, { row }) => {
          const { operation = '' } = action as { operation?: string }
          asked(operation, row)
          return answers[operation]
        },
      },
    },
  })
/** The form of the next step is a chunk of its own: it may be waited for within what the press leads to. */
const press = async (name: string) => {
  const button = await page.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const sent = () =>
  carriedOut.mock.calls.map(([action, bound]) => [(action as { operation: string }).operation, bound])
const card = (name: RegExp) => page.findByRole('button', { name })

describe('1.2-158 3.2-031 the wizard that repairs a gateway', () => {
  const repair = (flags: readonly string[] = ['RPL_GTW'], owner = 'u9') =>
    open('gateway_repair', flags, { sn: SN, ...(owner && { owner }) })

  test.each([
    [/^Restart/, 'Restart', 'rebootGateway'],
    [/^Repair/, 'Repair', 'repairGateway'],
  ])('1.4-020 %s asks first, and is then done with that gateway', async (remedy, name, operation) => {
    const { address } = await repair()
    await userEvent.click(await card(remedy))
    expect(await page.findByText(SN)).toBeDefined()
    await press(name)
    const dialog = await page.findByRole('dialog')
    expect(carriedOut).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name }))
    await waitFor(() => expect(sent()).toMatchObject([[operation, { row: { sn: SN } }]]))
    await waitFor(() => expect(address()).toBe('/gate_select'))
  })

  test('what was not meant does nothing', async () => {
    await repair()
    await userEvent.click(await card(/^Repair/))
    await press('Repair')
    await userEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(carriedOut).not.toHaveBeenCalled()
  })

  test('what does not come back is replaced, where that is switched on', async () => {
    const { address } = await repair()
    await userEvent.click(await card(/^Replace/))
    await press('Replace')
    await waitFor(() => expect(address()).toBe(`/gateway-replace/${SN}?owner=u9`))
  })

  test('3.6-039 without RPL_GTW nothing is replaced', async () => {
    await repair([])
    await card(/^Repair/)
    expect(page.queryByRole('button', { name: /^Replace/ })).toBeNull()
  })
})

describe('1.2-159 3.2-032 the wizard that replaces a gateway', () => {
  const replace = (flags: readonly string[] = []) =>
    open('gateway_replace', ['RPL_GTW', ...flags], { sn: SN, owner: 'u9' })
  const choose = async (label: string, choice: string) =>
    userEvent.selectOptions(await page.findByRole('combobox', { name: label }), choice)
  const offered = async (label: string) => {
    const select = await page.findByRole('combobox', { name: label })
    await waitFor(() => expect(select).toHaveProperty('disabled', false))
    return within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
      .filter((one) => one !== '')
  }

  // 3.4-069 3.7-193 3.7-196 3.2-102
  test('first by which gateway, then from which backup; then it is asked, and begun', async () => {
    await replace()
    expect(await offered('Replaced by')).toEqual(expect.arrayContaining(['NEW-1 · Spare', 'NEW-2']))
    expect(asked).toHaveBeenLastCalledWith('listGatewaysWithoutUser', { limit: 100, replaces: SN })
    await choose('Replaced by', 'NEW-1')
    await press('Go on')
    // The newest first, as the server answers.
    const [newest, older] = (await offered('Begin with the backup')).slice(-2)
    expect([newest, older]).toEqual([
      expect.stringMatching(/^Before the storm · .*2026/),
      expect.stringMatching(/^After the storm · .*2026/),
    ])
    expect(asked).toHaveBeenLastCalledWith('listBackups', { open: true, userId: 'a1', sn: SN })
    await choose('Begin with the backup', 'b1')
    await press('Replace')
    const dialog = await page.findByRole('dialog', { name: 'Replace this gateway?' })
    expect(carriedOut).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Replace' }))
    await page.findByText(/The home moves now/)
    expect(sent()).toMatchObject([
      [
        'createReplacement',
        {
          form: { sn: SN, owner: 'u9', newGtwSN: 'NEW-1', restorePoint: 'b1', automaticFactoryReset: false },
        },
      ],
    ])
  })

  test('without a backup chosen nothing is asked', async () => {
    await replace()
    await offered('Replaced by')
    await choose('Replaced by', 'NEW-2')
    await press('Go on')
    await offered('Begin with the backup')
    await press('Replace')
    await waitFor(() =>
      expect(page.getByRole('combobox', { name: 'Begin with the backup' }).getAttribute('aria-invalid')).toBe(
        'true',
      ),
    )
    expect(page.queryByRole('dialog')).toBeNull()
  })

  test('where there is nothing to choose it says what is missing', async () => {
    answers.listGatewaysWithoutUser = { data: [] }
    await replace()
    expect(await page.findByText(/No suitable gateway is free/)).toBeDefined()
  })

  test('3.6-035 with SECURE_IMPORTANT_ROUTES_WITH_OTP a code is asked for, made for the gateway that failed', async () => {
    await replace(['SECURE_IMPORTANT_ROUTES_WITH_OTP'])
    await offered('Replaced by')
    await choose('Replaced by', 'NEW-1')
    await press('Go on')
    await offered('Begin with the backup')
    await choose('Begin with the backup', 'b2')
    await press('Replace')
    await userEvent.type(await page.findByRole('textbox', { name: 'Code' }), '12ab56')
    expect(sendCode).toHaveBeenCalledExactlyOnceWith('replaceGateway', SN)
    expect(carriedOut).not.toHaveBeenCalled()
    await userEvent.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Go on' }))
    await page.findByText(/The home moves now/)
    expect(sent()).toMatchObject([['createReplacement', { otp: '12ab56', form: { restorePoint: 'b2' } }]])
  })
})
