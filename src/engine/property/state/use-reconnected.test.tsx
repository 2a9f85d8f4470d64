import { globSync, readFileSync } from 'node:fs'
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PortsContext } from '../../engine.ts'
import type { Home } from '../../ports.ts'
import { useOpened, useReconnected } from './use-reconnected.ts'

type LinkState = ReturnType<Home['link']>['state']

/** Somebody who looks while the channel is in this state, and goes on looking. */
function looking(first: LinkState) {
  const [opened, reconnected] = [vi.fn(), vi.fn()]
  let link = { state: first, since: 0 }
  let wake = (): void => {}
  const home = {
    link: () => link,
    subscribe: (listen: () => void) => {
      wake = listen
      return () => {}
    },
  }
  function Looks() {
    useOpened(opened)
    useReconnected(reconnected)
    return null
  }
  render(
    <PortsContext value={{ home } as never}>
      <Looks />
    </PortsContext>,
  )
  const is = (state: LinkState): void =>
    act(() => {
      link = { state, since: 0 }
      wake()
    })
  const times = () => [opened.mock.calls.length, reconnected.mock.calls.length]
  return { is, times }
}

test('whoever looks before the channel is open asks again once it is; commands have waited for it', () => {
  const { is, times } = looking('connecting')
  expect(times()).toEqual([0, 0])
  is('live')
  expect(times()).toEqual([1, 0])
})

test('after a cut both ask again; a gateway that is away cuts nobody off from the server', () => {
  const { is, times } = looking('live')
  expect(times()).toEqual([0, 0])
  is('offline')
  is('live')
  expect(times()[0]).toBe(0)
  is('connecting')
  is('live')
  expect(times()).toEqual([1, 2])
})

test('whatever keeps rows and hears events of them asks again for what was told while the channel was closed', () => {
  const [hears, keeps, asks] = [/\bonEvent\?*\.?\(/, /\buseQuery\(/, /\buse(Opened|Reconnected)\(/]
  const files = globSync('src/{engine,screens}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const live = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return hears.test(text) && keeps.test(text)
  })
  expect(live).not.toEqual([])
  expect(live.filter((file) => !asks.test(readFileSync(file, 'utf8')))).toEqual([])
})
