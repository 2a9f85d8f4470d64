import { act, screen } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { device, plug } from '../../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../../tests/support/home-with.tsx'

const plugs = Array.from({ length: 8 }, (_, at) =>
  device(`d${at}`, `Plug ${at}`, plug, { 'SwitchService/state': 'OFF' }),
)

beforeAll(prepareTexts)

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
  let sight: (seen: boolean) => void = () => {}
  const told: Element[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        sight = (isIntersecting) => tell(told.map((target) => ({ target, isIntersecting })))
      }
      observe = (element: Element): void => void told.push(element)
      unobserve = (): void => {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
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
