import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DeviceHead } from '#engine/ports.ts'
import type { Device } from '#schemas/generated/entities/device.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { headOf, layout, openDevices, prepareDevices } from '../../../tests/support/devices-screen.tsx'

beforeAll(prepareDevices, 60_000)
afterEach(() => act(() => toasts.clear()))

const press = async (name: string | RegExp) => userEvent.click(await page.findByRole('button', { name }))
const dialog = async () => within(await page.findByRole('dialog'))
const gone = () => waitFor(() => expect(page.queryByRole('dialog')).toBeNull())

test('on the page of a device one thing to do is a button, the rest stands in ⋯: nothing red stands there all the time', async () => {
  await openDevices('page', [headOf(1)])
  const more = await page.findByRole('button', { name: 'More for Lampe 1' })
  const head = more.parentElement
  if (!head) throw new Error('It stands nowhere')
  expect(within(head).getAllByRole('button')).toHaveLength(2)
  expect(head.querySelector('[data-look="danger"]')).toBeNull()
})

describe('spec 2 §2 the device page renames', () => {
  // 2.5-042
  test('only to a valid name, which can be taken back', async () => {
    const { asked } = await openDevices('page', [headOf(1)])
    await press('Rename')
    const form = await dialog()
    const box = form.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(box)
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    form.getByText('A name is needed.')
    expect(asked).toEqual([])
    await userEvent.type(box, 'Stehlampe')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await gone()
    expect(asked).toEqual([{ call: 'set_device_name', params: { device_id: 'd1', name: 'Stehlampe' } }])
    await press('Undo')
    await waitFor(() => expect(asked.at(-1)?.params.name).toBe('Lampe 1'))
  })

  // 2.9-015
  test('the button says that it is done, and hides with its dialog 500 ms after', async () => {
    await openDevices('page', [headOf(1)])
    await press('Rename')
    const form = await dialog()
    vi.useFakeTimers()
    try {
      const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
      fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Stehlampe' } })
      fireEvent.click(form.getByRole('button', { name: 'Save' }))
      await pass(0)
      form.getByRole('button', { name: 'Saved' })
      await pass(499)
      form.getByRole('button', { name: 'Saved' })
      await pass(1)
      // What fades takes its own time.
      await pass(1000)
      expect(page.queryByRole('dialog')).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('a name that another device has is told, and allowed', async () => {
    const { asked } = await openDevices('page', [headOf(1), headOf(2)])
    await press('Rename')
    const form = await dialog()
    const box = form.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(box)
    await userEvent.type(box, 'lampe 2')
    form.getByText('Another device has this name too.')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await gone()
    expect(asked).toHaveLength(1)
  })

  test('what the gateway refuses is said where it was typed, which stays', async () => {
    const { answer } = await openDevices('page', [headOf(1)])
    answer.mockResolvedValue({ ok: false, code: '409', message: 'taken' })
    await press('Rename')
    const form = await dialog()
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), '!')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('This is in use already.')
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Lampe 1!')
  })

  test('a device that is removed while it is being named says so in the dialog and on its page', async () => {
    const { change, asked } = await openDevices('page', [headOf(1)])
    await press('Rename')
    const form = await dialog()
    await act(async () => change({ heads: [], total: 0 }))
    form.getByText('The device was removed meanwhile.')
    expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await gone()
    page.getByRole('heading', { name: 'Lampe 1 was removed' })
    expect(asked).toEqual([])
  })

  // 2.6-027
  test('is offered only where devices may be changed', async () => {
    await openDevices('page', [headOf(1)], { flags: [] })
    expect(page.queryByRole('button', { name: 'Rename' })).toBeNull()
  })
})

describe('spec 2 §2 send command', () => {
  const flags = ['SERVICE_COMMAND_BUTTON']
  const open = async (section = '', more: Parameters<typeof openDevices>[2] = {}) =>
    openDevices('page', [headOf(1)], {
      role: 'admin',
      flags,
      path: `/devices/device/d1${section}`,
      ...more,
    })
  const button = () => page.queryByRole('button', { name: 'Send command' })

  // 2.1-018 2.2-046 2.2-047 2.6-003
  test.each<[string, boolean, Parameters<typeof open>]>([
    ['an administrator with the flag, on control', true, ['']],
    ['an administrator with the flag, on configuration', true, ['?section=configuration']],
    ['an administrator with the flag, on further facts', false, ['?section=moreInfo']],
    ['an administrator without the flag', false, ['', { flags: [] }]],
    ['a user with the flag', false, ['', { role: 'users' }]],
  ])('%s: %s', async (_who, offered, how) => {
    await open(...how)
    expect(button() !== null).toBe(offered)
  })

  // 2.2-054 2.8-007
  test('sends what was typed and says that it was sent', async () => {
    const { asked } = await open()
    await press('Send command')
    const form = await dialog()
    const box = form.getByRole('textbox', { name: 'Payload' })
    expect(JSON.parse((box as HTMLTextAreaElement).value)).toEqual({ DimmerService: { level: 0 } })
    await userEvent.clear(box)
    await userEvent.type(box, '{{"level": 7}')
    await userEvent.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText('Command successfully sent')
    expect(asked).toEqual([
      { call: 'send_default_command', params: { device_id: 'd1', payload: { level: 7 } } },
    ])
  })

  // 2.5-041 2.8-010
  test('what is no JSON is not sent', async () => {
    const { asked } = await open()
    await press('Send command')
    const form = await dialog()
    await userEvent.type(form.getByRole('textbox', { name: 'Payload' }), 'x')
    await userEvent.click(form.getByRole('button', { name: 'Send' }))
    form.getByText('Payload is not JSON')
    expect(asked).toEqual([])
  })

  // 2.8-008 2.8-009
  test.each([
    ['RES_COMMAND_ERROR', '9', 'The device refused the command.'],
    ['The device has no property x', '12', 'The device has no property x'],
    ['The device has no property x', '404', 'The device has no property of that name.'],
    ['', 'TIMEOUT', 'The gateway did not answer in time.'],
  ])('%s goes wrong with its reason', async (message, code, words) => {
    const { answer } = await open()
    answer.mockResolvedValue({ ok: false, code, message })
    await press('Send command')
    const form = await dialog()
    await userEvent.click(form.getByRole('button', { name: 'Send' }))
    await form.findByText(`Error on sending command! ${words}`)
  })
})

describe('further facts', () => {
  const path = '/devices/device/d1?section=moreInfo'
  const told: Device = {
    id: 'd1',
    device_name: 'Lampe 1',
    class: 'DIM200',
    status: 2,
    networkType: 'wise',
    service_list: [
      {
        name: 'DimmerService',
        type: 'DimmerService',
        property_list: [
          { name: 'level', value: 40, type: 'range', readonly: false, min: 0, max: 100, unit: '%' },
          { name: 'note', value: 'x'.repeat(2048), type: 'text', readonly: true },
          { name: 'odd', value: null, type: 'object', readonly: true },
        ],
      },
    ],
  }
  const facts: Partial<DeviceHead> = {
    address: '0x157e',
    ipAddress: '10.0.0.7',
    route: 'gateway › d9',
    linkSpeed: '100k',
    role: 2,
  }

  // 2.3-022 2.3-024 2.3-026 2.3-028 2.3-029
  test('the network: address, route, speed, role; what is not known is left out', async () => {
    const head = headOf(1, facts)
    const { change } = await openDevices('page', [head], { path, one: async () => told })
    const network = within(await page.findByRole('region', { name: 'Network' }))
    for (const fact of ['0x157e', '10.0.0.7', 'gateway › d9', '100k', 'Routing device'])
      network.getByText(fact)
    await act(async () => change({ heads: [headOf(1)] }))
    expect(network.queryByText('IP address')).toBeNull()
  })

  test('every value as the gateway tells it, however odd; what is reported later takes its place', async () => {
    const values = {
      'd1/DimmerService/level': { value: 55, at: Date.now(), delivery: { phase: 'reported' as const } },
    }
    await openDevices('page', [headOf(1)], { path, one: async () => told, values })
    const table = within(await page.findByRole('table', { name: 'Values as the gateway tells them' }))
    table.getByText('55')
    table.getByText(JSON.stringify('x'.repeat(2048)))
    table.getByText('null')
    table.getByText('can be set, 0–100 %')
  })

  test('values that do not load say so, and are asked for again', async () => {
    let away = true
    const one = async () => {
      if (away) throw Object.assign(new Error('Request timed out'), { code: 'TIMEOUT' })
      return told
    }
    await openDevices('page', [headOf(1)], { path, one })
    await page.findByText('The values did not load')
    away = false
    await press(/Retry|again/i)
    await page.findByRole('table', { name: 'Values as the gateway tells them' })
  })

  test.each([undefined, null, 'x', {}, { service_list: 7 }])(
    'an answer that is none, %j, has failed',
    async (told) => {
      await openDevices('page', [headOf(1)], { path, one: async () => told })
      await page.findByText('The values did not load')
    },
  )

  test('a device whose layout places nothing there has them all the same', async () => {
    const bare = { ...layout, sections: { control: layout.sections.control ?? [] } }
    await openDevices('page', [headOf(1, { layout: bare })], { path, one: async () => told })
    expect(page.getByRole('tab', { name: 'More' }).getAttribute('aria-selected')).toBe('true')
    await page.findByRole('table', { name: 'Values as the gateway tells them' })
    expect(page.queryByText('Nothing to show here')).toBeNull()
  })
})
