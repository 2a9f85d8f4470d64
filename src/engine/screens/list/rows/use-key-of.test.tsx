import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKeyOf } from './use-key-of.ts'

const rows = [{ address: 'a1' }, { address: 'a2' }]

it('answers with one function while the rows are the same, so that a long list measures its lines once', () => {
  const { result, rerender } = renderHook(({ of }) => useKeyOf(of, 'address'), { initialProps: { of: rows } })
  const first = result.current
  expect(first(1)).toBe('a2')
  rerender({ of: rows })
  expect(result.current).toBe(first)

  rerender({ of: rows.toReversed() })
  expect(result.current).not.toBe(first)
  expect(result.current(1)).toBe('a1')
  expect(result.current(2)).toBe('')
})
