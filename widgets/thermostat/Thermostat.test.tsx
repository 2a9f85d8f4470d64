import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { device, layoutOf, placed } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'
import { widgets } from '../../tests/support/whole-widgets.ts'
import { examples } from './examples.ts'

const TARGET = 'ThermostatService/occupied_heating_setpoint'
const MODE = 'ThermostatService/mode'
const [example] = examples
if (!example) throw new Error('There is an example')

const mode = placed('selection1', 'ThermostatService', 'mode', {
  kind: 'option',
  access: ['read', 'write'],
  options: [{ value: 0 }, { value: 1 }, { value: 2 }, { value: 3 }],
})
const control: Placed = {
  ...example.placed,
  options: {
    ...example.placed.options,
    disabledWhen: { service: 'ThermostatService', property: 'mode', op: 'EQ', value: 3 },
  },
}
const wall = (at = '/devices/device/d') =>
  homeWith(
    device('d', 'Bath', layoutOf({ control, more: [mode] }), {
      ...example.values,
      [MODE]: 1,
    }),
    { widgets, at },
  )

beforeAll(prepareTexts)

describe('thermostat', () => {
  test('the dial tells target and measured value, and moves by the keys', () => {
    const home = wall()
    expect(home.has('slider').getAttribute('aria-valuetext')).toBe('22.5\u00a0°C, Now 21.3\u00a0°C')
    home.key('ArrowUp', 'slider').wait(700).sentOnly(TARGET, 23)
  })

  test('the tile has − value +', () => {
    wall('/').press(/more$/).press(/more$/).wait(700).sentOnly(TARGET, 23.5)
  })

  // 2.4-021
  test('the setter is disabled while the mode is 3, the modes are not', () => {
    const home = wall().reports(MODE, 3)
    expect(home.has('slider').getAttribute('aria-disabled')).toBe('true')
    home.key('ArrowUp', 'slider').wait(700).sentNothing()
    expect(screen.getByRole('radio', { name: 'Heat' })).toHaveProperty('disabled', false)
    home.reports(MODE, 1)
    expect(home.has('slider').getAttribute('aria-disabled')).toBeNull()
  })

  test('a typed value is clamped and on a step', () => {
    wall().type('99,3', 'spinbutton').wait(700).sentOnly(TARGET, 31)
  })

  test('after a refusal it goes back', () => {
    const home = wall().press(/more$/).wait(700)
    expect(home.has('spinbutton')).toHaveProperty('value', '23.0')
    home.answers(TARGET, 'failed', 'No answer.')
    expect(home.has('spinbutton')).toHaveProperty('value', '22.5')
  })

  test('a range the wrong way round is drawn with the ends that it has', () => {
    const odd = { ...control, value: { ...control.value, min: 30, max: 10 } }
    homeWith(device('d', 'Bath', layoutOf({ control: odd }), example.values), {
      widgets,
      at: '/devices/device/d',
    })
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' })
    expect(screen.getByRole('slider').getAttribute('aria-valuemax')).toBe('100')
  })
})
