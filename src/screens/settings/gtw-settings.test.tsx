import { act as become, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import * as actions from './actions.ts'

// The code of dialogs arrives with the first one; that is not what these tests wait for.
beforeAll(
  () => Promise.all([import('#ui/dialog/DialogFrame.tsx'), import('#engine/actions/ConfirmDialog.tsx')]),
  60_000,
)

const settings = screens.get('gtw_settings') as SectionsScreen

const gateway: Gateway = {
  _id: 'g1',
  serialNumber: 'DOC4-0001',
  name: 'Lindenweg 14',
  model: 'DOC400',
  userId: 'u1',
  connectionStatus: 'online',
  currentFWVersion: '4.21.3',
  operationMode: 0,
  subscriptionLockMode: 0,
}

const platform = (type: string) => ({
  gateway: { app_version: '4.21.3', osm_version: '1.27.0', ohm_version: '3.6.1' },
  network: { type, ip: '192.168.1.20' },
  lock_status: 0,
})

beforeEach(() => {
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.changeGateways(() => [gateway])
  session.chooseGateway(gateway)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  become(() => toasts.clear())
  vi.useRealTimers()
  session.end()
})

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })

/** What the platform says; the other sections load what they have to show. */
const platformOnly =
  (ask: () => Promise<unknown>): Source['one'] =>
  async (load) =>
    load.command === 'get_platform_info' ? await ask() : {}

const open = (source: Partial<Source> = {}, more: { flags?: string[]; session?: { id: string } } = {}) =>
  renderScreen({
    Screen,
    screen: settings,
    definitions,
    situation: {
      gateway,
      flags: new Set(more.flags ?? ['GATEWAY_EDIT']),
      session: more.session ?? { id: 'u1' },
      version: (limit) => String(definitions.limit(limit)),
    },
    ports: { source: { ...noSource, one: async () => platform('eth0'), ...source } },
    actions,
  })

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const fact = (name: string) => page.getByText(name).parentElement?.querySelector('dd')?.textContent

describe('spec 1 §9 platform info', () => {
  // 2.9-044 3.9-030
  test.each([
    ['1.25.0', true],
    ['1.27.0', true],
    ['1.9.9', false],
    ['1.24.9', false],
  ])('an OSM version is displayed from 1.25.0 on: %s is %s', async (osm_version, displayed) => {
    const one = async () => ({ ...platform('eth0'), gateway: { app_version: '4.21.3', osm_version } })
    await open({ one: platformOnly(one) }, { session: { id: 'u2' } })
    await pass(2000)
    await waitFor(() => expect(fact('OHM version')).toBe('not known'))
    expect(page.queryByText(osm_version) !== null).toBe(displayed)
  })

  // 1.9-038 3.9-024
  test('is first asked for after 1500 ms', async () => {
    const one = vi.fn(async () => platform('eth0'))
    // Without a form nothing keeps the screen from being drawn at once.
    await open({ one: platformOnly(one) }, { session: { id: 'u2' } })
    await pass(1300)
    expect(one).not.toHaveBeenCalled()
    await pass(300)
    expect(one).toHaveBeenCalledOnce()
    await waitFor(() => expect(fact('OSM version')).toBe('1.27.0'))
  })

  // 1.8-028
  test('an unanswered call is repeated once after 60 seconds', async () => {
    let times = 0
    const one = vi.fn(async () => {
      times++
      if (times === 1) throw Object.assign(new Error('Request timed out'), { code: 'TIMEOUT' })
      return platform('eth0')
    })
    await open({ one: platformOnly(one) }, { session: { id: 'u2' } })
    await pass(1600)
    expect(one).toHaveBeenCalledOnce()
    await pass(59_000)
    expect(one).toHaveBeenCalledOnce()
    await pass(1500)
    expect(one).toHaveBeenCalledTimes(2)
    await waitFor(() => expect(fact('IP address')).toBe('192.168.1.20'))
  })

  // 1.8-029 3.8-060
  test('a second unanswered call marks the network as failed, and no third one follows', async () => {
    const one = vi.fn(async () => {
      throw Object.assign(new Error('Request timed out'), { code: 'TIMEOUT' })
    })
    await open({ one: platformOnly(one) }, { session: { id: 'u2' } })
    await pass(62_000)
    expect(await page.findByText('The gateway did not answer in time.')).toBeTruthy()
    expect(page.queryByText('Connection')).toBeNull()
    await pass(200_000)
    expect(one).toHaveBeenCalledTimes(2)
  })

  // 1.9-043 1.9-044 1.9-045
  test.each([
    ['ethernet_client', 'Ethernet'],
    ['eth0', 'Ethernet'],
    ['br-lan', 'Ethernet'],
    ['wlan0', 'Wifi'],
    ['wifi_client', 'Wifi'],
    ['wifi_hotspot', 'Wifi'],
    ['wifi_repeater', 'Wifi'],
    ['ppp0', 'Connection unknown'],
  ])('the network type %s is shown as %s', async (type, words) => {
    await open({ one: async () => platform(type) }, { session: { id: 'u2' } })
    await pass(1600)
    await waitFor(() => expect(fact('Connection')).toBe(words))
  })
})

describe('spec 1 §6 renaming a gateway', () => {
  const act = vi.fn<Source['act']>()
  beforeEach(() => {
    act.mockReset()
    act.mockImplementation(async (): Promise<ActionResult> => ({ ok: true, data: {}, status: 200 }))
  })
  const name = () => page.findByRole<HTMLInputElement>('textbox', { name: 'Name of the gateway' })

  // 1.6-011
  test('only the owner is offered it', async () => {
    await open({}, { session: { id: 'u2' } })
    await page.findByText('DOC4-0001')
    expect(page.queryByRole('textbox')).toBeNull()
  })

  test('it is not offered while the flag gateway edit is off', async () => {
    await open({}, { flags: [] })
    await page.findByText('DOC4-0001')
    expect(page.queryByRole('textbox')).toBeNull()
  })

  test('the new name is sent, known everywhere at once, and can be taken back', async () => {
    await open({ act })
    const field = await name()
    await user.clear(field)
    await user.type(field, 'Ferienhaus')
    await user.click(page.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(session.state().gateway?.name).toBe('Ferienhaus'))
    expect(act.mock.calls[0]?.[1].form).toEqual({ sn: 'DOC4-0001', name: 'Ferienhaus' })
    await user.click(await page.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(session.state().gateway?.name).toBe('Lindenweg 14'))
  })

  test('a name that somebody else has given since stays, and Undo says so', async () => {
    await open({ act })
    const field = await name()
    await user.clear(field)
    await user.type(field, 'Ferienhaus')
    await user.click(page.getByRole('button', { name: 'Save' }))
    const undo = await page.findByRole('button', { name: 'Undo' })
    become(() => session.changeGateway('DOC4-0001', { name: 'Theirs' }))
    await user.click(undo)
    expect(await page.findByText(/Somebody else has changed this since/)).toBeTruthy()
    expect(session.state().gateway?.name).toBe('Theirs')
  })

  test('an empty name is not sent; the field says what is missing and takes the focus', async () => {
    await open({ act })
    const field = await name()
    await user.clear(field)
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(await page.findByText('“Name of the gateway” needs an entry.')).toBeTruthy()
    expect(document.activeElement).toBe(field)
    expect(act).not.toHaveBeenCalled()
  })

  test('a name that is too long is named with its limit', async () => {
    await open({ act })
    const field = await name()
    await user.clear(field)
    await user.click(field)
    await user.paste('x'.repeat(129))
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(await page.findByText('“Name of the gateway” may have at most 128 characters.')).toBeTruthy()
  })

  test('what the server refuses stands at its field; the button works again', async () => {
    act.mockImplementation(async () => ({
      ok: false,
      status: 400,
      code: 'VALIDATION',
      message: '',
      fields: [{ field: 'name', message: 'This name is taken.' }],
    }))
    await open({ act })
    await user.type(await name(), ' B')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(await page.findByText('This name is taken.')).toBeTruthy()
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
  })
})

describe('further settings', () => {
  const act = vi.fn<Source['act']>()
  beforeEach(() => {
    act.mockReset().mockResolvedValue({ ok: true, data: {}, status: 204 })
  })

  const loads: Record<string, () => unknown> = {
    getGatewayAddress: () => ({
      address: { line1: 'Lindenweg 14' },
      city: 'Bern',
      zip: '3012',
      country: 'Switzerland',
      alpha2Code: 'CH',
    }),
    getSubscription: () => ({ state: 'active', plan: 'Home', lockMode: 0, until: '2027-05-01T00:00:00Z' }),
    check_upgrade: () => ({
      campaignID: 'c7',
      softwareVersion: '4.22.0',
      description: 'Faster scenes, new sounds',
    }),
    privileged_mode: () => ({ privileged: false, byMe: false, allowed: true }),
    listCountries: () => [{ name: 'Switzerland', alpha2Code: 'CH' }],
  }
  const openAll = async (part: Partial<Gateway> = {}, more: Record<string, () => unknown> = {}) => {
    vi.useRealTimers()
    return await renderScreen({
      Screen,
      screen: settings,
      definitions,
      situation: {
        gateway: { ...gateway, ...part },
        flags: new Set(['GATEWAY_EDIT', 'SUBSCRIPTION_SUPPORT', 'GEOLOCATION', 'ZOTA', 'SPECIFIC_OTA_TIME']),
        settings: {
          SPECIFIC_OTA_TIME: '02:00-05:00',
          ALLOW_MODELS_GTW_BRIDGE: ['doc400'],
          ADDRESS_REGEX: '^.+$',
        },
        session: { id: 'u1', username: 'seraina@home.test' },
      },
      ports: {
        source: {
          ...noSource,
          act,
          one: async ({ operation, command }) =>
            ({ ...loads, ...more })[operation ?? command ?? '']?.() ?? platform('eth0'),
        },
      },
      actions,
    })
  }
  const section = (title: string) => within(page.getByRole('region', { name: title }))
  const press = (within_: ReturnType<typeof section>, button: string) =>
    userEvent.click(within_.getByRole('button', { name: button }))
  const confirm = async (button: string) =>
    userEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name: button }))

  // 3.2-047
  test('1.7-071 1.7-072 new firmware is offered with what is new, and installed after a question that lists it', async () => {
    await openAll()
    expect(await section('Firmware').findByText('Faster scenes, new sounds')).toBeDefined()
    await press(section('Firmware'), 'Install')
    const question = within(await page.findByRole('dialog'))
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Faster scenes',
      'new sounds',
    ])
    await confirm('Install')
    await waitFor(() => expect(act).toHaveBeenCalled())
    expect(act.mock.calls[0]?.[0]).toMatchObject({
      command: 'confirm_upgrade',
      params: { gatewayID: 'gateway._id', campaignID: 'row.campaignID' },
    })
    expect(act.mock.calls[0]?.[1].row).toMatchObject({ campaignID: 'c7' })
  })

  test('no new firmware is said in a sentence, and nothing is offered', async () => {
    await openAll(
      {},
      {
        check_upgrade: () => {
          // As the channel says it.
          throw Object.assign(new Error('NO_FIRMWARE_UPGRADE'), { code: '404' })
        },
      },
    )
    expect(await section('Firmware').findByText(/no firmware upgrade/i)).toBeDefined()
    expect(section('Firmware').queryByRole('button')).toBeNull()
  })

  describe('the window of automatic updates', () => {
    const own = { device_id: 'DOC4-0001', service_name: 'OtaControllerService' }
    const until = async (value: string) => {
      await openAll({}, { get_update_window: () => ({ start: '01:00', stop: '04:00', state: 0 }) })
      const updates = section('Automatic updates')
      fireEvent.change(await updates.findByLabelText('Until'), { target: { value } })
      await press(updates, 'Save window')
      return updates
    }

    // 3.5-027
    test('that ends before it begins is refused at once', async () => {
      const updates = await until('00:30')
      expect(await updates.findByText('The end must be later than the beginning.')).toBeDefined()
      expect(act).not.toHaveBeenCalled()
    })

    test('that ends before the present one begins takes its beginning first', async () => {
      await openAll({}, { get_update_window: () => ({ start: '04:00', stop: '05:00', state: 0 }) })
      const updates = section('Automatic updates')
      fireEvent.change(await updates.findByLabelText('From'), { target: { value: '01:00' } })
      fireEvent.change(await updates.findByLabelText('Until'), { target: { value: '03:00' } })
      await press(updates, 'Save window')
      await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
      expect(act.mock.calls.map(([, { row }]) => row)).toEqual([
        { ...own, property_name: 'AutoUpdateStartTime', property_value: '01:00' },
        { ...own, property_name: 'AutoUpdateStopTime', property_value: '03:00' },
      ])
    })

    // 3.4-090 3.4-091
    test('is set on the gateway, and taken away', async () => {
      const updates = await until('06:00')
      await waitFor(() => expect(act).toHaveBeenCalledTimes(2))
      // Never without a window, and never with one that ends before it begins.
      expect(act.mock.calls.map(([, { row }]) => row)).toEqual([
        { ...own, property_name: 'AutoUpdateStopTime', property_value: '06:00' },
        { ...own, property_name: 'AutoUpdateStartTime', property_value: '01:00' },
      ])
      await userEvent.click(await updates.findByRole('button', { name: 'No longer automatically' }))
      await waitFor(() => expect(act).toHaveBeenCalledTimes(4))
      expect(act.mock.calls.slice(-2).map(([, { row }]) => row)).toEqual([
        { ...own, property_name: 'AutoUpdateStartTime', property_value: '' },
        { ...own, property_name: 'AutoUpdateStopTime', property_value: '' },
      ])
    })
  })

  // 1.6-096 3.6-025
  test('SPECIFIC_OTA_TIME is the window that is proposed', async () => {
    await openAll()
    const updates = section('Automatic updates')
    expect(updates.queryByRole('button', { name: 'No longer automatically' })).toBeNull()
    await userEvent.click(await updates.findByRole('button', { name: 'Fill in the usual window' }))
    await waitFor(() => expect((updates.getByLabelText('From') as HTMLInputElement).value).toBe('02:00'))
    expect((updates.getByLabelText('Until') as HTMLInputElement).value).toBe('05:00')
  })

  test('1.7-068 1.7-069 the subscription is shown, and its owner may deactivate it', async () => {
    await openAll()
    expect(await section('Subscription').findByText('Active')).toBeDefined()
    await press(section('Subscription'), 'Deactivate subscription')
    await confirm('Deactivate subscription')
    await waitFor(() => expect(act.mock.calls[0]?.[0]).toMatchObject({ operation: 'deactivateSubscription' }))
  })

  test('1.7-066 the address is loaded, changed and saved with the name of its country', async () => {
    await openAll()
    const town = await section('Address').findByLabelText('Town')
    await userEvent.clear(town)
    await userEvent.type(town, 'Thun')
    await press(section('Address'), 'Save address')
    await waitFor(() => expect(act).toHaveBeenCalled())
    expect(act.mock.calls[0]?.[1].form).toMatchObject({
      address: { line1: 'Lindenweg 14' },
      city: 'Thun',
      alpha2Code: 'CH',
      country: 'Switzerland',
    })
  })

  test('what was saved stands there afterwards, and what the server makes of it', async () => {
    let kept = 'Bern'
    let answer = (_town: string): void => {}
    const asked = vi.fn()
    await openAll(
      {},
      {
        getGatewayAddress: () => {
          asked()
          if (asked.mock.calls.length === 1) return { ...(loads.getGatewayAddress?.() as object), city: kept }
          return new Promise((resolve) => {
            answer = (city) => resolve({ ...(loads.getGatewayAddress?.() as object), city })
          })
        },
      },
    )
    const town = await section('Address').findByLabelText<HTMLInputElement>('Town')
    await userEvent.clear(town)
    kept = 'thun'
    await userEvent.type(town, kept)
    await press(section('Address'), 'Save address')
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(town.value).toBe('thun')
    answer('Thun')
    await waitFor(() => expect(town.value).toBe('Thun'))
  })

  test('1.7-067 the address can be filled in from where the browser is', async () => {
    vi.stubGlobal('navigator', {
      ...navigator,
      language: 'en',
      platform: '',
      geolocation: {
        getCurrentPosition: (found: PositionCallback) =>
          found({ coords: { latitude: 46.95, longitude: 7.45 } } as GeolocationPosition),
      },
    })
    act.mockResolvedValue({
      ok: true,
      status: 200,
      data: { street: 'Bundesplatz 3', city: 'Bern', state: 'BE', zip: '3005' },
    })
    await openAll()
    await section('Address').findByLabelText('Town')
    const second = () => section('Address').getByLabelText<HTMLInputElement>(/^Address line 2/)
    await userEvent.type(second(), 'Dachgeschoss')
    await press(section('Address'), 'Use my location')
    await waitFor(() =>
      expect(section('Address').getByLabelText<HTMLInputElement>('Street and number').value).toBe(
        'Bundesplatz 3',
      ),
    )
    expect(section('Address').getByLabelText<HTMLInputElement>('Postcode').value).toBe('3005')
    // What it says nothing about stays as it was typed.
    expect(second().value).toBe('Dachgeschoss')
    vi.unstubAllGlobals()
  })

  test('3.8-012 an address that is refused says what the server says', async () => {
    act.mockResolvedValue({
      ok: false,
      status: 409,
      code: 'MAP_REDRAWN',
      message: 'The map is being redrawn.',
    })
    await openAll()
    const town = await section('Address').findByLabelText('Town')
    await userEvent.type(town, '!')
    await press(section('Address'), 'Save address')
    expect(await page.findByText('The map is being redrawn.')).toBeDefined()
  })

  test('privileged mode of another person can only be seen', async () => {
    await openAll({}, { privileged_mode: () => ({ privileged: true, byMe: false, allowed: true }) })
    await section('Privileged mode').findByText('On')
    expect(section('Privileged mode').queryByRole('button')).toBeNull()
  })

  test('privileged mode begins after a question', async () => {
    await openAll()
    const begin = await section('Privileged mode').findByRole('button', { name: 'Begin privileged mode' })
    await userEvent.click(begin)
    await confirm('Begin privileged mode')
    await waitFor(() => expect(act.mock.calls[0]?.[0]).toMatchObject({ operation: 'activatePrivilege' }))
  })

  test('1.9-046 1.9-047 3.4-079 a bridge of a permitted model can change its kind, and to nothing but the other one', async () => {
    await openAll({ operationMode: 1 })
    expect(page.getByText('This gateway works as a remote bridge.')).toBeDefined()
    expect(section('Bridge').getAllByRole('button')).toHaveLength(1)
    act.mockResolvedValue({ ok: true, status: 200, data: { ...gateway, operationMode: 0 } })
    await press(section('Bridge'), 'Make it a local bridge')
    await confirm('Make it a local bridge')
    await waitFor(() => expect(act.mock.calls[0]?.[1].form).toEqual({ sn: 'DOC4-0001', remoteBridge: 0 }))
  })

  test('1.6-087 a model that may be no bridge is not offered it', async () => {
    await openAll({ model: 'HA101' })
    expect(page.queryByRole('region', { name: 'Bridge' })).toBeNull()
  })

  test('1.2-128 a restricted gateway has its settings disabled, and says so', async () => {
    await openAll({ operationMode: 2 })
    expect(page.getByText(/restricted mode\. Its settings/)).toBeDefined()
    expect(page.queryByRole('textbox')).toBeNull()
    await section('Firmware').findByText('Faster scenes, new sounds')
    expect(within(document.body).queryAllByRole('button')).toEqual([])
  })

  test('a factory reset wants the serial number typed', async () => {
    await openAll()
    await press(section('The gateway itself'), 'Reset to factory settings')
    const dialog = within(await page.findByRole('dialog'))
    const yes = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reset to factory settings' })
    expect(yes.disabled).toBe(true)
    await userEvent.type(dialog.getByRole('textbox'), 'DOC4-0001')
    await userEvent.click(yes)
    await waitFor(() => expect(act.mock.calls[0]?.[0]).toMatchObject({ operation: 'factoryReset' }))
  })
})
