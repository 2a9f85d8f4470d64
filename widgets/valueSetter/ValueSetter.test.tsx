import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { device, dimmer, layoutOf, placed, thermostat } from '../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../tests/support/home-with.tsx'

const LEVEL = 'LightService/brightness'
const TARGET = 'ThermostatService/occupied_heating_setpoint'
const lamp = () => homeWith(device('lamp', 'Lamp', dimmer, { 'LightService/state': 'ON', [LEVEL]: 127 }))
const heating = () => homeWith(device('bath', 'Bath', thermostat, { [TARGET]: 20 }))

beforeAll(prepareTexts)

describe('spec 2 §5 value setter', () => {
  test('follows the device', () => {
    heating().reports(TARGET, 22.5)
    expect(screen.getByRole('spinbutton')).toHaveProperty('value', '22.5')
  })

  // 2.5-038
  test('sends once, 700 ms after the last press', () => {
    const home = heating().press('Target temperature: more').press('Target temperature: more')
    expect(home.has('spinbutton')).toHaveProperty('value', '21.0')
    home.wait(699).sentNothing()
    home.wait(1).sentOnly(TARGET, 21)
  })

  test('a redraw neither restarts nor repeats the sending', () => {
    const home = heating().press('Target temperature: more').wait(500)
    home.reports('HumidityService/humidity', 50).wait(200).sentOnly(TARGET, 20.5)
    home.wait(5000).sentOnly(TARGET, 20.5)
  })

  test('a newer report replaces the draft on screen, but the edit is still sent', () => {
    const home = heating().press('Target temperature: more').reports(TARGET, 25)
    expect(home.has('spinbutton')).toHaveProperty('value', '25.0')
    home.wait(700).sentOnly(TARGET, 20.5)
  })

  test('cannot be pressed beyond its ends', () => {
    heating().reports(TARGET, 31)
    expect(screen.getByRole('button', { name: 'Target temperature: more' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Target temperature: less' })).toHaveProperty('disabled', false)
  })

  test('takes a typed value with a comma, clamped and on a step', () => {
    heating().type('99,3', 'spinbutton').wait(700).sentOnly(TARGET, 31)
  })

  test('takes no text that is no number', () => {
    const home = heating().type('warm', 'spinbutton').wait(700).sentNothing()
    expect(home.has('spinbutton')).toHaveProperty('value', '20.0')
  })

  test('a slider moves by the keys and says its value in words', () => {
    const home = lamp().key('ArrowUp', 'slider')
    expect(home.has('slider').getAttribute('aria-valuetext')).toBe('51\u00a0%')
    home.key('PageUp', 'slider').wait(700).sentOnly(LEVEL, 155)
  })

  test.each([
    ['Home', 0],
    ['End', 254],
  ])('%s takes a slider to its end', (key, sent) => {
    lamp().key(key, 'slider').wait(700).sentOnly(LEVEL, sent)
  })

  test('a slider under a finger sends when it is let go, however long it rests', () => {
    const home = lamp()
    const slider = home.has('slider')
    slider.getBoundingClientRect = () => new DOMRect(0, 0, 100, 40)
    fireEvent.pointerDown(slider, { button: 0, clientX: 20, pointerId: 1 })
    fireEvent.pointerMove(slider, { clientX: 80, pointerId: 1 })
    expect(slider.getAttribute('aria-valuetext')).toBe('80\u00a0%')
    home.wait(5000).sentNothing()
    fireEvent.pointerUp(slider, { pointerId: 1 })
    home.sentOnly(LEVEL, 203)
  })

  test('a range of five thousand steps is a slider with a figure to type into', () => {
    const wide = placed('valueSetter', 'ConfigurationService', 'occupancy_timeout', {
      kind: 'range',
      access: ['read', 'write'],
      unit: 's',
      min: 0,
      max: 5000,
    })
    const home = homeWith(
      device('d', 'Device', layoutOf({ control: wide }), { 'ConfigurationService/occupancy_timeout': 30 }),
    )
    home.has('slider')
    home.type('4321', 'textbox').wait(700).sentOnly('ConfigurationService/occupancy_timeout', 4321)
  })

  test('while an order is under way it stands where it was wanted and is busy; after a refusal it goes back', () => {
    const home = heating().press('Target temperature: more').wait(700)
    expect(home.has('spinbutton')).toHaveProperty('value', '20.5')
    expect(home.has('group', 'Target temperature').getAttribute('aria-busy')).toBe('true')
    home.answers(TARGET, 'failed', 'No answer after 15 s.')
    expect(home.has('spinbutton')).toHaveProperty('value', '20.0')
  })

  test('a device that reports something else shows what it reports, and what was wanted', () => {
    const home = heating().press('Target temperature: more').wait(700)
    home.reports(TARGET, 18).answers(TARGET, 'diverged')
    expect(home.has('spinbutton')).toHaveProperty('value', '18.0')
    home.shows('20.5')
  })

  test('an unknown value is a dash', () => {
    const home = homeWith(device('bath', 'Bath', thermostat))
    expect(home.has('spinbutton')).toHaveProperty('value', '–')
  })
})
