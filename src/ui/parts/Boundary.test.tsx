import { act, render, screen } from '@testing-library/react'
import { Suspense, startTransition, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Boundary } from './Boundary.tsx'
import { lazy } from './lazy.ts'

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

test('U-03 what fails as somebody goes there is asked for once and said; going on begins over', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('Nothing comes'))
  const Other = lazy(load)
  const pages = { first: <p>The first</p>, other: <Other />, last: <p>The last</p> }
  let go = (_to: keyof typeof pages): void => {}
  function Pages() {
    const [at, goTo] = useState<keyof typeof pages>('first')
    go = (to) => startTransition(() => goTo(to))
    return (
      <Boundary of={at} fallback={() => <p>In its place</p>}>
        <Suspense fallback={<p>On its way</p>}>{pages[at]}</Suspense>
      </Boundary>
    )
  }
  render(<Pages />)
  await act(async () => go('other'))
  expect(screen.getByText('In its place')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => go('last'))
  expect(screen.getByText('The last')).toBeDefined()
})
