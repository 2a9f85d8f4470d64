import { screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/status/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import causeSchema from '#schemas/entities/offline-cause.json' with { type: 'json' }
import type { StatusScreen } from '#schemas/generated/definitions/screen.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { OfflineCause } from '#schemas/generated/entities/offline-cause.ts'
import { session } from '#session/session.ts'
import * as actions from './actions.ts'

const causes = causeSchema.enum as readonly OfflineCause[]

const offline = screens.get('gateway_offline') as StatusScreen

const gateway: Gateway = {
  _id: 'g1',
  serialNumber: 'DOC4-0001',
  name: 'Lindenweg 14',
  model: 'DOC400',
  userId: 'u1',
  connectionStatus: 'offline',
  operationMode: 0,
  subscriptionLockMode: 0,
}

// A dialog's code arrives with the first one; that is not what these tests wait for.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(() => {
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.changeGateways(() => [gateway])
  session.chooseGateway(gateway)
})
afterEach(() => {
  vi.useRealTimers()
  session.end()
})

const open = (
  part: Partial<Gateway> = {},
  more: { source?: Partial<Source>; role?: string; session?: { id: string } } = {},
) =>
  renderScreen({
    Screen,
    screen: offline,
    definitions,
    situation: {
      gateway: { ...gateway, ...part },
      role: more.role ?? 'users',
      session: more.session ?? { id: 'u1' },
    },
    ports: { source: { ...noSource, one: async () => ({ connectionStatus: 'offline' }), ...more.source } },
    actions,
  })

const pictureOf = (): string => document.querySelector('svg path')?.getAttribute('d') ?? ''

describe('spec 1 §2 rule 7 the offline screen', () => {
  // 1.2-120
  test('its text depends on the gateway model', async () => {
    await open({ model: 'VOC200' })
    expect(await page.findByRole('heading', { name: 'The virtual gateway is offline' })).toBeTruthy()
    expect(page.getByText(/It runs on the server and has no cables to check/)).toBeTruthy()
  })

  test('a model without words of its own gets the general ones', async () => {
    await open({ model: 'LIV100' })
    expect(await page.findByText(/Check the power supply and the network cable/)).toBeTruthy()
  })

  // 1.2-121
  test('its image depends on the gateway model', async () => {
    await open({ model: 'LIV100' })
    await page.findByRole('heading')
    const general = pictureOf()
    document.body.replaceChildren()
    await open({ model: 'VOC200' })
    await page.findByRole('heading')
    expect(pictureOf()).not.toBe(general)
  })

  test.each(causes.filter((cause) => cause !== 'lost'))(
    'why it is offline decides the text: %s has words of its own, whatever the model',
    async (connectionCause) => {
      await open({ connectionCause, model: 'VOC200' })
      const heading = await page.findByRole('heading')
      expect(heading.textContent).not.toMatch(/is offline$/)
      expect(page.queryByText(/has no cables to check/)).toBeNull()
    },
  )

  test('after a factory reset nobody reads that scenes run as usual', async () => {
    await open({ connectionCause: 'reset' })
    expect(await page.findByRole('heading', { name: 'The gateway is being reset' })).toBeTruthy()
    expect(page.queryByText(/as usual/)).toBeNull()
  })

  test('of a connection that broke off the model says what to check', async () => {
    await open({ connectionCause: 'lost', model: 'HA101' })
    expect(await page.findByText(/the light at the front/)).toBeTruthy()
  })

  test('the page learns the cause while it stands there', async () => {
    await open({}, { source: { one: async () => ({ connectionStatus: 'offline', cause: 'restart' }) } })
    await waitFor(() => expect(session.state().gateway?.connectionCause).toBe('restart'))
  })

  // 1.2-122 1.2-157 3.2-101
  test('the owner can remove the gateway, but only after typing its name', async () => {
    const act = vi.fn(async (): Promise<ActionResult> => ({ ok: true, data: undefined, status: 204 }))
    const { address } = await open({}, { source: { act } })
    await userEvent.click(await page.findByRole('button', { name: 'Remove gateway' }))
    const field = await page.findByRole('textbox', { name: 'To confirm, type Lindenweg 14' })
    const confirm = page.getAllByRole<HTMLButtonElement>('button', { name: 'Remove gateway' }).at(-1)
    await userEvent.type(field, 'Lindenweg')
    expect(confirm?.disabled).toBe(true)
    expect(act).not.toHaveBeenCalled()
    await userEvent.type(field, ' 14{Enter}')
    await waitFor(() => expect(session.state().gateways).toEqual([]))
    expect(act).toHaveBeenCalledWith(
      expect.objectContaining({ operation: 'removeGateway' }),
      expect.objectContaining({ form: { sn: 'DOC4-0001' } }),
    )
    await waitFor(() => expect(address()).toBe('/'))
  })

  // 1.6-010
  test('only the owner is offered to remove it', async () => {
    await open({}, { session: { id: 'u2' } })
    await page.findByRole('heading')
    expect(page.queryByRole('button', { name: 'Remove gateway' })).toBeNull()
  })

  // 1.8-021
  test('a removal that fails says so, and to refresh and retry', async () => {
    const act = async (): Promise<ActionResult> => ({ ok: false, status: 500, code: 'INTERNAL', message: '' })
    await open({}, { source: { act } })
    await userEvent.click(await page.findByRole('button', { name: 'Remove gateway' }))
    await userEvent.type(await page.findByRole('textbox'), 'Lindenweg 14{Enter}')
    expect(
      await page.findByText('Error happened when removing a gateway. Please refresh the page and retry.'),
    ).toBeTruthy()
    expect(session.state().gateways).toHaveLength(1)
  })

  test('an administrator is offered another gateway', async () => {
    const { address } = await open({}, { role: 'admin', session: { id: 'a1' } })
    await userEvent.click(await page.findByRole('button', { name: 'Choose another gateway' }))
    expect(address()).toBe('/gate_select')
  })

  test('it asks by itself, and learns that the gateway is back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let status = 'offline'
    const one = vi.fn(async () => ({ connectionStatus: status }))
    await open({}, { source: { one } })
    await waitFor(() => expect(one).toHaveBeenCalledOnce())
    status = 'online'
    await vi.advanceTimersByTimeAsync(60_000)
    await waitFor(() => expect(session.state().gateway?.connectionStatus).toBe('online'))
  })
})
