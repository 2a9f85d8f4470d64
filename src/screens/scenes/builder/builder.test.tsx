import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import { screens } from '#data/all-screens.ts'
import { holds } from '#engine/conditions/holds.ts'
import { situationOf } from '#engine/testing/render-screen.tsx'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { choose, openBuilder, prepareBuilder, press } from '../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  addLampOn,
  addPause,
  evening,
  finish,
  heading,
  open,
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
    await new Promise((resolve) => setTimeout(resolve))
    expect(toasts.current()).toBeUndefined()
    expect(orders('create_rule')).toEqual([])
    expect(orders('delete_rule')).toEqual([])
  })

  test('what was changed in one that is there can be taken back for a while, too', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press(/^Remove: .*Thermometer/)
    cleanup()
    await waitFor(() => expect(toasts.current()?.text).toBe('The changes to “Evening” are being discarded.'))
    await openBuilder({ rules: [evening], scene: 'evening' })
    expect(toasts.current()).toBeUndefined()
    expect(thread('When').queryByText(/Thermometer/, { selector: 'strong' })).toBeNull()
    cleanup()
    await waitFor(() => expect(toasts.current()).toBeDefined())
    act(() => toasts.clear())
    const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    expect(step('When', /Thermometer/)).toBeDefined()
    expect(orders('delete_rule')).toEqual([])
  })

  test('every step can be taken back', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press(/^Remove: .*Thermometer/)
    await waitFor(() =>
      expect(thread('When').queryByRole('list')?.textContent ?? '').not.toMatch(/Thermometer/),
    )
    await press('Undo')
    expect(step('When', /Thermometer/)).toBeDefined()
  })
})

describe('what was built is never lost, and never silently', () => {
  const reload = (rules: readonly Rule[] = [], scene?: string) => {
    // As a reload does: nothing is told that the page goes away, and the tab keeps what it had.
    const kept = { ...sessionStorage }
    cleanup()
    return new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
      act(() => toasts.clear())
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
      return await openBuilder({ rules, scene })
    })
  }

  test('a new scene is stored although the gateway has forgotten the draft', async () => {
    const { orders, gateway } = await openBuilder()
    await addDeviceTrigger()
    await addLampOn()
    gateway.rules.clear()
    await finish('Warm evening')
    await waitFor(() => expect(gateway.rules.get('rule-1')).toMatchObject({ name: 'Warm evening' }))
    expect(orders('save_rule').map(({ params }) => params.base)).toEqual([1, 0])
    await waitFor(() => expect(toasts.current()?.text).toContain('Warm evening'))
  })

  test('a reload after the gateway has started anew shows the work, and it can be finished', async () => {
    await openBuilder()
    await addDeviceTrigger()
    await addLampOn()
    const { orders, gateway } = await reload()
    expect(step('When', /21/)).toBeDefined()
    expect(orders('create_rule')).toEqual([])
    await finish('Warm evening')
    await waitFor(() => expect(gateway.rules.get('rule-1')).toMatchObject({ name: 'Warm evening' }))
  })

  test('what can be taken back can be after a reload, step by step', async () => {
    await openBuilder()
    await addDeviceTrigger()
    await addLampOn()
    await reload()
    expect(step('Then', /Lamp|Actions/)).toBeDefined()
    for (
      let steps = 0;
      page.getByRole<HTMLButtonElement>('button', { name: 'Undo' }).disabled === false;
      steps++
    ) {
      expect(steps).toBeLessThan(10)
      await press('Undo')
    }
    expect(thread('When').queryByText(/Thermometer/)).toBeNull()
    expect(thread('Then').queryByText(/Lamp/)).toBeNull()
  })

  test('where nothing was built a forgotten draft is begun anew', async () => {
    await openBuilder()
    const { orders } = await reload()
    expect(orders('create_rule')).toHaveLength(1)
  })

  test('a scene that was deleted meanwhile says so, keeps the work, and is stored when one saves again', async () => {
    const { gateway, orders } = await openBuilder({ rules: [evening], scene: 'evening' })
    await addPause()
    gateway.rules.clear()
    await press('Save')
    const dialog = within(await page.findByRole('dialog'))
    const saveNow = async () =>
      act(async () => void fireEvent.click(dialog.getByRole('button', { name: /^Save/ })))
    await saveNow()
    await dialog.findByText(/has deleted this scene. If you save, it will exist again/)
    expect(gateway.rules.size).toBe(0)
    await saveNow()
    await waitFor(() => expect(gateway.rules.has('evening')).toBe(true))
    expect(orders('save_rule').map(({ params }) => params.base)).toEqual([3, 0])
  })

  test('a changed scene is there after a reload although somebody has deleted it', async () => {
    await openBuilder({ rules: [evening], scene: 'evening' })
    await press(/^Remove: .*Thermometer/)
    await addDeviceTrigger('Thermometer', '23')
    await reload([], 'evening')
    expect(step('When', /23/)).toBeDefined()
    expect(page.getByText(/has deleted this scene/)).toBeDefined()
  })
})

describe('a draft belongs to its home', () => {
  test('another home begins its own; the first goes on where it was, and nothing of it is written, deleted or shown elsewhere', async () => {
    const { choose, gateway } = await openBuilder()
    await addDeviceTrigger()
    const written = Object.entries({ ...sessionStorage }).filter(([key]) => key.includes('builder'))
    expect(written).toHaveLength(1)
    await choose('GW2')
    await heading('When')
    expect(thread('When').queryByText(/21/)).toBeNull()
    await waitFor(() => expect(gateway.rules.size).toBe(2))
    await new Promise((resolve) => setTimeout(resolve))
    expect(toasts.current()).toBeUndefined()
    expect(Object.entries({ ...sessionStorage })).toEqual(expect.arrayContaining(written))
    for (const [key, text] of Object.entries({ ...sessionStorage }))
      if (key.includes('GW2')) expect(text).not.toContain('sensor')
    await choose('GW1')
    await waitFor(() => expect(step('When', /21/)).toBeDefined())
    expect(gateway.rules.has('rule-1')).toBe(true)
  })

  test('what was left in one home is not deleted in the next, when the chance to come back is over', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    cleanup()
    await waitFor(() => expect(toasts.current()).toBeDefined())
    session.chooseGateway(gatewayOf('GW2'))
    act(() => toasts.clear())
    expect(orders('delete_rule')).toEqual([])
  })

  test('whoever goes to another home while changing a scene finds the change again', async () => {
    const { choose } = await openBuilder({ rules: [evening], scene: 'evening' })
    await press(/^Remove: .*Thermometer/)
    await choose('GW2')
    await choose('GW1')
    await heading('When')
    expect(thread('When').queryByText(/Thermometer/)).toBeNull()
  })
})

describe('spec 2 §4 scene builder: back moves', () => {
  // 2.4-071 2.4-072 2.4-073 2.2-058
  test('from the device trigger to the trigger form, from there to choosing', async () => {
    await openBuilder()
    await press(/A device reports/)
    await heading('Which device?')
    await press('Thermometer')
    await heading('What should the scene wait for?')
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
    expect(document.activeElement).toBe(page.getByRole('heading', { level: 2, name: 'Then' }))
    expect(page.getByRole('button', { name: /Do something/ })).toBeDefined()
  })
})

describe('statuses', () => {
  // 2.2-060 2.3-120
  test('begin a scene when they are switched, each once', async () => {
    await openBuilder()
    await press(/The status of the home/)
    await choose('Off')
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
    expect(page.queryByRole('radiogroup', { name: 'How the triggers belong together' })).toBeNull()
    await press(/The status of the home/)
    await press('Add')
    expect(page.getByText('The scene begins as soon as any one of these happens.')).toBeDefined()
    await choose('All together')
    expect(page.getByText(/at the moment when all of these hold/)).toBeDefined()
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
