import { act, cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RuleNotification } from '#schemas/generated/entities/rule.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../../../tests/support/scene-builder.tsx'
import {
  addDeviceTrigger,
  evening,
  finish,
  stored,
} from '../../../../../../tests/support/scene-builder-steps.ts'
import { offeredPeople } from './recipient-draft.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const household = [
  { user_id: 'u1', name: 'Olga Owner', inHome: 'owner' },
  { user_id: 'u2', name: 'Urs Meier', inHome: 'secondary' },
  { user_id: 'u3', name: 'Gast Zimmer', inHome: 'limited' },
  { user_id: 'u4', name: 'Sam Support', inHome: 'support' },
] as const
const messagesOf = async (orders: (command: string) => unknown[]) => {
  await waitFor(() => expect(orders('save_rule')).toHaveLength(1))
  return stored(orders('save_rule') as never).scenes?.[0]?.notifications
}
async function begins(kind: RegExp) {
  const built = await openBuilder({ people: household })
  await addDeviceTrigger()
  await press('Add an action')
  await press(/Do something/)
  await press('Message')
  await press(kind)
  return built
}

// decision 0247
describe('recipients of a message', () => {
  test('without a choice a push message stays what it was, for everybody', async () => {
    const { orders } = await begins(/Push message/)
    await fill('Title', 'Wet')
    await press('Add')
    await press('Done')
    await finish('Wet')
    const [message] = (await messagesOf(orders)) ?? []
    expect(message).toMatchObject({ type: 1, short_desc: 'Wet' })
    expect(message).not.toHaveProperty('recipients')
  })

  test('are people of the home, each with a status by which he is meant; one at least', async () => {
    const { orders } = await begins(/Push message/)
    await fill('Title', 'Wet')
    await userEvent.click(page.getByLabelText('Certain people'))
    const people = within(await page.findByRole('group', { name: 'People' }))
    await people.findByLabelText('Urs Meier')
    expect(people.getAllByRole('checkbox')).toHaveLength(3)
    expect(people.getByText(/Sees a part of the home/)).toBeTruthy()
    await press('Add')
    expect(page.getByText('Choose at least one person.')).toBeTruthy()
    await userEvent.click(people.getByLabelText('Owner'))
    await userEvent.click(people.getByLabelText('Urs Meier'))
    await userEvent.selectOptions(
      people.getByLabelText('When: Urs Meier'),
      'Only while “Away from home” is off',
    )
    await press('Add')
    expect(
      page.getAllByText(
        'Send a push message to the owner and Urs Meier (while “Away from home” is off): “Wet”',
      ),
    ).toBeTruthy()
    await press('Done')
    await finish('Wet')
    expect((await messagesOf(orders))?.[0]?.recipients).toEqual([
      { kind: 'owner' },
      {
        ...{ kind: 'person', user_id: 'u2', name: 'Urs Meier' },
        while: { resource_id: 'away', name: 'Away from home', state: false },
      },
    ])
  })

  test('of an e-mail need no address, and none is kept', async () => {
    const { orders } = await begins(/E-mail/)
    await fill('Title', 'Wet')
    await fill('Address', 'someone@example.com')
    await userEvent.click(page.getByLabelText('Everybody who uses this home'))
    expect(page.queryByLabelText('Address')).toBeNull()
    await press('Add')
    await press('Done')
    await finish('Wet')
    const [message] = (await messagesOf(orders)) ?? []
    expect(message).toMatchObject({ type: 0, recipients: [{ kind: 'everybody' }] })
    expect(message).not.toHaveProperty('destination')
  })

  test('somebody who left stands there as chosen, with a word, and can be let go', async () => {
    const message: RuleNotification = {
      ...{ notification_id: 'n', type: 1, short_desc: 'Wet' },
      recipients: [{ kind: 'person', user_id: 'u9', name: 'Erna Fort' }, { kind: 'owner' }],
    }
    const scene = { ...evening, scenes: [{ id: 's1', name: 'Tell', notifications: [message] }] }
    await openBuilder({ people: household, rules: [scene], scene: 'evening' })
    await press(/^Tell/)
    await press(/^Change: Send a push message to Erna Fort/)
    const gone = await page.findByLabelText<HTMLInputElement>('Erna Fort')
    expect(gone.checked).toBe(true)
    expect(page.getByText(/No longer uses this home/)).toBeTruthy()
    await userEvent.click(gone)
    expect(page.queryByLabelText('Erna Fort')).toBeNull()
  })

  test('while nobody knows who uses the home, whoever is chosen is not called gone', () => {
    const chosen = [{ kind: 'person', user_id: 'u9', name: 'Erna' }] as const
    expect(offeredPeople(undefined, chosen).map(({ gone }) => gone)).toEqual([false, false])
    expect(offeredPeople([], chosen).map(({ gone }) => gone)).toEqual([false, true])
  })
})
