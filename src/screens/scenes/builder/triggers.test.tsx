import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  choose,
  fill,
  headOf,
  layoutOf,
  openBuilder,
  placedOf,
  prepareBuilder,
  press,
  sensor,
  temperature,
} from '../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  addLampOn,
  evening,
  finish,
  heading,
  open,
  panel,
  saveAgain,
  step,
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

describe('spec 2 §5 which devices and properties may trigger', () => {
  // 2.5-026 2.5-027 2.5-028 2.3-128
  test('online, of a class that triggers, with something that can', async () => {
    const measured = placedOf('TemperatureService', 'temperature', temperature)
    const only = (property: string, value = temperature) => [placedOf('MeterService', property, value)]
    await openBuilder({
      heads: [
        sensor,
        headOf('ready', 'Nobody says whether it is there', [measured], { status: 1 }),
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
    ).toEqual(['Thermometer', 'Nobody says whether it is there'])
  })

  test('where no device can, it says so', async () => {
    await openBuilder({ heads: [] })
    await press(/A device reports/)
    expect(await page.findByText('No device can set off a scene yet.')).toBeDefined()
  })

  // 2.5-029 2.5-030 2.3-124 2.3-126
  test('numbers are compared three ways, and six of our own; switches by being so only', async () => {
    await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await page.findByRole('radiogroup', { name: 'Comparison' })
    const group = within(page.getByRole('radiogroup', { name: 'Comparison' }))
    expect(group.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
      'Is exactly',
      'Is below',
      'Is at most',
      'Is above',
      'Is at least',
      'Is between',
      'Changes by',
      'Rises by',
      'Falls by',
    ])
    await press('Back')
    await press('Lamp')
    await heading('What should the scene wait for?')
    expect(page.queryByRole('radiogroup', { name: 'Comparison' })).toBeNull()
    expect(page.getByRole('radiogroup', { name: 'Value' })).toBeDefined()
  })

  // decision 0206
  test('a value may change by so much, within a time or since the last time', async () => {
    const { orders } = await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await choose('Rises by')
    expect(page.queryByText('How long must it stay so?')).toBeNull()
    expect(page.queryByLabelText('How often')).toBeNull()
    await fill('By how much or more', '0')
    await press('Add')
    expect(page.getByRole('dialog')).toBeDefined()
    await fill('By how much or more', '2')
    await press('10 minutes')
    await press('Add')
    await waitFor(() => step('When', /rises by 2.°C or more within 10 minutes/))
    await addLampOn()
    await finish('Rising')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const [trigger] = stored(orders('save_rule')).event_triggers ?? []
    expect(trigger).toMatchObject({
      ...{ compare_type: 'GT', inclusive: true, value: 2, change: 'up', within: 600_000 },
    })
    expect(trigger).not.toHaveProperty('count')
  })

  // decision 0206
  test('something may have to come so often in a time; a condition knows neither', async () => {
    const { orders } = await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await choose('Is above')
    await fill('Value', '25')
    await fill('How often', '3')
    expect(page.queryByText('How long must it stay so?')).toBeNull()
    await press('1 minute')
    await press('Add')
    await waitFor(() => step('When', /, 3 times within 1 minute/))
    await addLampOn()
    await finish('Often')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const [trigger] = stored(orders('save_rule')).event_triggers ?? []
    expect(trigger).toMatchObject({ value: 25, count: 3, within: 60_000 })
    expect(trigger).not.toHaveProperty('delay')
  })

  // decision 0206
  test('a time may come every year or every month; a day that there is not is refused', async () => {
    const { orders } = await openBuilder()
    await press(/At a time/)
    await choose('Every month')
    await fill('Day of the month', '32')
    await press('Add')
    expect(await page.findByText('Choose a day that there is.')).toBeDefined()
    await fill('Day of the month', '31')
    await fill('Time of day', '07:00')
    await press('Add')
    await waitFor(() => step('When', /^On day 31 of every month at 07:00$/))
    await open('When', /day 31/)
    await choose('Every year')
    await fill('Day', '24')
    await fill('Month', '12')
    await press('Apply')
    await waitFor(() => step('When', /^Every year on 24 December at 07:00$/))
    await addLampOn()
    await finish('Christmas')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).time_triggers).toMatchObject([
      { every: 'year', month: 12, day: 24, hour: 7, minute: 0 },
    ])
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
    await saveAgain()
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
    await choose('Is above')
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

  test('a button begins with being pressed, not with its rest, and nobody is asked how long a press lasts', async () => {
    const button: Value = {
      kind: 'option',
      access: ['read'],
      rest: 0,
      options: [{ value: 0 }, { value: 1 }, { value: 2 }],
    }
    await openBuilder({
      heads: [headOf('remote', 'Remote', [placedOf('ButtonService', 'button_1', button)])],
    })
    await press(/A device reports/)
    await press('Remote')
    const value = await panel().findByLabelText<HTMLSelectElement>('Value')
    expect(value.value).toBe('1')
    expect([...value.options].map(({ textContent }) => textContent)).toEqual([
      'Short press',
      'Long press',
      'Idle',
    ])
    expect(page.queryByText('How long must it stay so?')).toBeNull()
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

// decision 0173
describe('what goes beyond the specification', () => {
  test('a value between two is stored with its upper end, which lies above the lower', async () => {
    const { orders } = await openBuilder()
    await press(/A device reports/)
    await press('Thermometer')
    await choose('Is between')
    await fill('From', '21')
    await press('Add')
    expect(await page.findByText('Enter a value that is higher than the first one.')).toBeDefined()
    await fill('To', '20')
    await press('Add')
    expect(page.getByText('Enter a value that is higher than the first one.')).toBeDefined()
    await fill('To', '24')
    await press('Add')
    expect(step('When', /comes between 21.°C and 24.°C/)).toBeDefined()
    await addLampOn()
    await finish('Pleasant')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).event_triggers).toMatchObject([
      { compare_type: 'GT', inclusive: true, value: 21, upper: 24 },
    ])
    expect(stored(orders('save_rule')).event_triggers?.[0]).not.toHaveProperty('negated')
  })

  test('one that is opened again stands as it was', async () => {
    const [first] = evening.event_triggers ?? []
    const between = { ...first, compare_type: 'GT', inclusive: true, value: 18, upper: 22 }
    await openBuilder({ rules: [{ ...evening, event_triggers: [between] } as Rule], scene: 'evening' })
    await open('When', /between 18/)
    expect(page.getByRole('radio', { name: 'Is between' }).getAttribute('aria-checked')).toBe('true')
    expect(page.getByLabelText<HTMLInputElement>('To').value).toBe('22')
    await choose('Is at least')
    expect(page.queryByLabelText('To')).toBeNull()
  })

  test('the sun is chosen by its moment, so long before or after, on weekdays', async () => {
    const { orders } = await openBuilder({ place: { latitude: 47.5, longitude: 8.73, name: 'Winterthur' } })
    await press(/The sun rises or sets/)
    await heading('Which moment of the sun?')
    expect(await page.findByText(/^Next in Winterthur: /)).toBeDefined()
    await press('Sunrise')
    await choose('Before')
    await press('15 minutes')
    await press('Weekend')
    await press('Add')
    expect(step('When', /^15 minutes before sunrise, Saturday and Sunday$/)).toBeDefined()
    await addLampOn()
    await finish('Early')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).sun_triggers).toMatchObject([
      {
        sun: { event: 'sunrise', offset: -900_000 },
        repeating: [false, false, false, false, false, true, true],
      },
    ])
  })

  test('more than half a day away is no time of the sun any more', async () => {
    await openBuilder({ place: { latitude: 47.5, longitude: 8.73 } })
    await press(/The sun rises or sets/)
    await choose('After')
    await press('Custom')
    await fill('Hours', '13')
    await press('Add')
    expect(await page.findByText('At most 12 hours.')).toBeDefined()
  })

  test('a home that nobody has placed says so, and is placed by who stands in it', async () => {
    const here = { coords: { latitude: 46.95, longitude: 7.44 } }
    const geolocation = { getCurrentPosition: (done: (at: typeof here) => void) => done(here) }
    vi.stubGlobal('navigator', { ...navigator, geolocation })
    const { orders } = await openBuilder({ place: null })
    await press(/The sun rises or sets/)
    expect(await page.findByText(/It is not known where this home is/)).toBeDefined()
    await press('I am there now')
    await waitFor(() => expect(orders('set_place')).toMatchObject([{ params: here.coords }]))
    vi.unstubAllGlobals()
  })

  test('a gateway that is too old for it says so in a sentence', async () => {
    const { orders, gateway } = await openBuilder({ place: { latitude: 47.5, longitude: 8.73 } })
    await press(/The sun rises or sets/)
    await press('Add')
    await addLampOn()
    gateway.refuse = 'params/rule must NOT have additional properties'
    gateway.code = '400'
    await finish('Evening sun')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(await page.findByText(/The software of this gateway is older/)).toBeDefined()
  })
})

describe('decision 0214 a call of an address', () => {
  test('is added with who calls, and its address is made where it stands in the scene', async () => {
    const { orders } = await openBuilder()
    await press(/An address is called/)
    await heading('An address is called')
    expect(page.queryByRole('button', { name: 'Make address' })).toBeNull()
    await fill('Who calls optional', '  Door intercom ')
    await press('Add')
    expect(await page.findByRole('button', { name: 'Make address' })).toBeDefined()
    await press('Back')
    expect(step('When', /^“Door intercom” calls$/)).toBeDefined()
    await addLampOn()
    await finish('Ring')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(stored(orders('save_rule')).call_triggers).toMatchObject([{ name: 'Door intercom' }])
  })

  test('of a scene that is there stands among what begins it, and is taken out like everything else', async () => {
    await openBuilder({ rules: [{ ...evening, call_triggers: [{ id: 'c' }] }], scene: evening.id })
    expect(step('When', /^The scene’s address is called$/)).toBeDefined()
    await press('Remove: The scene’s address is called')
    expect(page.queryByRole('button', { name: /^The scene’s address is called/ })).toBeNull()
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
  test.each(['24:00', '23:60', '12:00:60', ''])('%j is no time, which is said at the field', async (time) => {
    await openTime()
    await press('To the second')
    await fill('Time of day', time)
    await press('Add')
    expect(await page.findByText('Give a time from 00:00 to 23:59.')).toBeDefined()
    expect(document.activeElement).toBe(page.getByLabelText('Time of day'))
  })

  test('hours and minutes are one field; seconds come when they are asked for, and stay where they are set', async () => {
    await openTime()
    const field = () => page.getByLabelText<HTMLInputElement>('Time of day')
    expect(field().value).toMatch(/^\d\d:00$/)
    await press('To the second')
    await fill('Time of day', '06:05:07')
    await press('Add')
    await open('When', /06:05:07/)
    expect(field().value).toBe('06:05:07')
    expect(page.queryByRole('button', { name: 'To the second' })).toBeNull()
  })

  // 2.5-021 2.8-025
  test('a moment in the past is refused (dateInPast)', async () => {
    await openTime()
    await choose('Once')
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
    await fill('Time of day', '06:05')
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
