import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import { screens } from '#data/all-screens.ts'
import { holds } from '#engine/conditions/holds.ts'
import { situationOf } from '#engine/testing/render-screen.tsx'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts.ts'
import {
  fill,
  headOf,
  lamp,
  layoutOf,
  openBuilder,
  placedOf,
  prepareBuilder,
  press,
  sensor,
  temperature,
} from '../../../../tests/support/scene-builder.tsx'

vi.setConfig({ testTimeout: 30_000 })
beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const thread = (name: 'When' | 'Then') => within(page.getByRole('region', { name }))
const panel = () => within(page.getByRole('dialog'))
const step = (name: 'When' | 'Then', words: RegExp) => thread(name).getByText(words, { selector: 'strong' })
const open = (name: 'When' | 'Then', words: RegExp) =>
  act(async () => void fireEvent.click(step(name, words)))
const heading = (name: string) => page.findByRole('heading', { level: 2, name })
const stored = (orders: { params: Readonly<Record<string, unknown>> }[]) => orders.at(-1)?.params.rule as Rule

async function addDeviceTrigger(device = 'Thermometer', value = '21') {
  await press(/A device reports/)
  await press(device)
  await fill('Value', value)
  await press('Add')
}
async function addPause() {
  await press('Add an action')
  await press(/^Wait/)
  await press('Add')
}
async function finish(name: string) {
  await press('Finish')
  await fill('Name of the scene', name)
  await press('Switch the scene on')
}
async function addLampOn() {
  await press('Add an action')
  await press(/Do something/)
  await press('Device')
  await press('Lamp')
  await press(/^Light/)
  await press('Done')
}

const evening: Rule = {
  id: 'evening',
  name: 'Evening',
  rule_logic: 'OR',
  active: true,
  version: 3,
  event_triggers: [
    {
      id: 't1',
      event_source: 'sensor',
      service_name: 'TemperatureService',
      property_name: 'temperature',
      value: 18,
      compare_type: 'LT',
    },
  ],
  scenes: [
    {
      id: 's1',
      name: 'Light',
      devices: [
        { id: 'lamp', settings: [{ service_name: 'LightService', property_name: 'state', value: true }] },
      ],
    },
  ],
}

describe('spec 2 §4 scene builder: the rule', () => {
  // 2.4-078 2.4-079 2.2-063 2.1-011
  test('is created with a placeholder name when the wizard opens, and activated when it is finished by naming it', async () => {
    const { orders } = await openBuilder()
    expect(orders('create_rule').map(({ params }) => params)).toEqual([{ name: 'New scene', draft: true }])
    await addDeviceTrigger()
    await addLampOn()
    await finish('  Warm evening ')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const rule = stored(orders('save_rule'))
    expect(rule).toMatchObject({ id: 'rule-1', name: 'Warm evening', active: true, rule_logic: 'OR' })
    expect(rule.draft).toBeUndefined()
    expect(orders('save_rule')[0]?.params.base).toBe(1)
  })

  test('two who begin one at the same time do not take the placeholder from each other', async () => {
    const other: Rule = {
      id: 'x',
      name: 'New scene',
      rule_logic: 'OR',
      active: false,
      draft: true,
      version: 1,
    }
    const { orders } = await openBuilder({ rules: [other] })
    expect(orders('create_rule').map(({ params }) => params.name)).toEqual(['New scene', 'New scene 2'])
  })

  test('leaving deletes the draft at once where nothing was built', async () => {
    const { orders } = await openBuilder()
    cleanup()
    await waitFor(() =>
      expect(orders('delete_rule').map(({ params }) => params)).toEqual([{ rule_id: 'rule-1' }]),
    )
  })

  test('what was built can be taken back for a while before the draft is deleted', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    cleanup()
    await waitFor(() => expect(toasts.current()?.text).toBe('The new scene is being discarded.'))
    expect(orders('delete_rule')).toEqual([])
    const again = await openBuilder({
      rules: [{ id: 'rule-1', name: 'New scene', rule_logic: 'OR', active: false, draft: true, version: 1 }],
    })
    expect(again.orders('create_rule')).toEqual([])
    expect(step('When', /21/)).toBeDefined()
    expect(toasts.current()).toBeUndefined()
    expect(orders('delete_rule')).toEqual([])
  })

  test('editing one that is there leaves it as it was when it is left', async () => {
    const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    cleanup()
    expect(orders('create_rule')).toEqual([])
    expect(orders('delete_rule')).toEqual([])
  })

  test('every step can be taken back', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press(/^Remove .*Thermometer/)
    await waitFor(() =>
      expect(thread('When').queryByRole('list')?.textContent ?? '').not.toMatch(/Thermometer/),
    )
    await press('Undo')
    expect(step('When', /Thermometer/)).toBeDefined()
  })
})

describe('spec 2 §4 scene builder: back moves', () => {
  // 2.4-071 2.4-072 2.4-073 2.2-058
  test('from the device trigger to the trigger form, from there to choosing', async () => {
    await openBuilder()
    await press(/A device reports/)
    await heading('Which device?')
    await press('Thermometer')
    await heading('What should have happened?')
    await press('Back')
    await heading('Which device?')
    await press('Back')
    expect(page.queryByRole('dialog')).toBeNull()
    expect(page.getByRole('button', { name: /A device reports/ })).toBeDefined()
  })

  // 2.4-074
  test('from a device trigger that is edited straight to choosing', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await open('When', /Thermometer/)
    await heading('Change trigger')
    await press('Back')
    expect(page.queryByRole('dialog')).toBeNull()
    expect(page.getByRole('button', { name: /A device reports/ })).toBeDefined()
  })

  // 2.4-076 2.4-077 2.2-061 2.2-062
  test.each([
    [/Do something/, 'What should happen?'],
    [/^Wait/, 'How long to wait?'],
  ])('from %s to the actions; Escape leads the same way', async (offer, title) => {
    await openBuilder()
    await press('Add an action')
    await press(offer)
    await heading(title)
    await act(async () => void fireEvent.keyDown(page.getByRole('dialog'), { key: 'Escape' }))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(page.getByRole('button', { name: /Do something/ })).toBeDefined()
  })
})

describe('spec 2 §5 which devices and properties may trigger', () => {
  // 2.5-026 2.5-027 2.5-028 2.3-128
  test('online, of a class that triggers, with something that can', async () => {
    const measured = placedOf('TemperatureService', 'temperature', temperature)
    const only = (property: string, value = temperature) => [placedOf('MeterService', property, value)]
    await openBuilder({
      heads: [
        sensor,
        headOf('off', 'Offline one', [measured], { status: 5 }),
        headOf('gateway', 'Gateway itself', [measured], { model: 'VGW100' }),
        headOf('mute', 'Says nothing', only('order', { kind: 'option', access: ['write'] })),
        headOf('limit', 'Has a limit', only('LimitValue')),
        headOf('never', 'Never triggers', only('heat', { ...temperature, triggerable: false })),
        headOf('barred', 'Barred by its entry', [measured], {
          layout: layoutOf([measured], { capabilities: { triggers: false } }),
        }),
      ],
    })
    await press(/A device reports/)
    await heading('Which device?')
    expect(
      panel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Thermometer'])
  })

  test('where no device can, it says so', async () => {
    await openBuilder({ heads: [] })
    await press(/A device reports/)
    expect(await page.findByText('No device can set off a scene yet.')).toBeDefined()
  })

  // 2.5-029 2.5-030 2.3-124 2.3-126
  test('numbers are compared three ways, switches by being so only', async () => {
    await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await page.findByRole('group', { name: 'Comparison' })
    expect(panel().getByRole('button', { name: 'Is below' })).toBeDefined()
    await press('Back')
    await press('Lamp')
    await heading('What should have happened?')
    expect(page.queryByRole('group', { name: 'Comparison' })).toBeNull()
    expect(page.getByRole('group', { name: 'Value' })).toBeDefined()
  })

  // 2.5-024 2.5-025 2.8-025
  test('the same value of the same device twice is refused (functionality_added), but for the one being edited', async () => {
    const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    await addDeviceTrigger()
    expect(await page.findByText('The scene already reacts to this value of this device.')).toBeDefined()
    await press('Back')
    await press('Back')
    await open('When', /Thermometer/)
    await fill('Value', '17')
    await press('Apply')
    await press('Save')
    await act(
      async () => void fireEvent.click(page.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement),
    )
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).event_triggers).toMatchObject([
      { id: 't1', value: 17, compare_type: 'LT' },
    ])
  })

  // 2.3-113 2.3-107 2.3-109 2.3-110 2.3-111 2.3-112
  test('a trigger may have to hold for a while, kept in milliseconds', async () => {
    const { orders } = await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await press('Is above')
    await fill('Value', '25')
    await press('5 minutes')
    await press('Add')
    await addLampOn()
    await finish('Hot')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).event_triggers).toMatchObject([
      {
        event_source: 'sensor',
        service_name: 'TemperatureService',
        property_name: 'temperature',
        compare_type: 'GT',
        value: 25,
        delay: 300_000,
      },
    ])
  })

  // 2.9-003
  test('device triggers stand three on a page', async () => {
    const many = Array.from({ length: 4 }, (_, at) =>
      headOf(`s${at}`, `Sensor ${at}`, [placedOf('TemperatureService', 'temperature', temperature)]),
    )
    const rule: Rule = {
      ...evening,
      event_triggers: many.map(({ id }) => ({
        id,
        event_source: id,
        service_name: 'TemperatureService',
        property_name: 'temperature',
        value: 1,
        compare_type: 'EQ',
      })),
    }
    await openBuilder({ heads: many, rules: [rule], scene: 'evening' })
    const shown = () => thread('When').getAllByText(/Sensor \d/, { selector: 'strong' })
    expect(shown()).toHaveLength(3)
    await press('Next page')
    expect(shown()).toHaveLength(1)
  })
})

describe('spec 2 §5 times', () => {
  const openTime = async () => {
    const opened = await openBuilder()
    await press(/At a time/)
    await heading('When?')
    return opened
  }

  // 2.5-023 2.2-059
  test.each([
    ['Hours', '24', 23],
    ['Minutes', '60', 59],
    ['Seconds', '-1', 59],
  ])('%s %s is refused at its field', async (field, value, last) => {
    await openTime()
    await fill(field, value)
    await press('Add')
    expect(await page.findByText(`A whole number from 0 to ${last}.`)).toBeDefined()
    expect(document.activeElement).toBe(page.getByLabelText(field))
  })

  // 2.5-021 2.8-025
  test('a moment in the past is refused (dateInPast)', async () => {
    await openTime()
    await press('Once')
    await fill('Date', '2020-05-01')
    await press('Add')
    expect(await page.findByText('This moment has already passed.')).toBeDefined()
  })

  // 2.5-022 2.3-101 2.3-103 2.3-125
  test('weekdays repeat, whatever the time; at least one is needed', async () => {
    const { orders } = await openTime()
    await press('Weekend')
    await press('Saturday')
    await press('Sunday')
    await press('Add')
    expect(await page.findByText('Choose at least one weekday.')).toBeDefined()
    await press('Monday')
    await fill('Hours', '6')
    await fill('Minutes', '5')
    await press('Add')
    await addLampOn()
    await finish('Mondays')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).time_triggers).toMatchObject([
      {
        hour: 6,
        minute: 5,
        second: 0,
        isRepeating: true,
        repeating: [true, false, false, false, false, false, false],
      },
    ])
  })
})

describe('statuses', () => {
  // 2.2-060 2.3-120
  test('begin a scene when they are switched, each once', async () => {
    await openBuilder()
    await press(/The status of the home/)
    await press('Off')
    await press('Add')
    expect(step('When', /Away from home/)).toBeDefined()
    await press(/The status of the home/)
    const choices = within(await page.findByLabelText('Status')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Deep night'])
  })
})

describe('OR and AND', () => {
  // 2.3-072
  test('are explained in plain words as soon as there are two triggers', async () => {
    await openBuilder()
    await addDeviceTrigger()
    expect(page.queryByRole('group', { name: 'How the triggers belong together' })).toBeNull()
    await press(/The status of the home/)
    await press('Add')
    expect(page.getByText('The scene begins as soon as any one of these happens.')).toBeDefined()
    await press('All together')
    expect(page.getByText(/at the moment when all of these hold/)).toBeDefined()
  })
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
    const slider = await page.findByRole('slider')
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

  // 2.5-033 2.3-118 2.3-119
  test('only alarms above 1000 are offered', async () => {
    await openTell()
    await press(/^Alarm/)
    const choices = within(await page.findByLabelText('Which alarm')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Water alarm'])
  })

  // 2.5-034 2.6-019
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

describe('finishing', () => {
  // 2.5-020 2.8-025
  test('a name that another scene has is refused at its field (sceneNameExists)', async () => {
    const { orders } = await openBuilder({ rules: [evening] })
    await addDeviceTrigger()
    await addLampOn()
    await press('Finish')
    await fill('Name of the scene', ' evening')
    await press('Switch the scene on')
    expect(await page.findByText('Another scene already has this name.')).toBeDefined()
    expect(page.getByLabelText('Name of the scene').getAttribute('aria-invalid')).toBe('true')
    expect(orders('save_rule')).toEqual([])
  })

  // 2.5-019
  test('the gateway has the last word on names, too (name_exists)', async () => {
    const { gateway } = await openBuilder()
    await addDeviceTrigger()
    await addLampOn()
    gateway.refuse = 'name_exists'
    await finish('Late')
    expect(await page.findByText('This name is taken already.')).toBeDefined()
  })

  test('what is missing is said before anything is asked', async () => {
    const { orders } = await openBuilder()
    await press('Finish')
    expect(await page.findByText('First say when the scene begins.')).toBeDefined()
    await addDeviceTrigger()
    await press('Finish')
    expect(await page.findByText('Now say what happens then.')).toBeDefined()
    expect(page.getByRole('button', { name: /Do something/ })).toBeDefined()
    expect(orders('save_rule')).toEqual([])
  })

  test('two scenes that set each other off are named before saving', async () => {
    const darker: Rule = {
      id: 'darker',
      name: 'Darker',
      rule_logic: 'OR',
      active: true,
      version: 1,
      event_triggers: [
        {
          id: 't',
          event_source: 'lamp',
          service_name: 'LightService',
          property_name: 'state',
          value: true,
          compare_type: 'EQ',
        },
      ],
      scenes: [
        {
          id: 's',
          name: 'Heat',
          devices: [
            {
              id: 'sensor',
              settings: [{ service_name: 'TemperatureService', property_name: 'temperature', value: 21 }],
            },
          ],
        },
      ],
    }
    await openBuilder({ rules: [darker] })
    await addDeviceTrigger()
    await addLampOn()
    await press('Finish')
    expect(await page.findByText(/This scene and Darker set each other off/)).toBeDefined()
  })
})

describe('two people change the same scene', () => {
  const conflict = async () => {
    const opened = await openBuilder({ rules: [evening], scene: 'evening' })
    await addPause()
    opened.gateway.rules.set('evening', { ...evening, version: 4, rule_logic: 'AND', name: 'Dusk' })
    await opened.happens('scenario_changed', { change_type: 'rule_updated', rule_id: 'evening', version: 4 })
    await page.findByText('Somebody else has changed this scene meanwhile.')
    await press('Save')
    await act(
      async () => void fireEvent.click(page.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement),
    )
    await page.findByText('What was changed')
    return opened
  }

  test('the second sees what the first did, and may keep his own', async () => {
    const { orders, gateway } = await conflict()
    expect(page.getByText('It is called “Dusk”.')).toBeDefined()
    expect(page.getByText('All triggers must hold together.')).toBeDefined()
    await press('Save mine')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(2))
    expect(orders('save_rule')[1]?.params.base).toBe(4)
    expect(gateway.rules.get('evening')).toMatchObject({ name: 'Evening', rule_logic: 'OR', version: 5 })
  })

  test('or take theirs, with the way back to his own', async () => {
    const { orders } = await conflict()
    await press('Use theirs')
    expect(await page.findByRole('heading', { level: 1, name: 'Dusk' })).toBeDefined()
    expect(orders('save_rule')).toHaveLength(1)
    await press('Undo')
    expect(thread('Then').getByText('Wait 10 seconds')).toBeDefined()
  })

  test('a scene that was deleted meanwhile says so, and comes back when it is saved', async () => {
    const { gateway, happens, orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    gateway.rules.delete('evening')
    await happens('scenario_changed', { change_type: 'rule_deleted', rule_id: 'evening' })
    await page.findByText(/Somebody else has deleted this scene/)
    await press('Save')
    await act(
      async () => void fireEvent.click(page.getAllByRole('button', { name: 'Save' }).at(-1) as HTMLElement),
    )
    await waitFor(() => expect(orders('save_rule')[0]?.params.base).toBe(0))
  })
})

describe('ONLY_EXECUTE_SCENES', () => {
  // 2.6-013 2.6-028
  test('closes the builder, and is off by default', () => {
    const may = (on: readonly string[]) =>
      ['add_scene', 'edit_scene'].map((id) =>
        holds(
          screens.get(id)?.access?.when,
          situationOf({ flags: new Set(on), modules: new Set(['scenes']) }),
        ),
      )
    expect(may([])).toEqual([true, true])
    expect(may(['ONLY_EXECUTE_SCENES'])).toEqual([false, false])
    expect(flags.flags.ONLY_EXECUTE_SCENES.value).toBe(false)
  })
})
