import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useThrottled } from './lazy/use-throttled.ts'
import { useDraft } from './use-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const hide = () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}
const end = () => globalThis.dispatchEvent(new Event('pagehide'))

type Use = (sent: number[]) => { change(next: number): void }

describe.each<[string, Use]>([
  ['an edit in its delay', (sent) => useDraft(0, (next: number) => void sent.push(next))],
  ['a finger that moves', (sent) => useThrottled(0, (next: number) => void sent.push(next), 1000)],
])('U-03 the page goes away: %s', (_, use) => {
  const edited = () => {
    const sent: number[] = []
    const { result } = renderHook(() => use(sent))
    act(() => result.current.change(5))
    act(() => result.current.change(7))
    return sent
  }

  test.each([
    ['another tab is looked at', hide],
    ['the tab is closed', end],
  ])('when %s, the last value is sent, once', (_when, leave) => {
    const sent = edited()
    act(() => void leave())
    expect(sent.at(-1)).toBe(7)
    const count = sent.length
    act(() => void end())
    act(() => void vi.advanceTimersByTime(5000))
    expect(sent).toHaveLength(count)
  })

  test('a page that is looked at sends nothing early', () => {
    const sent = edited()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(sent).not.toContain(7)
  })
})
