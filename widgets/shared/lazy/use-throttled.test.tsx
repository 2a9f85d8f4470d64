import { act, cleanup, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useThrottled } from './use-throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function finger(every = 1000) {
  const sent: number[] = []
  const hook = renderHook(({ value }) => useThrottled(value, (next: number) => sent.push(next), every), {
    initialProps: { value: 0 },
  })
  return {
    sent,
    hook,
    move: (to: number) => act(() => hook.result.current.change(to)),
    lift: () => act(() => hook.result.current.release()),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  }
}

describe('spec 2 §9 the delay of the colour widget', () => {
  // 2.9-012
  test('while a finger moves, it sends the first value and then at most one a second', () => {
    const { move, wait, sent } = finger()
    for (let step = 1; step <= 25; step += 1) {
      move(step)
      wait(100)
    }
    expect(sent).toEqual([1, 10, 20])
  })

  test('the value at which the finger is lifted goes at once', () => {
    const { move, lift, sent } = finger()
    move(1)
    move(2)
    lift()
    expect(sent).toEqual([1, 2])
  })

  test('a tap is sent once', () => {
    const { move, lift, wait, sent } = finger()
    move(7)
    lift()
    wait(5000)
    expect(sent).toEqual([7])
  })

  test('what was chosen last is sent when the control goes away', () => {
    const { move, hook, sent } = finger()
    move(1)
    move(2)
    hook.unmount()
    expect(sent).toEqual([1, 2])
  })

  test('shows what the finger chose, then what the device says', () => {
    const { move, wait, hook } = finger()
    move(5)
    expect(hook.result.current).toMatchObject({ shown: 5, editing: true })
    wait(1000)
    expect(hook.result.current).toMatchObject({ shown: 0, editing: false })
  })

  test('the last value is always sent, and no value twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 }), (pauses) => {
        const { move, lift, wait, sent, hook } = finger()
        for (const [step, pause] of pauses.entries()) {
          move(step)
          wait(pause)
        }
        lift()
        expect(sent.at(-1)).toBe(pauses.length - 1)
        expect(new Set(sent).size).toBe(sent.length)
        hook.unmount()
      }),
      { numRuns: 40 },
    )
  })
})
