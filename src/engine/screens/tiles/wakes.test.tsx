import { act, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { device, plug } from '../../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../../tests/support/home-with.tsx'

const plugs = Array.from({ length: 8 }, (_, at) =>
  device(`d${at}`, `Plug ${at}`, plug, { 'SwitchService/state': 'OFF' }),
)

beforeAll(prepareTexts)

type Tell = (entries: { target: Element; isIntersecting: boolean }[]) => void

// Observers are shared by all tiles for as long as the page stands: the stand-in looks up what is watched now.
const observers = new Map<Tell, { watched: Set<Element>; margin: string | undefined }>()

/** A window that says what is in sight when told to; `near` is what is almost there. */
function watchedWindow() {
  for (const { watched } of observers.values()) watched.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly watched = new Set<Element>()
      constructor(tell: Tell, { rootMargin }: IntersectionObserverInit) {
        observers.set(tell, { watched: this.watched, margin: rootMargin })
      }
      observe = (element: Element): void => void this.watched.add(element)
      unobserve = (element: Element): void => void this.watched.delete(element)
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const say = (isIntersecting: boolean, counts: (margin: string | undefined) => boolean): void => {
    for (const [tell, { watched, margin }] of observers)
      if (counts(margin)) tell([...watched].map((target) => ({ target, isIntersecting })))
  }
  return {
    sight: (seen: boolean) => say(seen, (margin) => margin === '240px'),
    near: (isNear: boolean) => say(isNear, (margin) => margin !== '240px'),
    watched: () => [...observers.values()].reduce((sum, { watched }) => sum + watched.size, 0),
  }
}

test('of one device that goes offline only its tile is drawn anew, and nobody listens to the others again', () => {
  const home = homeWith(plugs)
  const read = vi.spyOn(home.fake.link, 'get')
  const listened = vi.spyOn(home.fake.link, 'subscribe')
  home.becomes({ status: 5 }, 'd3').shows('8 devices, one is offline.')
  home.tile('Plug 3').getByText('offline')
  expect(new Set(read.mock.calls.map(([{ device }]) => device))).toEqual(new Set(['d3']))
  expect(listened.mock.calls.filter(([{ device }]) => device !== 'd3')).toEqual([])
})

test('a tile out of sight stays as it was drawn, and is as it is when it comes into sight', () => {
  const { sight } = watchedWindow()
  const home = homeWith(plugs)
  act(() => sight(false))
  const read = vi.spyOn(home.fake.link, 'get')
  home.becomes({ status: 5 }, 'd3').shows('8 devices, one is offline.')
  expect(read).not.toHaveBeenCalled()
  expect(home.tile('Plug 3').queryByText('offline')).toBeNull()
  act(() => sight(true))
  home.tile('Plug 3').getByText('offline')
  expect(screen.getAllByRole('article')).toHaveLength(8)
})

const many = Array.from({ length: 100 }, (_, at) =>
  device(`d${at}`, `Plug ${at}`, plug, { 'SwitchService/state': 'OFF' }),
)

test('of a long home only the tiles at its beginning are drawn; the others have their name, and keep the focus when they are drawn', () => {
  const { near, sight } = watchedWindow()
  const home = homeWith(many, { at: '/?n=100' })
  expect(screen.getAllByRole('article')).toHaveLength(100)
  expect(screen.getAllByRole('switch')).toHaveLength(24)
  const link = home.tile('Plug 55').getByRole('link')
  act(() => link.focus())
  act(() => near(true))
  act(() => near(true))
  expect(screen.getAllByRole('switch')).toHaveLength(100)
  expect(document.activeElement).toBe(home.tile('Plug 55').getByRole('link'))
  act(() => near(false))
  act(() => sight(false))
  expect(screen.getAllByRole('switch')).toHaveLength(100)
})

test('paper shows every tile of a long home', () => {
  watchedWindow()
  homeWith(many, { at: '/?n=100' })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('switch')).toHaveLength(100)
})

test('a tile out of sight takes in the first value that its device tells, so that it never says that nothing is known', () => {
  const { sight } = watchedWindow()
  const home = homeWith(device('d0', 'Plug', plug, {}))
  act(() => sight(false))
  home.reports('SwitchService/state', 'ON')
  home.tile('Plug').getByRole('switch', { checked: true })
  home.reports('SwitchService/state', 'OFF')
  home.tile('Plug').getByRole('switch', { checked: true })
  act(() => sight(true))
  home.tile('Plug').getByRole('switch', { checked: false })
})

/** What stands here is the same on any machine; a change that makes one of them worse says why. */
test('what 100 tiles cost: elements in the page, what the browser looks through in each frame, what is read of values', () => {
  const { near, sight, watched } = watchedWindow()
  const home = homeWith(many, { at: '/?n=100' })
  act(() => near(false))
  act(() => sight(false))
  expect(document.querySelectorAll('*').length).toBeLessThanOrEqual(1360)
  expect(watched()).toBe(2)
  const read = vi.spyOn(home.fake.link, 'get')
  home.reports('SwitchService/state', 'ON')
  expect(read).not.toHaveBeenCalled()
  // First the groups, then the tiles in them.
  act(() => near(true))
  act(() => near(true))
  read.mockClear()
  act(() => sight(true))
  expect(read.mock.calls.length).toBeLessThanOrEqual(720)
  home.tile('Plug 0').getByRole('switch', { checked: true })
})
