import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { session } from '#session/session.ts'
import { at, enter } from '../fake-house.ts'
import { Shell } from './Shell.tsx'

const home = vi.hoisted(() => ({
  state: 'live',
  heads: [] as { statusReason?: number }[],
  listeners: new Set<() => void>(),
}))
vi.mock('#live/channel/connect.ts', () => ({
  connectHome: () => ({
    close: () => {},
    home: {
      link: () => ({ state: home.state, since: 0 }),
      devices: () => ({ heads: home.heads, total: home.heads.length, complete: true }),
      subscribe: (wake: () => void) => {
        home.listeners.add(wake)
        return () => void home.listeners.delete(wake)
      },
    },
  }),
}))

const becomes = (next: Partial<typeof home>): void =>
  act(() => {
    Object.assign(home, next)
    for (const wake of [...home.listeners]) wake()
  })

beforeEach(async () => {
  Object.assign(home, { state: 'live', heads: [] })
  await loadAreas(['shell', 'menu', 'status'])
  await changeLanguage('ch_EN')
  enter('users')
  at('/gtw_settings', <Shell />)
})
afterEach(() => act(() => session.end()))

const lamp = () => within(screen.getByRole('banner'))

describe('the lamp in the header', () => {
  test.each(['stale', 'failed'])(
    'says that there is no connection while the link is %s, and the state again after',
    (state) => {
      expect(lamp().getByText('Online')).toBeDefined()
      becomes({ state })
      expect(lamp().getByText('No connection')).toBeDefined()
      expect(lamp().queryByText('Online')).toBeNull()
      becomes({ state: 'live' })
      expect(lamp().getByText('Online')).toBeDefined()
    },
  )

  test.each([800, 801])('says that the bridge does not run while devices are away for %i', (statusReason) => {
    becomes({ heads: [{}, { statusReason }] })
    expect(lamp().getByText('Bridge not running')).toBeDefined()
    becomes({ heads: [{}, {}] })
    expect(lamp().getByText('Online')).toBeDefined()
  })
})
