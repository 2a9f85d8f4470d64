import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  addLampOn,
  evening,
  finish,
  panel,
  saveAgain,
  stored,
} from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const section = () => page.findByRole('region', { name: 'Only if' })
const told = async (words: RegExp) => within(await section()).findByText(words, { selector: 'strong' })
const pick = (name: string) => act(async () => void fireEvent.click(page.getByRole('radio', { name })))
const late = async (label: string) => void (await page.findByLabelText(label))

// decision 0168
describe('what a scene asks before it runs', () => {
  test('a value, a status and the night are added as sentences, and stored', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    await press('Only if …')
    await section()
    await press(/A device is in a certain state/)
    await press('Lamp')
    await press('Add')
    expect(await told(/Lamp is on/)).toBeTruthy()
    await press(/A status of the home/)
    await fill('Status', 'night')
    await pick('Off')
    await press('Add')
    expect(await told(/Deep night/)).toBeTruthy()
    await press(/It is a certain time(?! of)/)
    await late('From')
    await press('Add')
    expect(await told(/It is between 22:00 and 06:00/)).toBeTruthy()
    await pick('One holds')
    await addLampOn()
    await finish('Asks first')
    const { only_if } = stored(orders('save_rule'))
    expect(only_if?.logic).toBe('ANY')
    expect(only_if?.conditions.map(({ kind }) => kind)).toEqual(['device', 'status', 'time'])
    expect(only_if?.conditions[0]).toMatchObject({ device: { event_source: 'lamp', value: true } })
    expect(only_if?.conditions[1]).toMatchObject({ status: { resource_id: 'night', state: false } })
  })

  test('several count as one; a single one may be turned into its opposite', async () => {
    const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    await press('Only if …')
    await section()
    await press(/Several that count as one/)
    const group = page.getByRole('region', { name: 'Several that count as one' })
    expect(within(group).queryByRole('button', { name: /^Several/ })).toBeNull()
    await press(/A status of the home/)
    await press('Add')
    const inGroup = page.getByRole('region', { name: 'Several that count as one' })
    fireEvent.click(within(inGroup).getByRole('radio', { name: 'This is not so' }))
    await saveAgain()
    expect(stored(orders('save_rule')).only_if).toMatchObject({
      logic: 'ALL',
      conditions: [{ kind: 'group', logic: 'NONE', conditions: [{ kind: 'status' }] }],
    })
  })

  test('with keys and by ear it goes on at its heading, when it is opened and after each form', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press('Only if …')
    await section()
    const heading = () => page.getByRole('heading', { name: 'Only if', level: 2 })
    await waitFor(() => expect(document.activeElement).toBe(heading()))
    await press(/A status of the home/)
    expect(document.activeElement).not.toBe(heading())
    await press('Add')
    await waitFor(() => expect(document.activeElement).toBe(heading()))
  })

  test('what is wrong with a time is said, and back leads to the conditions', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press('Only if …')
    await section()
    await press(/It is a certain time(?! of)/)
    await late('From')
    const [from] = page.getAllByLabelText('Time of day')
    await act(async () => void fireEvent.change(from as HTMLElement, { target: { value: '06:00' } }))
    await press('Add')
    expect(panel().getByText('Choose two different times.')).toBeTruthy()
    await press('Back')
    expect(await page.findByRole('list', { name: 'Add a condition' })).toBeTruthy()
  })

  test('dates are every year or once', async () => {
    const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    await press('Only if …')
    await section()
    await press(/It is a certain time of the year/)
    await late('First day')
    await fill('First day', '1')
    await fill('Last day', '31')
    const [first, last] = page.getAllByLabelText('Month')
    for (const [field, month] of [
      [first, '12'],
      [last, '1'],
    ] as const)
      await act(async () => void fireEvent.change(field as HTMLElement, { target: { value: month } }))
    await press('Add')
    expect(await told(/between 1 December and 31 January/)).toBeTruthy()
    await saveAgain()
    expect(stored(orders('save_rule')).only_if?.conditions[0]).toMatchObject({
      dates: { from: { month: 12, day: 1 }, to: { month: 1, day: 31 } },
    })
  })

  test('taken out it is asked no more, and can be brought back', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press('Only if …')
    await section()
    await press(/A status of the home/)
    await press('Add')
    expect(await told(/Away from home/)).toBeTruthy()
    await press(/^Remove: The status/)
    expect(within(await section()).queryByText(/Away from home/)).toBeNull()
    await act(
      async () => void fireEvent.click(page.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement),
    )
    expect(await told(/Away from home/)).toBeTruthy()
  })
})
