import { act, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { device, plug } from '../../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../../tests/support/home-with.tsx'

const plugs = Array.from({ length: 8 }, (_, at) =>
  device(`d${at}`, `Plug ${at}`, plug, { 'SwitchService/state': 'OFF' }),
)

beforeAll(prepareTexts)

type Tell = (entries: { target: Element; isIntersecting: boolean }[]) => void

// The tiles share one observer for as long as the page stands.
let tell: Tell = () => {}
const watched = new Set<Element>()

/** A window that says what is in sight when told to. */
function watchedWindow() {
  watched.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: Tell) {
        tell = told
      }
      observe = (element: Element): void => void watched.add(element)
      unobserve = (element: Element): void => void watched.delete(element)
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    sight: (isIntersecting: boolean) => tell([...watched].map((target) => ({ target, isIntersecting }))),
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

test('of a long home only the tiles at its beginning are drawn; the others have their name, and keep the focus when they are drawn', () => {
  const { sight } = watchedWindow()
  const many = Array.from({ length: 60 }, (_, at) => device(`d${at}`, `Plug ${at}`, plug, {}))
  const home = homeWith(many, { at: '/?n=60' })
  expect(screen.getAllByRole('article')).toHaveLength(60)
  expect(screen.getAllByRole('switch')).toHaveLength(50)
  const link = home.tile('Plug 55').getByRole('link')
  act(() => link.focus())
  act(() => sight(true))
  expect(screen.getAllByRole('switch')).toHaveLength(60)
  expect(document.activeElement).toBe(home.tile('Plug 55').getByRole('link'))
  act(() => sight(false))
  expect(screen.getAllByRole('switch')).toHaveLength(60)
})

test('paper shows every tile of a long home', () => {
  watchedWindow()
  homeWith(
    Array.from({ length: 60 }, (_, at) => device(`d${at}`, `Plug ${at}`, plug, {})),
    { at: '/?n=60' },
  )
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('switch')).toHaveLength(60)
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
