import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmptyState, ErrorState } from './states.tsx'

// By that mark the walk over all pages knows those that have nothing else to show (e2e/journeys/visual-lint.spec.ts).
test.each([
  { kind: 'is empty', state: (whole: boolean) => <EmptyState icon="device" title="Nothing" whole={whole} /> },
  {
    kind: 'failed',
    state: (whole: boolean) => (
      <ErrorState title="Nothing" whole={whole} onRetry={undefined}>
        It burns
      </ErrorState>
    ),
  },
])('what $kind is the title of the page and marked where it is all of it, else of a part', ({ state }) => {
  const { rerender } = render(state(true))
  expect(screen.getByRole('heading', { level: 1 }).closest('[data-whole]')).not.toBeNull()
  rerender(state(false))
  expect(screen.getByRole('heading', { level: 2 }).closest('[data-whole]')).toBeNull()
})
