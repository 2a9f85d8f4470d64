import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeviceHead } from '#engine/ports.ts'
import type { ActionTarget, Rule } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import {
  choose,
  fill,
  headOf,
  lamp,
  openBuilder,
  placedOf,
  prepareBuilder,
  press,
  sensor,
} from '../../../../../tests/support/scene-builder.tsx'
import {
  evening,
  open,
  panel,
  saveAgain,
  stored,
  thread,
} from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(async () => {
  await prepareBuilder()
  // Rarer editors come late, which is not what these tests wait for.
  await Promise.all([import('./AddTarget.tsx'), import('./TargetPart.tsx')])
}, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const bath: DeviceHead = {
  ...lamp,
  id: 'bath',
  name: 'Bath lamp',
  room: { id: 'r2', name: 'Bath', floorId: 'f1' },
}
const plug = headOf('plug', 'Plug', [
  placedOf('SwitchService', 'state', { kind: 'bool', access: ['read', 'write'] }),
])
const heads = [{ ...lamp, room: { id: 'r1', name: 'Kitchen', floorId: 'f1' } }, bath, plug, sensor]

const target: ActionTarget = { id: 't', kind: 'lights', sets: 'power', value: false }
const withTarget = (one: ActionTarget): Rule => ({
  ...evening,
  scenes: [{ id: 'all', name: 'All', targets: [one] }],
})

async function begun(options: Parameters<typeof openBuilder>[0] = {}) {
  const opened = await openBuilder({ heads, ...options })
  await press(/Somebody runs it/)
  await press(/Do something/)
  await press('All of a kind')
  return opened
}
const targetsIn = (rule: Rule) => rule.scenes?.flatMap(({ targets = [] }) => targets)

// decision 0203
describe('all devices of a kind in the builder', () => {
  test('kinds are offered with how many there are now, those that the home has first', async () => {
    await begun()
    const list = await page.findByRole('list', { name: 'Which devices?' })
    expect(
      within(list)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual([
      'All lights2 at the moment',
      'All sockets and switches1 at the moment',
      'All shutters0 at the moment',
      'All thermostats0 at the moment',
      'All speakers0 at the moment',
    ])
  })

  test('they are told in the thread as who and what, and stored as what is looked for', async () => {
    const { orders } = await begun()
    await press(/^All lights/)
    expect((await thread('Then').findByText('All lights')).parentElement?.textContent).toContain('Off')
    await choose('Toggle')
    await press('Done')
    expect(page.getByText('Switch all lights off, or on where none is on')).toBeTruthy()
    await press('Finish')
    await fill('Name of the scene', 'All')
    await press('Switch the scene on')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    expect(targetsIn(stored(orders('save_rule')))).toEqual([
      { id: expect.any(String), kind: 'lights', sets: 'power', computed: { kind: 'toggle' } },
    ])
  })

  test('another value of them is set to a figure, or by an amount', async () => {
    const { orders } = await openBuilder({ heads, rules: [withTarget(target)], scene: 'evening' })
    await open('Then', /^All$/)
    await fill('What is set', 'brightness')
    expect(await thread('Then').findByText(/100\s%/)).toBeTruthy()
    await fill('Brightness', '40')
    await choose('By an amount')
    await choose('Lower')
    await fill('By how much (%)', '15')
    await press('Done')
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([
      { id: 't', kind: 'lights', sets: 'brightness', computed: { kind: 'step', amount: -15 } },
    ])
  })

  test('who is taken out of those that there are is left out, and taken in again is not', async () => {
    const { orders } = await openBuilder({ heads, rules: [withTarget(target)], scene: 'evening' })
    await open('Then', /^All$/)
    await act(async () => void fireEvent.click(await page.findByText(/At the moment 2 devices/)))
    const box = (name: RegExp) => panel().getByRole('checkbox', { name }) as HTMLInputElement
    await act(async () => void fireEvent.click(box(/Bath lamp \(Bath\)/)))
    expect(panel().getByText(/At the moment 1 device/)).toBeTruthy()
    expect(thread('Then').getByText('All lights except Bath lamp')).toBeTruthy()
    await act(async () => void fireEvent.click(box(/^Lamp/)))
    await act(async () => void fireEvent.click(box(/^Lamp/)))
    await press('Done')
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([
      { ...target, except: [{ device_id: 'bath', device_name: 'Bath lamp' }] },
    ])
  })

  test('a device that the action sets by itself is told so, and is none of those that count', async () => {
    const rule = withTarget(target)
    const set = rule.scenes?.[0]
    await openBuilder({
      heads,
      rules: [
        {
          ...rule,
          scenes: [
            {
              ...{ id: 'all', name: 'All', ...set },
              devices: [
                {
                  id: 'lamp',
                  settings: [{ service_name: 'LightService', property_name: 'level', value: 20 }],
                },
              ],
            },
          ],
        },
      ],
      scene: 'evening',
    })
    await open('Then', /^All$/)
    await act(async () => void fireEvent.click(await page.findByText(/At the moment 1 device/)))
    const box = panel().getByRole('checkbox', { name: /^Lamp/ }) as HTMLInputElement
    expect([box.checked, box.disabled]).toEqual([false, true])
    expect(panel().getByText('It is set by itself in this action.')).toBeTruthy()
  })

  test('an exception that is there no more says so, and is taken out', async () => {
    const { orders } = await openBuilder({
      heads,
      rules: [withTarget({ ...target, except: [{ device_id: 'gone', device_name: 'Old lamp' }] })],
      scene: 'evening',
    })
    expect(thread('Then').getByText('All lights except Old lamp').closest('[data-broken]')).toBeTruthy()
    await open('Then', /^All$/)
    await act(async () => void fireEvent.click(await page.findByText(/At the moment 2 devices/)))
    await act(async () => void fireEvent.click(panel().getByRole('checkbox', { name: /^Old lamp/ })))
    await press('Done')
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([target])
  })

  test('a kind of a newer gateway is kept as it is', async () => {
    const odd: ActionTarget = { ...target, kind: 'ovens', sets: 'heat' }
    const { orders } = await openBuilder({ heads, rules: [withTarget(odd)], scene: 'evening' })
    await open('Then', /^All$/)
    expect(await panel().findByText('All devices of the kind “ovens”')).toBeTruthy()
    await press('Done')
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([odd])
  })

  test('the last part that is taken out leaves an action that does nothing, and one step brings it back', async () => {
    await openBuilder({ heads, rules: [withTarget(target)], scene: 'evening' })
    await open('Then', /^All$/)
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Remove: All lights' })))
    expect(thread('Then').queryByText('All lights')).toBeNull()
    await press('Undo')
    expect(thread('Then').getByText('All lights')).toBeTruthy()
  })

  // decision 0204
  test('how they are is remembered, and given back by this scene or by another one that remembers', async () => {
    const cinema: Rule = {
      ...withTarget({ ...target, computed: { kind: 'remember' } }),
      id: 'cinema',
      name: 'Cinema',
    }
    const { orders } = await openBuilder({ heads, rules: [withTarget(target), cinema], scene: 'evening' })
    await open('Then', /^All$/)
    await fill('What is set', 'remember')
    expect(await thread('Then').findByText('remember')).toBeTruthy()
    expect(page.queryByRole('radio', { name: 'Toggle' })).toBeNull()
    await fill('What is set', 'restore')
    expect(await thread('Then').findByText('as before')).toBeTruthy()
    expect(panel().getByText(/This scene remembers nothing of them yet/)).toBeTruthy()
    await panel().findByRole('option', { name: 'Cinema' })
    await fill('As remembered by', 'cinema')
    expect(panel().queryByText(/remembers nothing of them yet/)).toBeNull()
    await press('Done')
    expect(page.getByText('Set all lights to what the scene “Cinema” remembered')).toBeTruthy()
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([
      {
        id: 't',
        kind: 'lights',
        sets: 'power',
        computed: { kind: 'restore', rule_id: 'cinema', name: 'Cinema' },
      },
    ])
  })

  test('set again, it is something to be set: nothing of the memory stays behind', async () => {
    const { orders } = await openBuilder({
      heads,
      rules: [withTarget({ ...target, computed: { kind: 'restore' } })],
      scene: 'evening',
    })
    await open('Then', /^All$/)
    await fill('What is set', 'power')
    await press('Done')
    await saveAgain()
    expect(targetsIn(stored(orders('save_rule')))).toEqual([target])
  })
})
