import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyWidget, defineLazy, type RegisteredWidget } from '#engine/widget.ts'
import { device, layoutOf, placed, plug } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { widgets } from '../../../tests/support/whole-widgets.ts'

const control = placed('valueSetter', 'ThermostatService', 'occupied_heating_setpoint', {
  kind: 'range',
  access: ['read', 'write'],
  unit: '°C',
})
const TARGET = 'ThermostatService/occupied_heating_setpoint'

/** A home whose setter comes late, as large widgets do. */
function home(fetchWidget: () => Promise<{ default: AnyWidget }>, at?: string) {
  const registry = new Map<string, RegisteredWidget>([
    ...widgets,
    ['valueSetter', defineLazy({ kind: 'valueSetter', places: ['tile', 'page'], panel: false }, fetchWidget)],
  ])
  return homeWith(
    [
      device('late', 'Late', layoutOf({ control }), { [TARGET]: 20 }),
      device('good', 'Good', plug, { 'SwitchService/state': 'OFF' }),
    ],
    { widgets: registry, at },
  )
}

const setter = async () => ({ default: widgets.get('valueSetter') as AnyWidget })
const arrive = () => act(async () => {})

beforeAll(prepareTexts)

describe('a widget whose code is on its way', () => {
  test('stands for its value until it is there, then it can be used', async () => {
    const driver = home(setter)
    expect(driver.tile('Late').getByText('20')).toBeDefined()
    expect(screen.queryByRole('spinbutton')).toBeNull()
    await arrive()
    expect(screen.getByRole('spinbutton')).toHaveProperty('value', '20.0')
    driver.press('Target temperature: more').wait(700).sentOnly(TARGET, 20.5)
  })

  test('keeps its place on the page', async () => {
    home(setter, '/devices/device/late')
    expect(screen.queryByRole('spinbutton')).toBeNull()
    expect(screen.getByRole('region', { name: 'Target temperature' })).toBeDefined()
    await arrive()
    expect(screen.getByRole('spinbutton')).toBeDefined()
  })

  test('U-01 code that does not come is a fault of its own card, and is asked for again', async () => {
    let asked = 0
    const driver = home(async () => {
      asked += 1
      if (asked === 1) throw new Error('No such part')
      return setter()
    })
    await arrive()
    expect(driver.tile('Late').getByText(/cannot be shown/)).toBeDefined()
    expect(driver.faults[0]).toMatchObject({ device: 'Late', phase: 'async' })
    expect(driver.tile('Good').getByRole('switch')).toBeDefined()
    driver.press('Show again')
    await arrive()
    expect(screen.getByRole('spinbutton')).toBeDefined()
  })

  test('U-03 code that does not come since nothing comes leaves the value, and is asked for when the connection is back', async () => {
    let reachable = false
    const driver = home(async () => {
      if (!reachable) throw new Error('No such part')
      return setter()
    })
    driver.link('stale')
    await arrive()
    expect(driver.tile('Late').getByText('20')).toBeDefined()
    expect(driver.faults).toEqual([])
    reachable = true
    driver.link('live')
    await arrive()
    expect(screen.getByRole('spinbutton')).toBeDefined()
  })

  test('U-03 a fault that was told before the cut was noticed goes with it', async () => {
    let reachable = false
    const driver = home(async () => {
      if (!reachable) throw new Error('No such part')
      return setter()
    })
    await arrive()
    expect(driver.tile('Late').getByText(/cannot be shown/)).toBeDefined()
    driver.link('stale')
    await arrive()
    expect(driver.tile('Late').getByText(/cannot be shown/)).toBeDefined()
    reachable = true
    driver.link('live')
    await arrive()
    expect(screen.getByRole('spinbutton')).toBeDefined()
  })
})
