import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Boundary } from './Boundary.tsx'

function Fails(): never {
  throw new Error('broken')
}

test('U-03 what is told of a fault is called by itself: a function of the browser throws as a method of something else', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const told: unknown[] = []
  // As browsers do; the one of the tests does not mind.
  function reportError(this: unknown, error: unknown) {
    if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation')
    told.push(error)
  }
  render(
    <>
      <p>The rest</p>
      <Boundary of="part" fallback={() => <p>In its place</p>} onError={reportError}>
        <Fails />
      </Boundary>
    </>,
  )
  expect(screen.getByText('The rest')).toBeDefined()
  expect(screen.getByText('In its place')).toBeDefined()
  expect(told).toEqual([new Error('broken')])
})
