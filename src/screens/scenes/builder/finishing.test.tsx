import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  addLampOn,
  addPause,
  evening,
  finish,
  panel,
  saveAgain,
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

  test('a scene that nobody but a person begins is finished, and stored without a trigger', async () => {
    const { orders } = await openBuilder()
    await press(/Somebody runs it/)
    expect(thread('When').getByText('Run by hand')).toBeDefined()
    for (const name of [/Do something/, 'Device', 'Lamp', /^Light/, 'Done']) await press(name)
    await finish('Movie')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const rule = stored(orders('save_rule'))
    expect([rule.time_triggers ?? [], rule.event_triggers ?? [], rule.statuses ?? []]).toEqual([[], [], []])
    expect(rule).toMatchObject({ name: 'Movie', active: true })
    expect(rule).not.toHaveProperty('byHand')
  })

  test('by hand can be taken back by Undo and by its cross, and gives way to a trigger', async () => {
    await openBuilder()
    await press(/Somebody runs it/)
    await press('Undo')
    expect(thread('When').queryByText('Run by hand')).toBeNull()
    await press('Finish')
    expect(await page.findByText('First say when the scene begins.')).toBeDefined()
    await press(/Somebody runs it/)
    await press('Remove: Run by hand')
    expect(thread('When').queryByText('Run by hand')).toBeNull()
    await press('Add a trigger')
    await press(/Somebody runs it/)
    await press('Add a trigger')
    await addDeviceTrigger()
    expect(thread('When').queryByText('Run by hand')).toBeNull()
  })

  test('a scene that has always been run by hand is changed without choosing that again', async () => {
    const { orders } = await openBuilder({ rules: [{ ...evening, event_triggers: [] }], scene: 'evening' })
    expect(thread('When').getByText('Run by hand')).toBeDefined()
    await saveAgain()
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
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
    await saveAgain()
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

  test('the question stands alone, and what was typed comes back when it is put off', async () => {
    const opened = await openBuilder({ rules: [evening], scene: 'evening' })
    await addPause()
    opened.gateway.rules.set('evening', { ...evening, version: 4 })
    await press('Save')
    await fill('Name of the scene', 'Late evening')
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Save' })))
    await page.findByText('What was changed')
    expect(page.getAllByRole('dialog', { hidden: true })).toHaveLength(1)
    await press('Later')
    expect(page.getByLabelText<HTMLInputElement>('Name of the scene').value).toBe('Late evening')
  })

  test('mine that could not be saved says so, and is there to be saved again', async () => {
    const { gateway, orders } = await conflict()
    gateway.refuse = 'name_exists'
    await press('Save mine')
    expect(await page.findByText('This name is taken already.')).toBeDefined()
    expect(page.queryByText('What was changed')).toBeNull()
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Save' })))
    await waitFor(() => expect(orders('save_rule')).toHaveLength(3))
    expect(orders('save_rule')[2]?.params.base).toBe(4)
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
    await saveAgain()
    await waitFor(() => expect(orders('save_rule')[0]?.params.base).toBe(0))
  })
})
