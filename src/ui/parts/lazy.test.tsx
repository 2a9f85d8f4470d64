import { globSync, readFileSync } from 'node:fs'
import { act, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PART_MS } from '#lib/in-time.ts'
import { Boundary } from './Boundary.tsx'
import { awaited, lazy, MissingContext } from './lazy.ts'

const Arrived = ({ name }: { name: string }) => <p>{`Here: ${name}`}</p>

test('U-03 a part that did not come is asked for again by the boundary that tries again, and not before', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let reachable = false
  const load = vi.fn<() => Promise<{ default: typeof Arrived }>>(async () => {
    if (!reachable) throw new Error('Nothing comes')
    return { default: Arrived }
  })
  const Part = lazy(load)
  const page = (more = '') => (
    <Boundary of="part" fallback={(retry) => <button type="button" onClick={retry}>{`Again${more}`}</button>}>
      <Suspense fallback={<p>On its way</p>}>
        <Part name="it" />
      </Suspense>
    </Boundary>
  )
  const { rerender } = render(page())
  expect(screen.getByText('On its way')).toBeDefined()
  await act(async () => {})
  rerender(page('!'))
  expect(load).toHaveBeenCalledTimes(1)
  reachable = true
  await act(async () => screen.getByRole('button', { name: 'Again!' }).click())
  expect(screen.getByText('Here: it')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})

test('whoever shows that something comes is told of a part that is drawn, not of one that is only brought', async () => {
  const tell = vi.spyOn(awaited, 'tell')
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Arrived }>()
  const Part = lazy(() => promise)
  void Part.load()
  expect(tell).not.toHaveBeenCalled()
  render(
    <Suspense fallback={<p>On its way</p>}>
      <Part name="it" />
    </Suspense>,
  )
  await act(async () => {})
  expect(tell).toHaveBeenCalledTimes(1)
  await act(async () => resolve({ default: Arrived }))
  expect(await tell.mock.calls[0]?.[0]).toMatchObject({ default: Arrived })
})

// decision 0283
test('U-03 one that neither comes nor fails has not come after a time; what comes late is drawn when it is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Arrived }>()
  const Part = lazy(() => promise)
  render(
    <Boundary
      of="part"
      fallback={(retry) => (
        <button type="button" onClick={retry}>
          {'Again'}
        </button>
      )}
    >
      <Suspense fallback={<p>On its way</p>}>
        <Part name="it" />
      </Suspense>
    </Boundary>,
  )
  await act(() => vi.advanceTimersByTimeAsync(PART_MS - 1))
  expect(screen.getByText('On its way')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(1))
  resolve({ default: Arrived })
  await act(async () => screen.getByRole('button', { name: 'Again' }).click())
  expect(screen.getByText('Here: it')).toBeDefined()
})

test('U-03 in a page it takes nothing else along: what is typed beside it stays, and it comes when it is tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let reachable = false
  const Part = lazy(async () => {
    if (!reachable) throw new Error('Nothing comes')
    return { default: Arrived }
  })
  const Broken = lazy(async () => ({
    default: (): never => {
      throw new Error('broken')
    },
  }))
  const Missing = ({ retry }: { retry(): void }) => (
    <button type="button" onClick={retry}>
      Again
    </button>
  )
  const page = (faulty: boolean) => (
    <Boundary of="page" fallback={(_retry, error) => <p>{`Gone: ${String(error)}`}</p>}>
      <MissingContext value={Missing}>
        <input aria-label="Typed" defaultValue="" />
        <Suspense>{faulty ? <Broken /> : <Part name="it" />}</Suspense>
      </MissingContext>
    </Boundary>
  )
  const { rerender } = render(page(false))
  const typed = screen.getByLabelText<HTMLInputElement>('Typed')
  typed.value = 'kept'
  await act(async () => {})
  expect(screen.getByLabelText<HTMLInputElement>('Typed').value).toBe('kept')
  reachable = true
  await act(async () => screen.getByRole('button', { name: 'Again' }).click())
  expect(screen.getByText('Here: it')).toBeDefined()
  expect(screen.getByLabelText('Typed')).toBe(typed)
  // A fault of the part itself is none of a connection.
  rerender(page(true))
  await act(async () => {})
  expect(screen.getByText('Gone: Error: broken')).toBeDefined()
})

test('what has come before it is drawn is drawn at once, and stays the same component', async () => {
  const Counted = () => {
    const [count, setCount] = useState(0)
    return <button type="button" onClick={() => setCount(count + 1)}>{`Pressed ${count}`}</button>
  }
  const Part = lazy(async () => ({ default: Counted }))
  const Late = lazy(async () => ({ default: Counted }))
  expect(Part.hasCome()).toBe(false)
  await Part.load()
  expect(Part.hasCome()).toBe(true)
  const page = (
    <Suspense fallback={<p>On its way</p>}>
      <Part />
    </Suspense>
  )
  const { rerender } = render(page)
  expect(screen.getByText('Pressed 0')).toBeDefined()
  rerender(
    <Suspense fallback={<p>On its way</p>}>
      <Late />
    </Suspense>,
  )
  await act(async () => {})
  act(() => screen.getByText('Pressed 0').click())
  // It was drawn while it was on its way: now that it is here, what it holds is not forgotten.
  await Late.load()
  rerender(
    <Suspense fallback={<p>On its way</p>}>
      <Late />
    </Suspense>,
  )
  expect(screen.getByText('Pressed 1')).toBeDefined()
})

test('nothing that comes later keeps its failure for ever', () => {
  const files = globSync('{src,widgets}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  const react = /import \{[^}]*\blazy\b[^}]*\} from 'react'/
  expect(files.filter((file) => react.test(readFileSync(file, 'utf8')))).toEqual(['src/ui/parts/lazy.ts'])
})
