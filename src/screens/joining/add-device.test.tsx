import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import addDevice from '#catalogue/screens/joining/add_device.json' with { type: 'json' }
import { definitions } from '#data/catalogue.ts'
import type { DeviceHead, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/wizard/Screen.tsx'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, settings } from '#session/fake-session.ts'
import flags from '../../../catalogue/flags.json' with { type: 'json' }
import { FinishStep } from './steps/FinishStep.tsx'
import { IncludeStep } from './steps/IncludeStep.tsx'
import { ModelStep } from './steps/ModelStep.tsx'

const screen = addDevice as unknown as WizardScreen
const values = Object.fromEntries(Object.entries(flags.flags).map(([name, { value }]) => [name, value]))
const gateway = gatewayOf('DOC4-0001', { currentFWVersion: '4.19.0' })
const models = [
  { model: 'LAMP-1', name: 'Lamp', manufacturer: 'Gatehouse', type: 'Light', icon: 'bulb' },
  { model: 'CONTACT-1', name: 'Contact', manufacturer: 'Gatehouse', type: 'Sensor', icon: 'door' },
]
const head = (id: string): DeviceHead => ({
  id,
  name: `Device ${id}`,
  model: 'LAMP-1',
  type: 'Light',
  icon: 'bulb',
  status: 2,
  networkType: 'zigbee',
  layout: undefined,
})

const carriedOut = vi.fn<Source['act']>()
const asked = vi.fn<Source['one']>()
/** What the gateway says of its network when it is asked. */
let found: object = {}
let hear: (event: string, data: unknown) => void = () => {}

beforeAll(async () => {
  await import('#engine/forms/rich/RichForm.tsx')
  await import('#ui/dialog/DialogFrame.tsx')
  await loadAreas(['joining', 'models', 'help'])
}, 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  found = { state: 'open', timeout: 180, remaining: 180 }
  carriedOut.mockReset().mockResolvedValue({ ok: true, data: { timeout: 180, remaining: 180 } })
  asked
    .mockReset()
    .mockImplementation(async ({ command }) => (command === 'network_timeout' ? found : { models }))
})

async function open(on: readonly string[] = [], forbidden?: readonly string[], path?: string) {
  const house = homeOf([])
  const rooms = [{ id: 'kitchen', name: 'Kitchen', floor: 'Ground', floorId: 'ground', devices: [] }]
  const view = await renderScreen({
    Screen,
    screen,
    definitions,
    ...(path !== undefined && { path }),
    situation: {
      session: { id: 'u1' },
      gateway,
      ...(forbidden && {
        forbidden: { operations: new Set<string>(), commands: new Set(forbidden), values: false },
      }),
      flags: new Set([...Object.keys(settings.flags), ...on]),
      settings: values,
      version: () => '4.19.0',
    },
    ports: {
      ...house,
      home: { ...house.home, rooms: () => rooms },
      source: { ...noSource, act: carriedOut, one: asked },
    },
    engine: {
      blocks: { chooseModel: ModelStep, includeDevices: IncludeStep, nameDevices: FinishStep },
      onEvent: (listen) => {
        hear = listen
        return () => {}
      },
    },
  })
  return { ...view, house }
}
const press = async (name: string | RegExp) => {
  const button = await page.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const happens = (event: string, data: object) => act(async () => hear(event, data))
const steps = () =>
  within(page.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^\d/, ''))
const sent = () =>
  carriedOut.mock.calls.map(([action, { form }]) => [
    'operation' in action ? action.operation : 'command' in action ? action.command : '',
    form,
  ])
const enter = async (value: string) => {
  const field = await page.findByRole('textbox', { name: /Id of the device/ })
  await act(async () => void fireEvent.change(field, { target: { value } }))
  await press('Continue')
}

describe('spec 2 §2, §4 the add device wizard', () => {
  test('offers only networks that the gateway has, all where it does not tell', async () => {
    const offered = async () => {
      await page.findByRole('heading', { level: 1 })
      return await waitFor(() => {
        expect(document.querySelector('[aria-busy="true"]')).toBeNull()
        return ['Zigbee', 'Z-Wave', 'WISE', 'Home network'].filter((name) =>
          page.queryByRole('button', { name: new RegExp(`^${name}`) }),
        )
      })
    }
    found = { state: 'closed', timeout: 180, remaining: 0, serves: ['zigbee'] }
    await open()
    expect(await offered()).toEqual(['Zigbee'])
    cleanup()
    found = { state: 'closed', timeout: 180, remaining: 0, serves: [] }
    await open()
    expect(await offered()).toEqual([])
    await page.findByText('Devices come by themselves here')
    cleanup()
    found = { state: 'closed', timeout: 180, remaining: 0 }
    await open()
    expect(await offered()).toEqual(['Zigbee', 'Z-Wave', 'WISE', 'Home network'])
  })

  // 2.2-049 2.4-042
  test('has the tabs type, device, deviceId, include, finish, in this order; a branch without an id leaves that out', async () => {
    await open()
    expect(steps()).toEqual(['Type', 'Device', 'Id', 'Joining', 'Finish'])
    await press(/^Zigbee/)
    expect(steps()).toEqual(['Type', 'Device', 'Joining', 'Finish'])
  })

  // 2.4-046 2.1-004
  test.each([
    [/^Zigbee/, 'zigbee'],
    [/^Z-Wave/, 'zwave'],
    [/^Home network/, 'ip'],
  ])('%s goes straight from the device to include', async (name, network) => {
    await open()
    await press(name)
    await press(/^Lamp/)
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual([
      'open_network',
      expect.objectContaining({ network, direction: 'inclusion', model: 'LAMP-1' }),
    ])
    const models = asked.mock.calls.find(([load]) => load.operation === 'listInstallable')
    expect(models?.[1]).toMatchObject({ form: { type: network } })
  })

  // 2.4-043
  test('a WISE device gets a device id step, and is authorised by it', async () => {
    await open()
    await press(/^WISE/)
    await press(/^Lamp/)
    expect(steps()).toEqual(['Type', 'Device', 'Id', 'Joining', 'Finish'])
    await enter('0123456789A')
    // devices 15: what is wrong stands beside the rule, not in its place.
    const field = await page.findByRole('textbox')
    const described = () =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ')
    await waitFor(() => expect(described()).toMatch(/does not have the right format.*12 or 16 characters of/))
    expect(carriedOut).not.toHaveBeenCalled()
    await enter('0123456789AB')
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual([
      'authorizeWise',
      expect.objectContaining({ deviceId: '0123456789AB', model: 'LAMP-1' }),
    ])
  })

  // 2.4-044 2.5-007 2.5-008 2.6-008 3.9-034
  test('a media device gets one when the device-id permission is on', async () => {
    await open(['MULTIMEDIA_SUPPORT', 'DEVICE_ID'])
    await press(/^Camera/)
    await press(/^Lamp/)
    await enter('no-hyphens')
    await enter('a'.repeat(51))
    expect(carriedOut).not.toHaveBeenCalled()
    await enter('cam1')
    await waitFor(() =>
      expect(sent()[0]).toEqual(['open_network', expect.objectContaining({ deviceId: 'cam1' })]),
    )
  })

  test('and none when it is off', async () => {
    await open(['MULTIMEDIA_SUPPORT'])
    await press(/^Camera/)
    await press(/^Lamp/)
    await waitFor(() => expect(sent()[0]?.[0]).toBe('open_network'))
  })

  // 2.4-045 2.5-009 2.6-009 3.9-035
  test('a custom remote device that is not in the list is added by 16 letters and digits', async () => {
    await open(['DEVICE_NOT_IN_LIST'])
    await press(/^From afar/)
    await press(/not in the list/)
    await enter('ABCDEFGHIJKLMNO')
    await enter('ABCDEFGHIJKLMNOPQ')
    expect(carriedOut).not.toHaveBeenCalled()
    await enter('ABCDEFGHIJKLMNOP')
    await waitFor(() => expect(sent()[0]?.[0]).toBe('initializeRemoteDevice'))
  })
})

async function including() {
  const opened = await open()
  await press(/^Zigbee/)
  await press(/any device/)
  await page.findByRole('timer')
  return opened
}
const network = { type: 'inclusion', network: 'zigbee', timeout: 180 }

test.each([
  [/^Zigbee/, /Models that are not listed can join, too/],
  [/^Home network/, /Check the spelling/],
])('a model that the catalogue lacks: %s says what to do', async (type, advice) => {
  await open()
  await press(type)
  const search = await page.findByRole('searchbox')
  await act(async () => void fireEvent.change(search, { target: { value: 'Unheard of' } }))
  expect(await page.findByText(advice)).toBeDefined()
})

describe('the wizard in the browser', () => {
  test('has its step in the address, and Back goes a step back', async () => {
    const { address, back } = await including()
    expect(address()).toBe('/devices/add_device?step=include')
    await back()
    expect(await page.findByRole('button', { name: /^Lamp/ })).toBeDefined()
    expect(address()).toBe('/devices/add_device?step=device')
    expect(sent().at(-1)?.[0]).toBe('close_network')
    await back()
    expect(await page.findByRole('button', { name: /^Zigbee/ })).toBeDefined()
  })

  test('begins at the beginning where an address names a step of which nothing is known', async () => {
    await open([], undefined, '/devices/add_device?step=finish')
    expect(await page.findByRole('button', { name: /^Zigbee/ })).toBeDefined()
  })

  test('loaded anew, it goes on with its open network and offers who has come meanwhile', async () => {
    const { reload } = await including()
    carriedOut.mockClear()
    found = {
      ...network,
      state: 'open',
      remaining: 90,
      devices: [{ address: 'a', status: 'added', device_id: 'a' }],
    }
    await reload()
    expect((await page.findByRole('timer')).textContent).toBe('01:30')
    expect(await page.findByRole('button', { name: 'Continue with one device' })).toBeDefined()
    expect(sent().map(([what]) => what)).not.toContain('open_network')
    await happens('network_state_changed', { ...network, state: 'closed', remaining: 0, reason: 'timeout' })
    await press('Search again')
    expect(sent().at(-1)?.[0]).toBe('open_network')
  })

  test('loaded anew after the network has closed, it opens none and offers who has come', async () => {
    const { reload } = await including()
    carriedOut.mockClear()
    const devices = [{ address: 'a', status: 'added', device_id: 'a' }]
    found = { state: 'closed', timeout: 180, remaining: 0, devices }
    await reload()
    expect(await page.findByRole('button', { name: 'Continue with one device' })).toBeDefined()
    expect(page.getByText('The network is closed')).toBeDefined()
    expect(sent().map(([what]) => what)).not.toContain('open_network')
  })

  test('begun anew while its network is open, it goes on with that; with another one it says so', async () => {
    found = { ...network, state: 'open', remaining: 90 }
    carriedOut.mockResolvedValue({ ok: false, code: '409', message: '' })
    await including()
    expect(sent()).toEqual([])
    found = { ...network, network: 'zwave', state: 'open', remaining: 90 }
    cleanup()
    await open()
    await press(/^Zigbee/)
    await press(/any device/)
    expect(await page.findByText(/A network is open already/)).toBeDefined()
  })
})

describe('while the network is open', () => {
  // 2.4-048 2.4-049
  test('a timer counts down from what the gateway says', async () => {
    carriedOut.mockResolvedValue({ ok: true, data: { timeout: 200, remaining: 200 } })
    found = { state: 'open', timeout: 200, remaining: 200 }
    await including()
    expect(page.getByRole('timer').textContent).toBe('03:20')
  })

  // 2.4-051 2.4-047
  test('it is open, closing, closed; several devices join at once, and lead on to their names', async () => {
    const { house, address } = await including()
    await happens('adding_device_in_progress', { address: 'a', status: 'found' })
    await happens('adding_device_in_progress', { address: 'b', status: 'interviewing' })
    expect(page.getByText('Found')).toBeDefined()
    expect(page.getByText('Being set up')).toBeDefined()
    await happens('device_added', { device_id: 'a' })
    await happens('device_added', { device_id: 'b' })
    await happens('network_state_changed', { ...network, state: 'closing', remaining: 0 })
    expect(page.getByText('The network is closing')).toBeDefined()
    await happens('network_state_changed', { ...network, state: 'closed', remaining: 0, reason: 'timeout' })
    expect(page.getByText('The time is over.')).toBeDefined()
    await press('Continue with 2 devices')
    await act(async () => house.change({ heads: [head('a'), head('b')], total: 2 }))
    const [first] = page.getAllByRole('textbox', { name: 'Name' })
    const [room] = page.getAllByRole('combobox', { name: 'Room' })
    if (!first || !room) throw new Error('There is nothing to name')
    fireEvent.change(first, { target: { value: 'Hall lamp' } })
    fireEvent.change(room, { target: { value: 'kitchen' } })
    carriedOut.mockClear()
    await press('Done')
    expect(sent()).toEqual([
      ['set_device_name', { device_id: 'a', name: 'Hall lamp' }],
      ['add_device_to_room', { floor_id: 'ground', room_id: 'kitchen', device_ids: ['a'] }],
    ])
    expect(address()).toBe('/devices/quick_controls?devices=a,b')
  })

  // 2.4-053
  test('a device that restarts is told', async () => {
    await including()
    await happens('adding_device_in_progress', { address: 'a', status: 'rebooting' })
    expect(page.getByText(/A device restarts/)).toBeDefined()
  })

  // 2.4-055 2.8-006
  test('a failure is told, and one can search again', async () => {
    await including()
    await happens('event_adding_device_failed', { address: 'a', code: 'INTERVIEW_FAILED', message: 'x' })
    expect(page.getByRole('alert').textContent).toMatch(/could not be added/)
    await happens('network_state_changed', { ...network, state: 'closed', remaining: 0, reason: 'asked' })
    await press('Search again')
    await waitFor(() => expect(sent().filter(([what]) => what === 'open_network')).toHaveLength(2))
  })

  // 2.8-001 2.8-002
  test.each([[{ code: '705', message: '' }], [{ code: 'X', message: 'Device already exists' }]])(
    'a device that is assigned already brings a warning dialog: %j',
    async (refusal) => {
      carriedOut.mockResolvedValue({ ok: false, ...refusal })
      await open()
      await press(/^Zigbee/)
      await press(/any device/)
      expect(await page.findByRole('dialog', { name: 'Device assigned already' })).toBeDefined()
      await press('Understood')
      expect(page.queryByRole('dialog')).toBeNull()
    },
  )

  test('a refusal is said in its place, and no network is said to be opening', async () => {
    carriedOut.mockResolvedValue({ ok: false, code: '403', message: 'You may not do this' })
    await open()
    await press(/^Zigbee/)
    await press(/any device/)
    expect(await page.findByText('You may not do this.')).toBeDefined()
    expect(page.queryByText(/moment/i)).toBeNull()
  })

  test('what the role does not allow is refused without asking, and said as well', async () => {
    await open([], ['open_network'])
    await press(/^Zigbee/)
    await press(/any device/)
    expect(await page.findByText('This is not permitted for this account.')).toBeDefined()
    expect(page.queryByText(/moment/i)).toBeNull()
    expect(carriedOut).not.toHaveBeenCalled()
  })

  // 2.8-003 2.8-004 2.8-005
  test.each([
    ['REGISTER_DEVICE_REQUEST_FAIL', /could not be registered/],
    ['ERROR_WHILE_PAIRING_DEVICE', /Error processing wise device pairing/],
    ['409', /open already/],
  ])('%s is said in place', async (code, words) => {
    carriedOut.mockResolvedValue({ ok: false, code, message: '' })
    await open()
    await press(/^Zigbee/)
    await press(/any device/)
    expect((await page.findByRole('alert')).textContent).toMatch(words)
  })

  test('U-06 whoever leaves the step leaves the network closed', async () => {
    await including()
    carriedOut.mockClear()
    await press('Back')
    await waitFor(() => expect(sent().map(([what]) => what)).toEqual(['close_network']))
  })

  test('what happened while the connection was cut is asked for', async () => {
    const { house } = await including()
    found = {
      state: 'closed',
      timeout: 180,
      remaining: 0,
      devices: [{ address: 'a', status: 'added', device_id: 'a' }],
    }
    await act(async () => house.change({}, { state: 'stale' }))
    expect(page.getByText(/connection is interrupted/)).toBeDefined()
    await act(async () => house.change({}, { state: 'live' }))
    expect(await page.findByText('The network is closed')).toBeDefined()
    expect(page.getByRole('button', { name: 'Continue with one device' })).toBeDefined()
  })
})

test('models that could not be loaded are asked for again', async () => {
  await open()
  await page.findByRole('button', { name: /^Zigbee/ })
  asked.mockRejectedValueOnce(new Error('away'))
  await press(/^Zigbee/)
  await press('Try again')
  expect(await page.findByRole('button', { name: /^Lamp/ })).toBeDefined()
})
