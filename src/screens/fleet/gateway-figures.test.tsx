import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls, Row, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { fetchKpi } from './list-actions.tsx'

// Dialogs and forms are chunks of their own; that is not what these tests wait for.
beforeAll(
  () =>
    Promise.all([
      import('#ui/dialog/DialogFrame.tsx'),
      import('#engine/actions/AskDialog.tsx'),
      import('#engine/forms/rich/RichForm.tsx'),
      import('#engine/screens/sections/ListRows.tsx'),
      definitions.richForm?.('licenceRecipient'),
    ]),
  60_000,
)
beforeEach(() => changeLanguage('ch_EN'))

const counted = { serialNumber: 'DOC4-0001', reached: 99.5, devices: 43, actuators: 30, sensors: 13 }

describe('the page of a gateway for administrators', () => {
  async function open(flags: readonly string[], after: Row = { ...counted, at: 2 }) {
    const asked: unknown[] = []
    let kpi: Row = { ...counted, at: 1 }
    const call = (async (operation: string, input: { fetchFromGateway?: boolean }) => {
      asked.push([operation, input])
      if (input.fetchFromGateway) kpi = after
      return { ok: true, data: kpi }
    }) as Calls['call']
    const act = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 204 }))
    const one: Source['one'] = async ({ operation }) =>
      operation === 'gatewayKpi' ? kpi : { name: 'Lindenweg 14', serialNumber: 'DOC4-0001' }
    await renderScreen({
      Screen,
      screen: screens.get('gate_statistic') as SectionsScreen,
      definitions,
      path: '/gate_statistic/DOC4-0001',
      params: { sn: 'DOC4-0001' },
      engine: { blocks: { statisticChart: () => null } },
      situation: { role: 'admin', flags: new Set(flags) },
      ports: { source: { ...noSource, call, act, one } },
      actions: { fetchKpi },
    })
    await page.findByRole('heading', { name: 'Lindenweg 14' })
    return { asked, act }
  }
  const figures = async () => within(await page.findByRole('region', { name: 'Key figures' }))

  // 3.6-028 3.7-074
  test('with KPI_ANALYTICS it has key figures, which are counted anew at the gateway when somebody asks', async () => {
    const { asked } = await open(['KPI_ANALYTICS'], { ...counted, devices: 44, at: 2 })
    expect(await (await figures()).findByText('43')).toBeDefined()
    await userEvent.click((await figures()).getByRole('button', { name: 'Count at the gateway' }))
    expect(await (await figures()).findByText('44')).toBeDefined()
    expect(asked.at(-1)).toEqual(['gatewayKpi', { serialNumber: 'DOC4-0001', fetchFromGateway: true }])
    expect(await page.findByText('The key figures were counted at the gateway.')).toBeDefined()
  })

  test('a gateway that is away keeps the last count, and that is told', async () => {
    await open(['KPI_ANALYTICS'], { ...counted, at: 1 })
    await userEvent.click((await figures()).getByRole('button', { name: 'Count at the gateway' }))
    expect(await page.findByText('The gateway is offline; the last count stays.')).toBeDefined()
  })

  // 3.6-045 3.7-073
  test('with LICENCE_SUPPORT a licence key is sent to whoever is to have the gateway', async () => {
    const { act } = await open(['LICENCE_SUPPORT'])
    await userEvent.click(await page.findByRole('button', { name: 'Send a licence key' }))
    const dialog = within(await page.findByRole('dialog'))
    await userEvent.type(await dialog.findByRole('textbox', { name: 'E-mail' }), 'mia@home.test')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mia')
    await userEvent.click(dialog.getByRole('button', { name: 'Send a licence key' }))
    await waitFor(() => expect(act).toHaveBeenCalledOnce())
    expect(act.mock.calls[0]?.[0]).toMatchObject({ operation: 'licenceKeyForUser' })
    expect(act.mock.calls[0]?.[1]).toMatchObject({
      form: { email: 'mia@home.test', username: 'Mia' },
      route: { sn: 'DOC4-0001' },
    })
    expect(await page.findByText('The licence key is on its way by e-mail.')).toBeDefined()
  })

  test('as shipped it has neither', async () => {
    await open([])
    expect(page.queryByRole('region', { name: 'Key figures' })).toBeNull()
    expect(page.queryByRole('button', { name: 'Send a licence key' })).toBeNull()
  })
})
