import { beforeAll, expect, test, vi } from 'vitest'
import { device, plug } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { knownZone } from './home-clocks.ts'

beforeAll(prepareTexts)

const switched = device('d1', 'Plug', plug, { 'SwitchService/state': 'OFF' })

test('a zone that this browser does not know is told by the clocks of the reader', () => {
  expect(['Asia/Tokyo', 'Nowhere/At_All', undefined, 'Asia/Tokyo'].map(knownZone)).toEqual([
    'Asia/Tokyo',
    undefined,
    undefined,
    'Asia/Tokyo',
  ])
  const at = Date.now() - 60_000
  const home = homeWith([switched], { zone: 'Nowhere/At_All' }).becomes({ status: 5, statusSince: at }, 'd1')
  home.tile('Plug').getByText(/since/)
})

test('tiles that tell no time ask the browser for no zone, which takes as long as drawing some of them', () => {
  const home = homeWith([switched])
  // Only now: the clock of the test brings an Intl of its own.
  const asked = vi.spyOn(Intl, 'DateTimeFormat')
  home.becomes({ name: 'Lamp' }, 'd1').tile('Lamp').getByRole('switch')
  home.fake.zone = 'Europe/Oslo'
  home.becomes({ name: 'Fan' }, 'd1').tile('Fan').getByRole('switch')
  expect(asked).not.toHaveBeenCalled()
})
