import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rule } from '#schemas/generated/entities/rule.ts'
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

const two: Rule = {
  ...evening,
  scenes: [
    { id: 's1', name: 'First', notifications: [{ type: 1, short_desc: 'One', notification_id: 'n1' }] },
    { id: 's2', name: 'Second', notifications: [{ type: 1, short_desc: 'Two', notification_id: 'n2' }] },
  ],
}
const opened = () => openBuilder({ rules: [two], scene: 'evening' })
const section = (name: string) => page.findByRole('region', { name })
const choose = async (label: string, option: string) => {
  const field = await page.findByLabelText(label)
  const found = within(field).getByRole('option', { name: option }) as HTMLOptionElement
  await act(async () => void fireEvent.change(field, { target: { value: found.value } }))
}
const whens = async () =>
  within(await page.findByLabelText('When its turn comes'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

async function onlyIfNight(name: RegExp, option: string, region: string) {
  await open('Then', name)
  await choose('When its turn comes', option)
  await section(region)
  await press(/A status of the home/)
  await fill('Status', 'night')
  await press('Add')
}

// decision 0205
describe('when a step is done, and how often', () => {
  test('its condition is chosen in the thread; the next step can come otherwise', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    expect(await whens()).toEqual([
      'do it in any case',
      'do it only if something is so',
      'by chance: this or another one',
    ])
    await onlyIfNight(/^First/, 'do it only if something is so', 'Only if')
    expect(within(await section('Only if')).getByText(/Deep night/, { selector: 'strong' })).toBeTruthy()
    await open('Then', /^Second/)
    await choose('When its turn comes', 'otherwise')
    expect(await section('Otherwise')).toBeTruthy()
    await press('Done')
    await saveAgain()
    const [first, second] = stored(orders('save_rule')).scenes ?? []
    expect(first?.only_if).toMatchObject({ logic: 'ALL', conditions: [{ kind: 'status' }] })
    expect(second).toMatchObject({ otherwise: true })
    expect(second).not.toHaveProperty('only_if')
  })

  test('what is only begun is nothing: without a condition it is done in any case', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    await choose('When its turn comes', 'do it only if something is so')
    await section('Only if')
    await open('Then', /^Second/)
    await waitFor(() => expect(page.queryByRole('region', { name: 'Only if' })).toBeNull())
    await press('Done')
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.some(({ only_if }) => only_if)).toBe(false)
  })

  test('a step that comes otherwise says so where the one before asks nothing any more', async () => {
    await opened()
    await onlyIfNight(/^First/, 'do it only if something is so', 'Only if')
    await open('Then', /^Second/)
    await choose('When its turn comes', 'otherwise')
    await act(
      async () =>
        void fireEvent.click(
          within(await section('Only if')).getByRole('button', { name: /^Remove/ }) as HTMLElement,
        ),
    )
    expect(await page.findByText(/it is never done/)).toBeTruthy()
  })

  // decision 0263
  test('one of several by chance: a step alone is unfinished, the next one may be the other, and one more may join', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    await choose('When its turn comes', 'by chance: this or another one')
    expect(await section('One of these by chance')).toBeTruthy()
    expect(await page.findByText(/nothing to choose from here/)).toBeTruthy()
    await open('Then', /^Second/)
    await choose('When its turn comes', 'by chance: or this one')
    expect(await section('Or')).toBeTruthy()
    expect(page.queryByText(/nothing to choose from here/)).toBeNull()
    await press('Or …')
    expect(await page.findAllByRole('region', { name: 'Or' })).toHaveLength(2)
    await press('Device')
    await press('Lamp')
    await press(/^Light/)
    await press('Done')
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.map(({ by_chance }) => by_chance)).toEqual(['one', 'or', 'or'])
  })

  test('a pause that is one of several stays so when its time is changed; of several the longest counts', async () => {
    const by: Rule = {
      ...evening,
      scenes: [
        { id: 's1', name: 'First', by_chance: 'one', notifications: [{ type: 1, short_desc: 'One' }] },
        { id: 'p', name: 'D#E#L#A#Y', delay: 60_000, by_chance: 'or' },
        { id: 'q', name: 'D#E#L#A#Y', delay: 120_000, by_chance: 'or' },
      ],
    }
    const { orders } = await openBuilder({ rules: [by], scene: 'evening' })
    expect(await page.findByText('Takes at most 2 minutes')).toBeTruthy()
    await open('Then', /^Wait 1 minute/)
    await press('5 minutes')
    await press('Apply')
    expect(await page.findByText('Takes at most 5 minutes')).toBeTruthy()
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.[1]).toMatchObject({ delay: 300_000, by_chance: 'or' })
  })

  test('what chance decided before is decided by nothing else afterwards', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    await choose('When its turn comes', 'by chance: this or another one')
    await section('One of these by chance')
    await choose('When its turn comes', 'do it in any case')
    expect(page.queryByRole('region', { name: 'One of these by chance' })).toBeNull()
    await press('Done')
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.some(({ by_chance }) => by_chance)).toBe(false)
  })

  test('several times, so far apart; a number that is none is not taken over', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    await choose('How often', 'several times')
    await fill('Times', '3')
    await fill('Times', '1000')
    expect(await page.findByText('A whole number from 2 to 100')).toBeTruthy()
    await press('1 minute')
    expect(page.getByText('3 times, 1 minute apart')).toBeTruthy()
    await press('Done')
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.[0]?.repeat).toEqual({ times: 3, pause: 60_000 })
  })

  test('until something is so; once again it is done once', async () => {
    const { orders } = await opened()
    await open('Then', /^First/)
    await choose('How often', 'until something is so')
    await section('Until')
    await press(/A status of the home/)
    await fill('Status', 'night')
    await press('Add')
    expect(await section('Until')).toBeTruthy()
    await open('Then', /^First/)
    await choose('How often', 'as long as something is so')
    expect(await section('As long as')).toBeTruthy()
    await press('Done')
    await saveAgain()
    expect(stored(orders('save_rule')).scenes?.[0]?.repeat).toMatchObject({
      while: { conditions: [{ kind: 'status' }] },
    })
    expect(stored(orders('save_rule')).scenes?.[0]?.repeat).not.toHaveProperty('until')
  })
})
