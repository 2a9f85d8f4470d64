import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { openBuilder, prepareBuilder, press } from '../../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  evening,
  finish,
  open,
  panel,
  stored,
  thread,
} from '../../../../../tests/support/scene-builder-steps.ts'

/** One of the home. */
const STATUS = { resource_id: 'away', name: 'away', said: 'Away' }

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

async function addScene(name: string): Promise<void> {
  await press('Scene')
  await page.findByRole('heading', { level: 2, name: 'Which scene?' })
  await press(name)
}

// decision 0172
describe('other scenes as what a scene does', () => {
  test('one is run, switched on or off; itself only off; and the whole is told and stored', async () => {
    const { orders } = await openBuilder({ rules: [evening, { ...evening, id: 'off', name: 'All off' }] })
    await addDeviceTrigger()
    await press('Add an action')
    await press(/Do something/)
    await addScene('Evening')
    await addScene('All off')
    expect(await page.findAllByRole('radio', { name: 'Run' })).toHaveLength(2)
    const [, second] = page.getAllByRole('radio', { name: 'Switch off' })
    await act(async () => void fireEvent.click(second as HTMLElement))
    await addScene('This scene itself')
    expect(panel().getAllByRole('radio', { name: 'Run' })).toHaveLength(2)
    expect(panel().getAllByRole('radio', { name: 'Switch off' })).toHaveLength(3)
    expect(
      within(thread('Then').getByText('Evening').parentElement as HTMLElement).getByText('run'),
    ).toBeTruthy()
    await press('Done')
    expect(page.getByText('Run the scene “Evening”')).toBeTruthy()
    expect(page.getByText('Switch the scene “All off” off')).toBeTruthy()
    await finish('Good night')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const rule = stored(orders('save_rule'))
    expect(rule.scenes?.[0]?.rules).toMatchObject([
      { rule_id: 'evening', name: 'Evening', act: 'run' },
      { rule_id: 'off', name: 'All off', act: 'switch_off' },
      { rule_id: rule.id, act: 'switch_off' },
    ])
  })

  test('a status that is not there any more is marked likewise, one that is there is not', async () => {
    const { resource_id, name } = STATUS
    const scenes: ActionSet[] = [
      {
        ...{ id: 's', name: 'Statuses' },
        statuses: [
          { resource_id: 'lost', name: 'Party', icon: 3, state: true },
          { resource_id, name, icon: 3, state: true },
        ],
      },
    ]
    await openBuilder({ rules: [{ ...evening, scenes }], scene: 'evening' })
    const part = (of: string) => thread('Then').getByText(of).parentElement as HTMLElement
    await waitFor(() => expect(part('Party').dataset.broken).toBe('true'))
    expect(part(STATUS.said).dataset.broken).toBeUndefined()
    await open('Then', /^Statuses/)
    expect(panel().getAllByText('This no longer exists. Choose something else, or remove it.')).toHaveLength(
      1,
    )
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Remove: Party' })))
    expect(panel().queryByText(/no longer exists/)).toBeNull()
  })

  // decision 0252
  test('one that is not there any more is marked in the thread and in its form; itself never is', async () => {
    const scenes: ActionSet[] = [
      {
        ...{ id: 's', name: 'Others' },
        rules: [
          { rule_id: 'lost', name: 'Lost', act: 'run' },
          { rule_id: 'off', name: 'All off', act: 'run' },
          { rule_id: 'evening', name: 'Evening', act: 'switch_off' },
        ],
      },
    ]
    await openBuilder({
      rules: [
        { ...evening, scenes },
        { ...evening, id: 'off', name: 'All off' },
      ],
      scene: 'evening',
    })
    const part = (name: string) => thread('Then').getByText(name).parentElement as HTMLElement
    await waitFor(() => expect(part('Lost').dataset.broken).toBe('true'))
    expect([part('All off').dataset.broken, part('Evening').dataset.broken]).toEqual([undefined, undefined])
    await open('Then', /^Others/)
    expect(panel().getAllByText('This no longer exists. Choose something else, or remove it.')).toHaveLength(
      1,
    )
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Remove: Lost' })))
    expect(panel().queryByText(/no longer exists/)).toBeNull()
  })

  test('one that is taken out is gone, and a set without anything says so', async () => {
    await openBuilder({ rules: [evening] })
    await addDeviceTrigger()
    await press('Add an action')
    await press(/Do something/)
    await addScene('Evening')
    await act(async () => void fireEvent.click(panel().getByRole('button', { name: 'Remove: Evening' })))
    expect(panel().getByText('Nothing happens here yet.')).toBeTruthy()
  })
})
