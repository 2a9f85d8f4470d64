import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadAreas } from '#i18n/i18n.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  headOf,
  lamp,
  openBuilder,
  prepareBuilder,
  press,
  sensor,
} from '../../../../tests/support/scene-builder.tsx'
import { step, stored } from '../../../../tests/support/scene-builder-steps.ts'

beforeAll(async () => {
  await prepareBuilder()
  await Promise.all([
    loadAreas(['asking', 'recipes']),
    import('./AskLine.tsx'),
    import('./Answer.tsx'),
    import('../recipes/Ideas.tsx'),
  ])
}, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const say = async (sentence: string) => {
  const field = await page.findByLabelText('Scene in words')
  await act(async () => void fireEvent.change(field, { target: { value: sentence } }))
}

// decision 0218
test('what is said in one sentence is shown as a scene, taken into the draft when asked to, and can be taken back', async () => {
  const { orders } = await openBuilder()
  await say('switch the lamp on when the thermometer is above 25 degrees')
  expect(await page.findByText('Understood like this')).toBeTruthy()
  // Nothing is built yet, and nothing is stored.
  expect(page.queryByRole('button', { name: /^When.*Thermometer/ })).toBeNull()
  expect(orders('save_rule')).toEqual([])

  await press('Take it into the draft')
  expect(step('When', /Thermometer/)).toBeTruthy()
  expect(page.queryByLabelText('Scene in words')).toBeNull()
  expect(orders('save_rule')).toEqual([])
  await press('Undo')
  expect(await page.findByLabelText('Scene in words')).toBeTruthy()
  await say('switch the lamp on when the thermometer is above 25 degrees')
  await press('Take it into the draft')
  await press('Finish')
  const name = await page.findByLabelText<HTMLInputElement>('Name of the scene')
  expect(name.value).toBe('Switch the lamp on when the thermometer is above 25 degrees')
  await press('Switch the scene on')
  await vi.waitFor(() => expect(orders('save_rule')).toHaveLength(1))
  expect(stored(orders('save_rule'))).toMatchObject({
    active: true,
    event_triggers: [{ event_source: 'sensor', value: 25, compare_type: 'GT' }],
    scenes: [{ devices: [{ id: 'lamp', settings: [{ property_name: 'state', value: true }] }] }],
  })
})

test('what is not understood is named; where nothing is, nothing can be taken', async () => {
  await openBuilder()
  await say('play my favourite song')
  expect(await page.findByText('“play my favourite song”: there is no such thing in this home.')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Take it into the draft' })).toBeNull()
})

test('of two lamps of one name somebody chooses before it is taken', async () => {
  const other = headOf('other', lamp.name, lamp.layout?.sections.control ?? [], {
    room: { id: 'r2', name: 'Bedroom' },
  })
  const { orders } = await openBuilder({ heads: [lamp, other, sensor] })
  await say('at 8 pm set Lamp to 40 %')
  const choice = await page.findByLabelText<HTMLSelectElement>('Which device is “Lamp”?')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Please choose',
    'Lamp (Kitchen)',
    'Lamp (Bedroom)',
  ])
  await press('Take it into the draft')
  expect(page.getByLabelText('Scene in words')).toBeTruthy()
  await act(async () => void fireEvent.change(choice, { target: { value: 'other' } }))
  await press('Take it into the draft')
  await press('Finish')
  await press('Switch the scene on')
  await vi.waitFor(() => expect(orders('save_rule')).toHaveLength(1))
  expect(stored(orders('save_rule')).scenes?.[0]?.devices).toMatchObject([{ id: 'other' }])
})

test('whoever comes with a sentence from the list finds it understood, and leaves it as any other', async () => {
  const { address } = await openBuilder({ query: '?ask=lamp%20off%20at%2023%3A00' })
  expect(await page.findByText('Understood like this')).toBeTruthy()
  expect(address()).toBe('/scenes/add_scene')
})

test('a scene that is there already is changed by its steps, and not said anew', async () => {
  const evening = { id: 'e', name: 'Evening', rule_logic: 'OR' as const, active: true, version: 1 }
  await openBuilder({ rules: [evening], scene: 'e' })
  expect(page.queryByLabelText('Scene in words')).toBeNull()
})
