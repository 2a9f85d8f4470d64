import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { connectHome } from '#live/connect.ts'
import { session } from '#session/session.ts'
import { enter } from './fake-house.ts'
import './live.ts'

vi.mock('#live/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: vi.fn() })) }))

afterEach(() => act(() => session.end()))

// 2.8-014
test('a CONNECT that the broker refuses ends the connection and destroys the stored credentials', () => {
  enter('users')
  const { calls, results } = vi.mocked(connectHome).mock
  expect(localStorage.getItem('gatehouse.session')).not.toBeNull()
  act(() => calls.at(-1)?.[0].refused())
  expect(localStorage.getItem('gatehouse.session')).toBeNull()
  expect(session.state().credentials).toBeUndefined()
  expect(results.at(-1)?.value.close).toHaveBeenCalledOnce()
})
