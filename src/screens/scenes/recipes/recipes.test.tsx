import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadAreas } from '#i18n/i18n.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  headOf,
  lamp,
  openBuilder,
  placedOf,
  prepareBuilder,
  press,
} from '../../../../tests/support/scene-builder.tsx'
import { heading, step, stored } from '../../../../tests/support/scene-builder-steps.ts'

beforeAll(async () => {
  await prepareBuilder()
  await Promise.all([loadAreas(['recipes']), import('./Ideas.tsx'), import('./RecipeForm.tsx')])
})
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const motion = headOf('motion', 'Hall motion', [
  placedOf('MotionService', 'occupancy', { kind: 'bool', access: ['read'], on: true, off: false }),
])
const far = headOf('far', 'Bedroom lamp', lamp.layout?.sections.control ?? [], {
  room: { id: 'r2', name: 'Bedroom' },
})
const heads = [motion, lamp, far]

test('ideas that fit stand beside an empty scene; what the home lacks for the others is said', async () => {
  await openBuilder({ heads })
  expect(await page.findByText('Ideas for this home')).toBeTruthy()
  expect(await page.findByRole('button', { name: /Light by motion/ })).toBeTruthy()
  expect(page.queryByText('Light on arrival')).toBeNull()
  expect(page.queryByText(/This needs/)).toBeNull()
  await press('Show more ideas')
  expect(page.getByText('This needs: Water leak sensors')).toBeTruthy()
  // It goes by a status that this home does not have.
  expect(page.getByText('This needs: the status “At home”')).toBeTruthy()
  expect(page.queryByRole('button', { name: /Water leak/ })).toBeNull()
})

// decision 0211
test('whoever comes with an idea is asked for its devices, and leaves it as any other', async () => {
  const { address } = await openBuilder({ heads, query: '?recipe=motionLight' })
  await heading('Light by motion')
  expect(address()).toBe('/scenes/add_scene')
  await press('Use this idea')
  expect(step('When', /Hall motion/)).toBeTruthy()
})

test('an idea that there is not is said to be none', async () => {
  await openBuilder({ heads, query: '?recipe=constructor' })
  expect(await page.findByText('There is no such idea.')).toBeTruthy()
})

test('an idea is fitted to the devices near it, becomes an ordinary scene in one step, and suggests its name', async () => {
  const { orders } = await openBuilder({ heads })
  await press(/Light by motion/)
  await heading('Light by motion')
  const here = page.getByRole<HTMLInputElement>('checkbox', { name: 'Lamp (Kitchen)' })
  const there = page.getByRole<HTMLInputElement>('checkbox', { name: 'Bedroom lamp (Bedroom)' })
  expect([here.checked, there.checked]).toEqual([true, false])
  await press('Use this idea')
  expect(step('When', /Hall motion/)).toBeTruthy()
  expect(page.queryByText('Ideas for this home')).toBeNull()

  await press('Undo')
  expect(await page.findByText('Ideas for this home')).toBeTruthy()
  await press(/Light by motion/)
  await press('Use this idea')
  await press('Finish')
  expect((await page.findByLabelText<HTMLInputElement>('Name of the scene')).value).toBe('Light by motion')
  await press('Switch the scene on')
  await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
  const rule = stored(orders('save_rule'))
  expect(rule).toMatchObject({ name: 'Light by motion', active: true })
  expect(rule).not.toHaveProperty('suggested')
  expect(rule.scenes?.map(({ delay, devices }) => delay ?? devices?.map(({ id }) => id))).toEqual([
    ['lamp'],
    300_000,
    ['lamp'],
  ])
})

test('a second scene from one idea is called otherwise', async () => {
  const other = { id: 'x', name: 'Light by motion', rule_logic: 'OR' as const, active: true, version: 1 }
  await openBuilder({ heads, rules: [other] })
  await press(/Light by motion/)
  await press('Use this idea')
  await press('Finish')
  await waitFor(() =>
    expect(page.getByLabelText<HTMLInputElement>('Name of the scene').value).toBe('Light by motion 2'),
  )
})

test('what was chosen for an idea is still chosen after a reload', async () => {
  const { reload } = await openBuilder({ heads })
  await press(/Light by motion/)
  await act(async () => void fireEvent.click(page.getByRole('checkbox', { name: 'Bedroom lamp (Bedroom)' })))
  await reload()
  const boxes = await page.findAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
})

test('without a device that it needs an idea is not used, and says so; Back leads to the ideas', async () => {
  await openBuilder({ heads })
  await press(/Light by motion/)
  await act(async () => void fireEvent.click(page.getByRole('checkbox', { name: 'Lamp (Kitchen)' })))
  await press('Use this idea')
  expect((await page.findByRole('alert')).textContent).toBe('Please choose at least one device.')
  await press('Back')
  expect(await page.findByText('Ideas for this home')).toBeTruthy()
})
