import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DeviceLayout } from '#schemas/generated/entities/layout.ts'
import { catalogueLayouts } from '../../../tests/support/catalogue.ts'
import { device } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'

let layoutOf: (model: string) => DeviceLayout

beforeAll(async () => {
  await prepareTexts()
  layoutOf = await catalogueLayouts()
})

describe('spec 2 §4 the room thermostat of the catalogue', () => {
  const values = {
    'ThermostatService/occupied_heating_setpoint': 20,
    'ThermostatService/mode': 1,
    'ThermostatService/fan_mode': 3,
  }

  // 2.4-021
  test('its value setter is disabled when its mode is 3', () => {
    const home = homeWith(device('d', 'Device', layoutOf('THR100'), values))
    expect(screen.getByRole('spinbutton')).toHaveProperty('disabled', false)
    home.reports('ThermostatService/mode', 3)
    expect(screen.getByRole('spinbutton')).toHaveProperty('disabled', true)
  })

  // 2.4-022
  test.each([
    ['ArrowRight', 3, 0],
    ['ArrowLeft', 0, 3],
  ])('its fan mode goes round: %s from %i is %i', (key, from, to) => {
    const path = 'ThermostatService/fan_mode'
    const home = homeWith(device('d', 'Device', layoutOf('THR100'), { ...values, [path]: from }), {
      at: '/devices/device/d',
    })
    home.key(key, 'radiogroup', 'Fan').sentOnly(path, to)
  })
})

describe('spec 2 §4 the fan on WISE of the catalogue', () => {
  const path = 'FanService/fan_mode'

  // 2.4-023
  test.each([
    ['ArrowRight', 3],
    ['ArrowLeft', 0],
  ])('its fan mode stops at its end: %s from %i', (key, from) => {
    homeWith(device('d', 'Device', layoutOf('FAN100'), { [path]: from }))
      .key(key, 'radiogroup')
      .sentNothing()
  })

  test('between its ends it steps', () => {
    homeWith(device('d', 'Device', layoutOf('FAN100'), { [path]: 0 }))
      .key('ArrowRight', 'radiogroup')
      .sentOnly(path, 1)
  })
})
