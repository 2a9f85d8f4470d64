import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionSet, Rule } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../../../tests/support/scene-builder.tsx'
import { addDeviceTrigger, finish, stored } from '../../../../../../tests/support/scene-builder-steps.ts'
import { copyOf } from '../../../duplicate.ts'
import { putBranch, putQuestion, removeSet } from '../../draft/rule-edit.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const answers = [
  { id: 'a1', label: 'Close it' },
  { id: 'a2', label: 'Leave it' },
]
const asks: ActionSet = {
  ...{ id: 'q', name: 'D#E#L#A#Y', delay: 600_000 },
  question: { short_desc: 'Garage is open', answers },
}
const step = (id: string, answer?: string): ActionSet => ({
  ...{ id, name: id },
  on_answer: { set_id: 'q', ...(answer && { answer, label: answer }) },
})
const ruleWith = (...scenes: ActionSet[]): Rule => ({
  ...{ id: 'r', name: 'R', rule_logic: 'OR', active: true, scenes },
})

// decision 0248
describe('a scene that asks', () => {
  test('is built with its answers, each with steps of its own', async () => {
    const { orders } = await openBuilder()
    await addDeviceTrigger()
    await press('Add an action')
    await press(/^Ask/)
    // decision 0162
    await fill('Question', 'Garage is open: ')
    await press('Insert a value into the question')
    await press('Thermometer')
    // How long is usual is one of what is offered.
    expect(page.getByRole('button', { name: '10 minutes', pressed: true })).toBeTruthy()
    await fill('Answer 1', 'Close it')
    await fill('Answer 2', ' close it ')
    await press('Add')
    expect(page.getByText('There is such an answer already.')).toBeTruthy()
    await fill('Answer 2', 'Leave it')
    await press('Add')
    const open = () => within(page.getByRole('group', { name: 'What happens after the answer' }))
    await page.findByRole('group', { name: 'What happens after the answer' })
    expect(open().getAllByRole('button')).toHaveLength(3)
    await press('If “Close it”')
    await press('Message')
    await press(/Push message/)
    await fill('Title', 'Closed')
    await press('Add')
    await press('Done')
    expect(open().getAllByRole('button')).toHaveLength(2)
    expect(page.getAllByText(/[Ii]f the answer is “Close it”/)).toBeTruthy()
    await finish('Garage')
    await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
    const [asked, branch] = stored(orders('save_rule')).scenes ?? []
    expect(asked).toMatchObject({
      delay: 600_000,
      question: { short_desc: 'Garage is open: {{v1}}', answers, values: [{ id: 'v1', kind: 'device' }] },
    })
    expect(branch).toMatchObject({
      name: 'Close it',
      on_answer: { set_id: asked?.id, answer: 'a1', label: 'Close it' },
    })
  })

  test('the answer that is played through is chosen', async () => {
    const told = (id: string, answer: string): ActionSet => ({
      ...step(id, answer),
      notifications: [{ notification_id: id, type: 1, short_desc: `Told ${id}` }],
    })
    await openBuilder({ rules: [ruleWith(asks, told('one', 'a1'), told('two', 'a2'))], scene: 'r' })
    const supposed = await page.findByLabelText('Suppose the answer to “Garage is open” is')
    const played = () => page.getAllByText(/^Told /).map(({ textContent }) => textContent)
    expect(new Set(played())).toContain('Told one')
    await userEvent.selectOptions(supposed, 'Leave it')
    expect(page.getByText('It would not be the turn of “one” now.')).toBeTruthy()
    await userEvent.selectOptions(supposed, 'nobody answers')
    expect(page.getByText('It would not be the turn of “two” now.')).toBeTruthy()
  })

  test('answers that are called otherwise, or are gone, leave no step behind that belongs to them', () => {
    const before = ruleWith(asks, step('one', 'a1'), step('two', 'a2'), step('none'))
    const after = putQuestion(before, {
      ...asks,
      question: { short_desc: 'Well?', late: 'stop', answers: [{ id: 'a1', label: 'Shut it' }] },
    })
    expect(after.scenes?.map(({ on_answer }) => on_answer)).toEqual([
      undefined,
      { set_id: 'q', answer: 'a1', label: 'Shut it' },
      undefined,
      undefined,
    ])
    expect(removeSet(before, 'q').scenes?.some(({ on_answer }) => on_answer)).toBe(false)
    const put = putBranch(before, { id: 'new', name: 'New', on_answer: { set_id: 'q', answer: 'a1' } })
    expect(put.scenes?.map(({ id }) => id)).toEqual(['q', 'one', 'two', 'none', 'new'])
  })

  test('a copy belongs to its own question', () => {
    const copy = copyOf(ruleWith(asks, step('one', 'a1')), 'R 2')
    const [question, branch] = copy.scenes ?? []
    expect(question?.id).not.toBe('q')
    expect(branch?.on_answer?.set_id).toBe(question?.id)
  })
})
