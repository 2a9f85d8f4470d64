import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Chips } from './Chips.tsx'

test('a filter is called by its word and its count, as two', () => {
  render(
    <Chips label="Show" chips={[{ id: 'all', label: 'All', count: 32 }]} value="all" onChange={() => {}} />,
  )
  expect(screen.getByRole('button').textContent).toBe('All 32')
})

test('a large count is written in groups, as everywhere', () => {
  render(
    <Chips
      label="Show"
      chips={[{ id: 'all', label: 'All', count: 12_345 }]}
      value="all"
      onChange={() => {}}
    />,
  )
  expect(screen.getByRole('button').textContent).toBe("All 12'345")
})
