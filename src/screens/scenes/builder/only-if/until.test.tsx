import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder, press } from '../../../../../tests/support/scene-builder.tsx'
import { evening, open, saveAgain, stored } from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const section = () => page.findByRole('region', { name: 'As soon as' })
const pick = (name: string) => act(async () => void fireEvent.click(page.getByRole('radio', { name })))
const opened = () => openBuilder({ rules: [evening], scene: 'evening' })

async function waitFor10() {
  await press('Add an action')
  await press(/^Wait/)
  await pick('as soon as something is so')
  await press('Add')
  await section()
}

// decision 0202
describe('a pause that is over as soon as something is so', () => {
  test('its form leads on to what is waited for, which stands below it', async () => {
    const { orders } = await opened()
    await waitFor10()
    await press(/A status of the home/)
    await fill('Status', 'night')
    await press('Add')
    expect(within(await section()).getByText(/Deep night/, { selector: 'strong' })).toBeTruthy()
    await pick('End the scene')
    await saveAgain()
    const pause = stored(orders('save_rule')).scenes?.find(({ until }) => until)
    expect(pause).toMatchObject({
      name: 'D#E#L#A#Y',
      delay: expect.any(Number),
      until: {
        logic: 'ALL',
        late: 'stop',
        conditions: [{ kind: 'status', status: { resource_id: 'night' } }],
      },
    })
    expect(pause).not.toHaveProperty('spread')
  })

  test('its longest time is changed without losing what it waits for; as a plain pause it waits for nothing', async () => {
    const { orders } = await opened()
    await waitFor10()
    await press(/A status of the home/)
    await press('Add')
    await open('Then', /at most/)
    await pick('after this time')
    await pick('as soon as something is so')
    await press('Apply')
    expect(await section()).toBeTruthy()
    await open('Then', /at most/)
    await pick('after this time')
    await press('Apply')
    await waitFor(() => expect(page.queryByRole('region', { name: 'As soon as' })).toBeNull())
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.some(({ until }) => until)).toBe(false)
  })

  test('taking out the last thing, and the pause while it is being chosen for, leave nothing behind', async () => {
    await opened()
    await waitFor10()
    await press(/A status of the home/)
    await press('Add')
    await act(
      async () =>
        void fireEvent.click(
          within(page.getByRole('region', { name: 'As soon as' })).getByRole('button', { name: /^Remove/ }),
        ),
    )
    expect(within(await section()).queryAllByRole('listitem').length).toBeGreaterThan(0)
    const pause = page.getByText(/^Wait/, { selector: 'strong' }).closest('li') as HTMLElement
    await act(
      async () =>
        void fireEvent.click(within(pause).getAllByRole('button', { name: /^Remove/ })[0] as HTMLElement),
    )
    expect(page.queryByRole('region', { name: 'As soon as' })).toBeNull()
    expect(page.queryByRole('region', { name: 'Only if' })).toBeNull()
  })

  test('a step that is taken back takes the place of its choice along', async () => {
    await opened()
    await waitFor10()
    await press('Undo')
    await waitFor(() => expect(page.queryByRole('region', { name: 'As soon as' })).toBeNull())
    expect(page.queryByRole('region', { name: 'Several that count as one' })).toBeNull()
  })
})
