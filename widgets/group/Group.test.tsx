import { screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, motion } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'

const values = {
  'TemperatureService/temperature': 20.6,
  'LightLevelService/illuminance': 38,
  'HumidityService/humidity': 47,
  'BatteryService/battery': 31,
}

beforeAll(prepareTexts)

describe('several readings', () => {
  // 2.9-008
  test('stand side by side in a tile, each with its name, four at most', () => {
    const home = homeWith(device('hall', 'Hall', motion, values))
    const terms = home.tile('Hall').getAllByRole('term')
    expect(terms).toHaveLength(4)
    expect(terms[0]?.textContent).toBe('Temperature')
    expect(home.tile('Hall').getAllByRole('definition')[0]?.textContent).toBe('20.6\u00a0°C')
  })

  test('follow the device, and colour what needs attention', () => {
    homeWith(device('hall', 'Hall', motion, values)).reports('BatteryService/battery', 12)
    const battery = screen.getAllByRole('definition').find(({ textContent }) => textContent?.startsWith('12'))
    expect(battery?.getAttribute('data-level')).toBe('danger')
  })

  test('on the page have icons', () => {
    homeWith(device('hall', 'Hall', motion, values), { at: '/devices/device/hall?section=sensory' })
    const [term] = screen.getAllByRole('term')
    expect(term && within(term).queryByText('Temperature')).not.toBeNull()
    expect(term?.querySelector('svg')).not.toBeNull()
  })
})
