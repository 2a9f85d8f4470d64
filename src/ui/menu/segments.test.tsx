import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Segments } from './Segments.tsx'

const segments = [
  { id: 'text', label: 'Text' },
  { id: 'code', label: 'Code', disabled: true },
  { id: 'form', label: 'Form' },
]

function Shown({ first }: { first: string | undefined }) {
  const [value, setValue] = useState(first)
  return <Segments label="View" segments={segments} value={value} onChange={setValue} />
}

const chosen = () => screen.getAllByRole('radio', { checked: true }).map(({ textContent }) => textContent)

test('one of a few is chosen by arrow keys, past what cannot be chosen, round and round', async () => {
  render(<Shown first="text" />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toEqual(['Form'])
  await userEvent.keyboard('{ArrowRight}')
  expect(chosen()).toEqual(['Text'])
  expect(document.activeElement?.textContent).toBe('Text')
})

test('the keyboard stops once at all of them together, at the first where none is chosen', async () => {
  render(<Shown first={undefined} />)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Text')
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

test('a large count is written in groups, as everywhere', () => {
  render(
    <Segments
      label="View"
      segments={[{ id: 'all', label: 'All', count: 12_345 }]}
      value="all"
      onChange={() => {}}
    />,
  )
  expect(screen.getByRole('radio').textContent).toBe("All 12'345")
})
