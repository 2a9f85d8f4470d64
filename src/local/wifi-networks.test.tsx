import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { WifiNetworks } from './WifiNetworks.tsx'

const network = (ssid: string, more: object = {}) => ({
  ssid,
  signal: 60,
  encryption: 'wpa2',
  connected: false,
  ...more,
})
const answered = vi.fn<() => Promise<Response>>()
const hears = (...data: object[]): void =>
  void answered.mockImplementation(async () => Response.json({ data, count: data.length }))

beforeEach(async () => {
  await loadAreas(['local', 'engine', 'shell'])
  await changeLanguage('ch_EN')
  vi.stubGlobal('fetch', answered.mockReset())
  history.replaceState(null, '', '/wifi')
})
afterEach(() => vi.unstubAllGlobals())

const rows = async () => {
  render(<WifiNetworks />)
  return await screen.findAllByRole('listitem')
}

describe('spec 1 §7 the scan of Wi-Fi networks', () => {
  test('a network is chosen with its name and its encryption', async () => {
    hears(network('Lindenweg & Co', { encryption: 'wpa' }), network('Gast', { encryption: 'none' }))
    const [first] = await rows()
    if (!first) throw new Error('no network')
    await userEvent.click(within(first).getByRole('button'))
    const { pathname, searchParams } = new URL(location.href)
    expect(pathname).toBe('/wifi-join')
    expect(Object.fromEntries(searchParams)).toEqual({ ssid: 'Lindenweg & Co', encryption: 'wpa' })
  })

  // 2.9-039
  test.each([
    [0, 0],
    [1, 1],
    [39, 1],
    [40, 2],
    [49, 2],
    [50, 4],
    [100, 4],
  ])(
    'a quality of %i percent is %i bars: the bands are 0 to 0.4, 0.4 to 0.5, 0.5 to 1',
    async (signal, bars) => {
      hears(network('Lindenweg', { signal }))
      const [first] = await rows()
      expect(first?.querySelectorAll('[role="img"] [data-on]')).toHaveLength(bars)
    },
  )

  test('one without a name is entered by hand', async () => {
    hears(network(''))
    const [first] = await rows()
    if (!first) throw new Error('no network')
    await userEvent.click(within(first).getByRole('button'))
    expect(location.pathname).toBe('/wifi-manual')
  })

  test('one that we cannot join is shown and cannot be chosen', async () => {
    hears(network('Hotel', { encryption: 'other' }))
    const [first] = await rows()
    expect(first && within(first).getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  })

  test('V-12 a name that steers terminals or turns the writing is shown as unreadable', async () => {
    hears(network('evil\u202Egnp\u0007'))
    const [first] = await rows()
    expect(first && within(first).getByText('evil\uFFFDgnp\uFFFD')).toBeTruthy()
  })

  test('none, and a search that fails, are said; another search may find some', async () => {
    hears()
    render(<WifiNetworks />)
    expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy()
    answered.mockRejectedValueOnce(new TypeError('failed to fetch'))
    const search = screen.getAllByRole('button')[0]
    if (!search) throw new Error('no button to search')
    await userEvent.click(search)
    const again = await screen.findByRole('button', { name: 'Try again' })
    hears(network('Lindenweg'))
    await userEvent.click(again)
    expect(await screen.findByText('Lindenweg')).toBeTruthy()
  })
})
