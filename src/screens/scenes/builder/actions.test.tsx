import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  fill,
  headOf,
  lamp,
  openBuilder,
  placedOf,
  prepareBuilder,
  press,
  sensor,
} from '../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  finish,
  heading,
  panel,
  stored,
  thread,
} from '../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

describe('spec 2 §5 what may act', () => {
  // 2.5-031 2.5-032 2.3-129 2.3-130
  test('read-only properties, and devices that the configuration excludes, are not offered', async () => {
    const limit = { kind: 'number', access: ['read', 'write'] } as const
    await openBuilder({
      heads: [
        lamp,
        sensor,
        headOf('limit', 'Meter', [
          placedOf('MeterService', 'PowerLimit', { ...limit, access: ['read', 'write'] }),
        ]),
        headOf('detector', 'Detector', lamp.layout?.sections.control ?? [], { type: 'Sensor' }),
        headOf('asleep', 'Offline lamp', lamp.layout?.sections.control ?? [], { status: 5 }),
      ],
    })
    await press('Add an action')
    await press(/Do something/)
    await press('Device')
    await heading('Which device?')
    expect(
      panel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lamp', 'Offline lamp'])
  })

  test('a value is set with the widget of its tile, and goes to the scene only', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    await press('Add an action')
    await press(/Do something/)
    await press('Device')
    await press('Lamp')
    await press(/^Level/)
    // The rehearsal of one run has a head that slides as well.
    const slider = await page.findByRole('slider', { name: /^(?!Moment of the run)/ })
    await act(async () => void fireEvent.keyDown(slider, { key: 'End' }))
    await waitFor(() => expect(thread('Then').getByText(/100/)).toBeDefined())
    await press('Done')
    await finish('Bright')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes).toMatchObject([
      {
        devices: [
          {
            id: 'lamp',
            device_name: 'Lamp',
            device_value: 100,
            property_name: 'level',
            settings: [{ service_name: 'LightService', property_name: 'level', value: 100 }],
          },
        ],
      },
    ])
    expect(orders('set_service_property_value')).toEqual([])
  })
})

// decision 0243
test('a step is tried before it is kept, once somebody has said yes, and says what became of it', async () => {
  const { orders, happens, gateway } = await openBuilder()
  await addDeviceTrigger()
  await press('Add an action')
  await press(/Do something/)
  // As long as it does nothing there is nothing to try.
  expect(page.queryByRole('button', { name: 'Try this step' })).toBeNull()
  await press('Device')
  await press('Lamp')
  await press(/^Level/)
  await press('Try this step')
  const asked = within(await page.findByRole('dialog', { name: /^Really carry out/ }))
  expect(orders('try_scene')).toEqual([])
  fireEvent.click(asked.getByRole('button', { name: 'Try' }))
  await waitFor(() => expect(orders('try_scene')).toHaveLength(1))
  expect(orders('try_scene')[0]?.params).toMatchObject({
    rule_id: 'rule-1',
    scene: { devices: [{ id: 'lamp', settings: [{ property_name: 'level' }] }] },
  })
  expect(orders('save_rule')).toEqual([])
  await page.findByText('The step is being carried out.')
  const step = {
    kind: 'device',
    device_id: 'lamp',
    device_name: 'Lamp',
    service_name: 'LightService',
  } as const
  const ended = gateway.runs.map((run) => ({
    ...run,
    outcome: 'failed' as const,
    steps: [
      {
        ...step,
        property_name: 'level',
        value: 100,
        at: 0,
        outcome: 'failed' as const,
        message: 'It is asleep',
      },
    ],
  }))
  gateway.runs = ended
  await happens('rule_run_changed', { run: ended[0] })
  await page.findByText(/It is asleep/)
})

describe('a shutter', () => {
  const percent = {
    kind: 'range' as const,
    access: ['read' as const, 'write' as const],
    min: 0,
    max: 100,
    unit: '%',
  }
  const key = {
    kind: 'option' as const,
    access: ['write' as const],
    options: [{ value: 'OPEN' }, { value: 'STOP' }, { value: 'CLOSE' }],
  }
  const blinds = headOf('blinds', 'Blinds', [
    {
      ...placedOf('RollerShutterService', 'position', percent, 'rollerShutter'),
      more: [{ service: 'RollerShutterService', property: 'state', value: key }],
    },
  ])

  test('is set with its window and keys, which send to the scene only', async () => {
    const { orders } = await openBuilder({ heads: [sensor, blinds] })
    await addDeviceTrigger()
    await press('Add an action')
    await press(/Do something/)
    await press('Device')
    await press('Blinds')
    await press(/^Position/)
    await press('Close')
    await waitFor(() => expect(thread('Then').getByText(/0\s%/)).toBeDefined())
    // Nothing travels that could be stopped.
    expect(panel().queryByRole('button', { name: 'Stop' })).toBeNull()
    await press('Open')
    await press('Done')
    await finish('Sun')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes).toMatchObject([
      {
        devices: [
          { settings: [{ service_name: 'RollerShutterService', property_name: 'position', value: 100 }] },
        ],
      },
    ])
    expect(orders('set_service_property_value')).toEqual([])
  })
})

describe('notifications', () => {
  const openTell = async (options: Parameters<typeof openBuilder>[0] = {}) => {
    const opened = await openBuilder(options)
    await press('Add an action')
    await press(/Do something/)
    await press('Message')
    await heading('How to tell?')
    return opened
  }

  // 2.3-123 2.3-094 2.3-093 2.3-122
  test('an e-mail has an address and a title; the set counts it', async () => {
    const { orders } = await openTell()
    await press(/^E-mail/)
    await fill('Address', 'nobody')
    await press('Add')
    expect(await page.findByText('Enter a valid e-mail address.')).toBeDefined()
    expect(page.getByText('Give the message a title.')).toBeDefined()
    await fill('Address', 'me@gatehouse.test')
    await fill('Title', 'Water!')
    await press('Add')
    await press('Done')
    await press('Add a trigger')
    await addDeviceTrigger()
    await finish('Tell me')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes).toMatchObject([
      {
        notifications: [{ type: 0, destination: 'me@gatehouse.test', short_desc: 'Water!' }],
        notification: 1,
        push_notification: 0,
      },
    ])
  })

  // 2.5-033 2.3-118 2.3-119 3.5-022
  test('only alarms above 1000 are offered', async () => {
    await openTell()
    await press(/^Alarm/)
    const choices = within(await page.findByLabelText('Which alarm')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Water alarm'])
  })

  // 2.5-034 2.6-019 3.6-047
  test.each([
    { modules: [], flags: ['ENABLE_ALARM_NOTIFICATIONS_IN_SCENE'] },
    { modules: ['notifications'], flags: [] },
  ])('alarms are hidden with %j', async (options) => {
    await openTell(options)
    expect(page.queryByRole('button', { name: /^Alarm/ })).toBeNull()
    expect(page.getByRole('button', { name: /^Push message/ })).toBeDefined()
  })
})

describe('pauses', () => {
  // 2.5-053 2.5-054 2.3-095 2.3-121
  test('are presets or a time of one’s own, kept in ms under the reserved name, which nobody sees', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    await press('Add an action')
    await press(/^Wait/)
    const presets = within(await page.findByRole('group', { name: 'Pause' })).getAllByRole('button')
    expect(presets.map(({ textContent }) => textContent)).toEqual([
      '10 seconds',
      '30 seconds',
      '1 minute',
      '5 minutes',
      '30 minutes',
      'Custom',
    ])
    await press('30 minutes')
    await press('Add')
    expect(document.body.textContent).not.toContain('D#E#L#A#Y')
    await press(/Do something/)
    await press('Device')
    await press('Lamp')
    await press(/^Light/)
    await press('Done')
    await finish('Later')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes?.[0]).toMatchObject({ name: 'D#E#L#A#Y', delay: 1_800_000 })
  })

  // decision 0165
  test('may be longer by chance, which the scene tells, and exact again', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    await press('Add an action')
    await press(/^Wait/)
    await press('5 minutes')
    await fill('Longer by chance, up to', '600000')
    await press('Add')
    const words = 'Wait 5 minutes, by chance up to 10 minutes longer'
    expect(thread('Then').getByText(words)).toBeTruthy()
    expect(thread('Then').getByText('Takes at most 15 minutes')).toBeTruthy()
    await press(/Do something/)
    await press('Device')
    await press('Lamp')
    await press(/^Light/)
    await press('Done')
    await finish('By chance')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).scenes?.[0]).toMatchObject({ delay: 300_000, spread: 600_000 })
  })

  // 2.5-052
  test.each([
    ['Hours', '24', 'A whole number from 0 to 23.'],
    ['Minutes', '60', 'A whole number from 0 to 59.'],
    ['Seconds', '60', 'A whole number from 0 to 59.'],
    ['Seconds', '0', 'The time must be longer than zero.'],
  ])('%s %s is refused', async (field, value, said) => {
    await openBuilder()
    await press('Add an action')
    await press(/^Wait/)
    await press('Custom')
    await fill(field, value)
    await press('Add')
    expect(await page.findByText(said)).toBeDefined()
  })
})
