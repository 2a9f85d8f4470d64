import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import catalogue from '#catalogue/limits.json'
import { loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { ToastRegion } from './ToastRegion.tsx'
import { type ToastMessage, Toasts } from './toasts.ts'

const { toastDelay, undoDelay } = catalogue.limits
const HIDE = 5000
const UNDO = 8000

let toasts: Toasts

beforeEach(async () => {
  await loadAreas(['shell'])
  vi.useFakeTimers()
  toasts = new Toasts()
  render(<ToastRegion hide={toastDelay.value} undo={undoDelay.value} toasts={toasts} />)
})
afterEach(() => vi.useRealTimers())

const show = (message: ToastMessage): void => act(() => void toasts.show(message))
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const undoButton = (): HTMLElement => screen.getByRole('button', { name: text.t('shell.undo') })
const shown = (): string | null => screen.getByRole('region').textContent

describe('a toast', () => {
  // 1.9-011 2.9-016 3.9-021
  test('hides after 5 s', () => {
    show({ text: 'Saved' })
    wait(HIDE - 1)
    expect(shown()).toBe('Saved')
    wait(1)
    expect(shown()).toBe('')
  })

  test('stands in a region that readers listen to', () => {
    expect(screen.getByRole('region')).toHaveProperty('ariaLive', 'polite')
  })

  test('that can be undone stays 8 s, and is over when they are', () => {
    const gone = vi.fn()
    const undo = vi.fn()
    show({ text: 'Renamed', about: [], undo, gone })
    wait(UNDO - 1)
    expect(gone).not.toHaveBeenCalled()
    wait(1)
    expect(gone).toHaveBeenCalledTimes(1)
    expect(undo).not.toHaveBeenCalled()
  })

  test('is taken back by its button, and then is not over', () => {
    const gone = vi.fn()
    const undo = vi.fn()
    show({ text: 'Renamed', about: [], undo, gone })
    fireEvent.click(undoButton())
    wait(UNDO)
    expect(undo).toHaveBeenCalledTimes(1)
    expect(gone).not.toHaveBeenCalled()
    expect(shown()).toBe('')
  })

  test('can be put away, and is over then', () => {
    const gone = vi.fn()
    show({ text: 'Saved', gone })
    const away = screen.getByRole('button', { name: text.t('shell.hideNotice') })
    fireEvent.click(away)
    expect(shown()).toBe('')
    expect(gone).toHaveBeenCalledTimes(1)
  })

  test('that can be undone makes room for the next when it is put away, and is not undone', () => {
    const undo = vi.fn()
    show({ text: 'Renamed', about: [], undo })
    show({ text: 'Second' })
    fireEvent.click(screen.getByRole('button', { name: text.t('shell.hideNotice') }))
    expect(shown()).toBe('Second')
    expect(undo).not.toHaveBeenCalled()
  })

  test('waits while somebody points at it', () => {
    show({ text: 'Saved' })
    fireEvent.pointerMove(screen.getByRole('region'))
    wait(2 * HIDE)
    expect(shown()).toBe('Saved')
    fireEvent.pointerLeave(screen.getByRole('region'))
    wait(HIDE)
    expect(shown()).toBe('')
  })

  test('does not wait for a mouse that lay where it came up: what is below is wanted', () => {
    show({ text: 'Saved' })
    fireEvent.pointerEnter(screen.getByRole('region'))
    wait(HIDE)
    expect(shown()).toBe('')
  })
})

describe('one at a time', () => {
  test('a plain toast gives way to the next', () => {
    show({ text: 'First' })
    show({ text: 'Second' })
    expect(shown()).toBe('Second')
  })

  test('one that can be undone keeps its time; the next comes after it', () => {
    show({ text: 'Renamed', about: [], undo: () => {} })
    show({ text: 'Second' })
    expect(shown()).toContain('Renamed')
    wait(UNDO)
    expect(shown()).toBe('Second')
  })

  test('the same sentence is not said twice at once', () => {
    show({ text: 'Offline' })
    const first = toasts.current()
    show({ text: 'Offline' })
    expect(toasts.current()).toBe(first)
  })
})

describe('two changes of the same thing', () => {
  const gone = vi.fn()
  beforeEach(() => gone.mockClear())
  const rename = (name: string, about: string, undo = vi.fn()) => {
    show({ text: `Now “${name}”`, about: [about], undo, gone })
    return undo
  }
  const press = (): void => act(() => void fireEvent.click(undoButton()))

  test('leave the newer one to be taken back: the older one’s words are no longer true, and its way back leads past the newer', () => {
    const first = rename('A', 'device 1 name')
    const second = rename('B', 'device 1 name')
    expect(shown()).toContain('Now “B”')
    expect(gone).toHaveBeenCalledTimes(1)
    press()
    expect(second).toHaveBeenCalledTimes(1)
    expect(first).not.toHaveBeenCalled()
    expect(shown()).toBe('')
  })

  test('count as the same where one is about the whole and the other about a part of it', () => {
    rename('A', 'room 1 name')
    rename('gone', 'room 1')
    expect(shown()).toContain('Now “gone”')
    rename('of another', 'room 12 name')
    expect(shown()).toContain('Now “gone”')
  })

  test('of different things keep both ways back', () => {
    const first = rename('A', 'device 1 name')
    const second = rename('B', 'device 2 name')
    press()
    press()
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  test('also where the newer one cannot be taken back', () => {
    rename('A', 'device 1 name')
    show({ text: 'Removed', about: ['device 1'] })
    expect(shown()).toBe('Removed')
  })
})
