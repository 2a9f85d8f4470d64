import { act, cleanup, screen as page } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toasts } from '#ui/toasts/toasts.ts'
import { fill, openBuilder, prepareBuilder } from '../../../../../tests/support/scene-builder.tsx'
import { addPause, evening, saveAgain, stored } from '../../../../../tests/support/scene-builder-steps.ts'

beforeAll(prepareBuilder, 60_000)
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  cleanup()
  // What was left says so a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  act(() => toasts.clear())
})

const LABEL = 'If it is set off again meanwhile'

// decision 0155
test('a scene that takes its time asks what happens when it is set off again meanwhile, and is stored with it', async () => {
  const { orders } = await openBuilder({ rules: [evening], scene: 'evening' })
  expect(page.queryByLabelText(LABEL)).toBeNull()
  await addPause()
  const choice = (await page.findByLabelText(LABEL)) as HTMLSelectElement
  expect(choice.value).toBe('restart')
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'It starts anew',
    'The next run waits its turn',
    'Nothing happens',
    'Both run side by side',
  ])
  await fill(LABEL, 'queued')
  expect(await page.findByText('If it is set off again meanwhile, the next run waits its turn.')).toBeTruthy()
  await saveAgain()
  expect(stored(orders('save_rule')).run_mode).toBe('queued')
})

// decision 0173
test('what has been chosen stays to be seen where no pause is left, and an older gateway refuses it in a sentence', async () => {
  const { gateway } = await openBuilder({ rules: [{ ...evening, run_mode: 'single' }], scene: 'evening' })
  expect(((await page.findByLabelText(LABEL)) as HTMLSelectElement).value).toBe('single')
  await fill(LABEL, 'parallel')
  gateway.refuse = 'params/rule must NOT have additional properties'
  gateway.code = '400'
  await saveAgain()
  expect(await page.findByText(/The software of this gateway is older/)).toBeTruthy()
})
