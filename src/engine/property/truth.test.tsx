import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, dimmer, layoutOf, placed, plug, thermostat } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { widgets } from '../../../tests/support/whole-widgets.ts'

const STATE = 'SwitchService/state'
const TARGET = 'ThermostatService/occupied_heating_setpoint'
const socket = () => homeWith(device('plug', 'Plug', plug, { [STATE]: 'OFF', 'MeterService/power': 0 }))

beforeAll(prepareTexts)

describe('U-03 stale data is marked with its age, disconnected controls are off, orders that fail go back', () => {
  test.each([...widgets.values()].map((widget) => [widget.kind, widget] as const))(
    'U-03 a cut link marks the values of %s with their age',
    (_, { examples }) => {
      const devices = examples.map(({ placed: control, values }, index) =>
        device(`d${index}`, `Device ${index}`, layoutOf({ control }), values),
      )
      const home = homeWith(devices)
      for (const { head } of devices) expect(home.tile(head.name).queryByText(/^As of|^No value/)).toBeNull()
      home.link('stale').wait(15_000)
      for (const { head } of devices) home.tile(head.name).getByText(/^As of|^No value/)
    },
  )

  test.each(['stale', 'offline', 'failed'] as const)(
    'U-03 with the link %s controls are off and say why',
    (state) => {
      socket().link(state, new Date('2026-11-21T14:02:00').getTime())
      const control = screen.getByRole('switch')
      expect(control).toHaveProperty('disabled', true)
      expect(control.getAttribute('title')).toMatch(/No connection to the home since .*14:02/)
    },
  )

  test('U-03 a connection that does not come within 10 s counts as cut', () => {
    const home = socket().link('connecting').wait(9_999)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
    home.wait(1)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
  })

  test('U-03 an order that failed before the link was cut hides no age', () => {
    const home = homeWith(device('bath', 'Bath', thermostat, { [TARGET]: 20 }))
    home.press('Target temperature: more').wait(700).answers(TARGET, 'failed', 'No answer.').link('stale')
    home.tile('Bath').getByText(/^As of/)
  })

  test('U-03 a link that is live again has neither age nor reason', () => {
    const home = socket().link('stale').link('live')
    expect(home.tile('Plug').queryByText(/^As of/)).toBeNull()
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
  })

  test('U-03 a rejected command goes back to what was reported, says why, and can be tried again', () => {
    const home = socket().press(/./, 'switch')
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
    home.answers(STATE, 'failed', 'No answer after 15 s.')
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    home.shows('No answer after 15 s. It stays at off.').press('Retry')
    expect(home.fake.sent).toHaveLength(2)
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })
})

describe('U-03 what a gateway only remembers from before its start', () => {
  const longAgo = () => Date.now() - 3 * 3_600_000

  test.each([...widgets.values()].map((widget) => [widget.kind, widget] as const))(
    'is marked with its age on the tile of %s until the device has spoken',
    (_, { examples }) => {
      const [example] = examples
      if (!example) throw new Error('A widget without an example')
      const { placed: control, values } = example
      const home = homeWith(device('d', 'Device', layoutOf({ control }), values))
      const paths = Object.keys(values)
      if (paths.length === 0) return
      for (const path of paths)
        act(() => home.fake.recall(home.address(path), values[path] ?? null, longAgo()))
      home.tile('Device').getByText(/^As of 3 h/)
      for (const path of paths) home.reports(path, values[path] ?? null)
      expect(home.tile('Device').queryByText(/^As of/)).toBeNull()
    },
  )

  test('is marked beside its control, which stays on', () => {
    const home = homeWith(device('plug', 'Plug', plug, { [STATE]: 'ON' }), { at: '/devices/device/plug' })
    act(() => home.fake.recall(home.address(STATE), 'ON', longAgo()))
    home.shows(/^As of 3 h/)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
    home.reports(STATE, 'ON').hides(/^As of/)
  })

  test('gives way to the receipt of an order', () => {
    const home = socket()
    act(() => home.fake.recall(home.address(STATE), 'OFF', longAgo()))
    home
      .press(/./, 'switch')
      .shows('sending …')
      .hides(/^As of/)
  })
})

describe('receipts', () => {
  test('tell where an order is: sending, with the gateway, confirmed', () => {
    const home = socket().press(/./, 'switch').shows('sending …')
    home.answers(STATE, 'accepted').shows('gateway has it')
    home.reports(STATE, 'ON').answers(STATE, 'confirmed').shows('confirmed')
  })

  test('a device that reports something else says what was wanted and what it reports', () => {
    const home = homeWith(device('bath', 'Bath', thermostat, { [TARGET]: 20 }))
    home.press('Target temperature: more').wait(700).reports(TARGET, 18).answers(TARGET, 'diverged')
    home.shows('Wanted 20.5 °C, device reports 18.0 °C.').press('Again')
    expect(home.fake.sent.map(({ value }) => value)).toEqual([20.5, 20.5])
  })

  test('a notice can be closed', () => {
    const home = socket().press(/./, 'switch').answers(STATE, 'failed', 'No answer.')
    home.press('Close notice').hides(/No answer/)
  })
})

describe('spec 1 §6 sub-roles', () => {
  const forbidden = { operations: new Set<string>(), commands: new Set<string>(), values: true }

  // 1.6-004, 2.6-002
  test('a sub-role that may not set values sees them, with every control off and the reason', () => {
    homeWith(device('plug', 'Plug', plug, { [STATE]: 'ON' }), { situation: { forbidden } })
    const control = screen.getByRole('switch')
    expect(control).toHaveProperty('disabled', true)
    expect(control.getAttribute('aria-checked')).toBe('true')
    expect(control.getAttribute('title')).toBe('Your role does not allow this.')
  })

  test('one that may only not do something else sets values', () => {
    homeWith(device('plug', 'Plug', plug, { [STATE]: 'ON' }), {
      situation: { forbidden: { ...forbidden, values: false } },
    })
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
  })
})

describe('spec 2 §4 enablement by device status', () => {
  const marked = (marks: object) =>
    layoutOf({
      header: placed('iconType', 'SwitchService', 'state', {
        kind: 'bool',
        access: ['read', 'write'],
        ...marks,
      }),
    })

  // 2.4-017
  test.each([1, 2] as const)('status %d enables all controls', (status) => {
    socket().becomes({ status })
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
  })

  // 2.4-018
  test('status 5 enables only what is marked doNotDisable', () => {
    const page = { at: '/devices/device/d' }
    homeWith(device('d', 'Device', marked({ doNotDisable: true }), {}, { status: 5 }), page)
    expect(screen.getByRole('switch')).toHaveProperty('disabled', false)
  })

  // 2.4-018
  test('status 5 disables what is not marked doNotDisable, and says since when', () => {
    const statusSince = new Date('2026-11-21T14:02:00').getTime()
    const offline = device(
      'd',
      'Device',
      marked({ enabledWhenRestricted: true }),
      {},
      { status: 5, statusSince },
    )
    homeWith(offline, { at: '/devices/device/d' })
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
    expect(screen.getByRole('switch').getAttribute('title')).toMatch(/^Offline since .*14:02\.$/)
  })

  // 2.4-019
  test.each([
    ['enables', true, false],
    ['disables', false, true],
  ] as const)('status 7 %s what is enabledWhenRestricted: %s', (_, mark, disabled) => {
    const restricted = device(
      'd',
      'Device',
      marked({ enabledWhenRestricted: mark, doNotDisable: true }),
      {},
      { status: 7 },
    )
    homeWith(restricted, { at: '/devices/device/d' })
    expect(screen.getByRole('switch')).toHaveProperty('disabled', disabled)
  })

  // 2.4-020
  test.each([0, 3, 4, 6] as const)('status %d disables the controls', (status) => {
    homeWith(
      device('d', 'Device', marked({ doNotDisable: true, enabledWhenRestricted: true }), {}, { status }),
      {
        at: '/devices/device/d',
      },
    )
    expect(screen.getByRole('switch')).toHaveProperty('disabled', true)
    expect(screen.getByRole('switch').getAttribute('title')).not.toBe('')
  })

  test.each([
    // 2.4-009
    [700, /provider does not allow/],
    // 2.4-010
    [701, /service of this device is not available/],
    // 2.4-011
    [702, /limit of this service is reached/],
    // 2.4-012
    [703, /no permission/],
    // 2.4-013
    [704, /permission for this device was revoked/],
    // 2.4-014
    [705, /assigned to another gateway/],
    // 2.4-015
    [706, /external service does not answer/],
    // 2.4-016
    [707, /external account is reserved/],
  ])('restricted reason %d is said as a sentence', (statusReason, sentence) => {
    homeWith(device('d', 'Device', plug, {}, { status: 7, statusReason })).shows(sentence)
  })

  test('an order is not sent when the device went while the finger was down', () => {
    const home = homeWith(device('bath', 'Bath', thermostat, { [TARGET]: 20 }))
    home.press('Target temperature: more').becomes({ status: 5 }).wait(700).sentNothing()
  })
})

describe('spec 2 §4 a value that another one keeps from being set', () => {
  // 2.4-021
  test('the thermostat value setter is disabled when the thermostat mode is 3, and says so', () => {
    const setter = thermostat.tile.control
    if (!setter) throw new Error('The thermostat has a setter')
    const disabledWhen = { service: 'ThermostatService', property: 'mode', op: 'EQ' as const, value: 3 }
    const modes = placed('selection1', 'ThermostatService', 'mode', {
      kind: 'option',
      access: ['read', 'write'],
      options: ['off', 'heat', 'cool', 'fan'].map((label, value) => ({ value, label })),
    })
    const control = { ...setter, options: { ...setter.options, disabledWhen } }
    const layout = layoutOf({ control, more: [modes] })
    const home = homeWith(device('d', 'Device', layout, { [TARGET]: 20, 'ThermostatService/mode': 1 }))
    expect(screen.getByRole('spinbutton')).toHaveProperty('disabled', false)
    home.reports('ThermostatService/mode', 3)
    expect(screen.getByRole('spinbutton')).toHaveProperty('disabled', true)
    expect(screen.getByRole('group', { name: 'Target temperature' }).getAttribute('title')).toMatch(
      /^Cannot be set while/,
    )
  })
})

describe('what the engine does not know', () => {
  test('an unknown property type shows name and raw value, and says so', () => {
    const odd = placed('teleporter', 'TeleportService', 'beam', { kind: 'text', access: ['read'] })
    const home = homeWith(
      device('d', 'Device', layoutOf({ control: odd }), { 'TeleportService/beam': 'ready' }),
    )
    home
      .shows('ready')
      .shows('Beam')
      .shows(/has the type “teleporter”/)
  })

  test('a property with a condition is shown while it holds', () => {
    const hidden = placed(
      'serviceWithUnit',
      'MeterService',
      'power',
      { kind: 'number', access: ['read'], unit: 'W' },
      { options: { showWhen: { service: 'SwitchService', property: 'state', op: 'EQ', value: 'ON' } } },
    )
    const home = homeWith(
      device('d', 'Device', layoutOf({ control: hidden }), { 'MeterService/power': 12, [STATE]: 'OFF' }),
    )
    home.hides('12').reports(STATE, 'ON').shows('12')
  })

  test('only listeners of a property wake for it', () => {
    const home = homeWith(device('lamp', 'Lamp', dimmer, { 'LightService/state': 'ON' }))
    const own = [...home.fake.watched]
    expect(own).toContain('lamp/LightService/brightness')
    expect(own).not.toContain('lamp/ConfigurationService/identify')
  })
})
