import { act, fireEvent, screen as page, render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadAllTexts } from '#i18n/i18n.ts'
import { unsaved } from '#lib/unsaved.ts'
import { useSubmit } from '../fields/use-submit.ts'
import { FormDialog } from './FormDialog.tsx'

beforeAll(() => Promise.all([loadAllTexts(), import('./DialogFrame.tsx')]), 60_000)

let answer: PromiseWithResolvers<void>

function Asking({ failure }: { failure?: string }) {
  const form = useSubmit(() => answer.promise)
  return (
    <FormDialog title="Asking" submit="Send" onClose={() => {}} {...{ form, failure }}>
      <input aria-label="Name" />
      <input aria-label="Search" type="search" />
      <input aria-label="Ticked" type="checkbox" />
    </FormDialog>
  )
}

const type = (label: string) => fireEvent.input(page.getByLabelText(label), { target: { value: 'x' } })
const drawn = async () => {
  answer = Promise.withResolvers()
  const { rerender, unmount } = render(<Asking />)
  await page.findByLabelText('Name')
  return { fail: () => rerender(<Asking failure="No" />), unmount }
}

test('what was written in a dialog is not left without a question: until it is sent, and again when that has failed', async () => {
  const { fail, unmount } = await drawn()
  expect(unsaved.any()).toBe(false)
  type('Name')
  expect(unsaved.any()).toBe(true)
  await act(async () => page.getByRole('button', { name: 'Send' }).click())
  // It may lead on to what it has made.
  expect(unsaved.any()).toBe(false)
  await act(async () => answer.resolve())
  expect(unsaved.any()).toBe(false)
  fail()
  expect(unsaved.any()).toBe(true)
  unmount()
  expect(unsaved.any()).toBe(false)
})

test('what is looked for or ticked in a dialog is there again in a moment', async () => {
  const { unmount } = await drawn()
  type('Search')
  fireEvent.click(page.getByLabelText('Ticked'))
  expect(unsaved.any()).toBe(false)
  unmount()
})
