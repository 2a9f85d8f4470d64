import { globSync, readFileSync } from 'node:fs'
import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { Boundary } from './Boundary.tsx'
import { lazy } from './lazy.ts'

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

test('nothing that comes later keeps its failure for ever', () => {
  const files = globSync('{src,widgets}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  const react = /import \{[^}]*\blazy\b[^}]*\} from 'react'/
  expect(files.filter((file) => react.test(readFileSync(file, 'utf8')))).toEqual(['src/ui/parts/lazy.ts'])
})
