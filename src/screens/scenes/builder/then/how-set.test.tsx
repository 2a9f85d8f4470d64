import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  fill,
  headOf,
  lamp,
  openBuilder,
  prepareBuilder,
  press,
  sensor,
} from '../../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  evening,
  finish,
  stored,
  thread,
} from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const second = headOf('second', 'Second lamp', lamp.layout?.sections.control ?? [])
const HOW = 'How it is set'

async function add(value: RegExp): Promise<void> {
  await addDeviceTrigger()
  await press('Add an action')
  await press(/Do something/)
  await press('Device')
  await press('Lamp')
  await press(value)
  await page.findByLabelText(HOW)
}
const settings = (orders: Parameters<typeof stored>[0]) => stored(orders).scenes?.[0]?.devices?.[0]?.settings

/** The rehearsal of one run has a head that slides as well. */
const OF_VALUE = { name: /^(?!Moment of the run)/ }

// decision 0171
describe('how it is found what a device is set to', () => {
  test('a switch is turned to its other side', async () => {
    const { orders } = await openBuilder()
    await add(/^Light/)
    await fill(HOW, 'toggle')
    expect(thread('Then').getByText('toggle')).toBeTruthy()
    await press('Done')
    expect(page.getByText('Toggle Lamp')).toBeTruthy()
    await finish('Turns')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(settings(orders('save_rule'))).toEqual([
      { service_name: 'LightService', property_name: 'state', computed: { kind: 'toggle' } },
    ])
  })

  test('a number is raised or lowered by an amount, and a value again when that is chosen', async () => {
    const { orders } = await openBuilder()
    await add(/^Level/)
    await fill(HOW, 'step')
    expect(page.queryByRole('slider', OF_VALUE)).toBeNull()
    await fill('By how much (%)', '15')
    await act(async () => void fireEvent.click(page.getByRole('radio', { name: 'Lower' })))
    expect(thread('Then').getByText(/^−15/)).toBeTruthy()
    await fill(HOW, 'value')
    expect(await page.findByRole('slider', OF_VALUE)).toBeTruthy()
    await press('Undo')
    await finish('Darker')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(settings(orders('save_rule'))).toMatchObject([{ computed: { kind: 'step', amount: -15 } }])
  })

  // decision 0244
  test('a number is brought along over a time, from a value or from how it is then; what goes nowhere is not taken over', async () => {
    const { orders } = await openBuilder()
    await add(/^Level/)
    await fill(HOW, 'ramp')
    expect(page.queryByRole('slider', OF_VALUE)).toBeNull()
    expect(thread('Then').getByText('1 % to 100 %, 20 minutes')).toBeTruthy()
    await fill('Last value', '1')
    expect(page.getByText('The first and the last value are the same.')).toBeTruthy()
    await fill('Last value', '200')
    expect(page.getByText('Please give a value that the device takes.')).toBeTruthy()
    expect(thread('Then').getByText(/100/)).toBeTruthy()
    await fill('Last value', '60')
    await press('5 minutes')
    await act(async () => void fireEvent.click(page.getByRole('radio', { name: 'From how it is then' })))
    expect(thread('Then').getByText('to 60 %, 5 minutes')).toBeTruthy()
    expect(page.queryByLabelText('First value')).toBeNull()
    await press('Done')
    expect(page.getByText(/^Bring .*Lamp to 60\s% little by little over 5\s?minutes$/)).toBeTruthy()
    await finish('Wakes')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(settings(orders('save_rule'))).toEqual([
      {
        ...{ service_name: 'LightService', property_name: 'level' },
        computed: { kind: 'ramp', to: 60, over: 300_000 },
      },
    ])
  })

  test('what another device says is chosen by device, and only where there is one to choose', async () => {
    const { orders } = await openBuilder({ heads: [lamp, second, sensor] })
    await add(/^Level/)
    await fill(HOW, 'copy')
    await page.findByRole('heading', { level: 2, name: 'Like which device?' })
    await press('Second lamp')
    // In the form, in the thread, and on the lane of the run.
    expect(await page.findAllByText('like Second lamp')).toHaveLength(3)
    await press('Done')
    await finish('Alike')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(settings(orders('save_rule'))).toMatchObject([
      { computed: { kind: 'copy', device_id: 'second', device_name: 'Second lamp', property_name: 'level' } },
    ])
  })

  test('a device that is gone is missing in the sentence that takes it over', async () => {
    const copy = {
      kind: 'copy',
      device_id: 'gone',
      device_name: 'Old lamp',
      service_name: 'S',
      property_name: 'p',
    } as const
    await openBuilder({
      rules: [
        {
          ...evening,
          scenes: [
            {
              id: 's1',
              name: 'Light',
              devices: [
                {
                  id: 'lamp',
                  settings: [{ service_name: 'LightService', property_name: 'level', computed: copy }],
                },
              ],
            },
          ],
        },
      ],
      scene: 'evening',
    })
    expect(thread('Then').getByText('like Old lamp').closest('[data-broken]')).toBeTruthy()
  })
})
