import { describe, expect, test } from 'vitest'
import { nameOf, shortNameOf, valueWord } from './names.ts'

const texts: Readonly<Record<string, string>> = {
  'properties.SwitchService.state': 'Schalter',
  'properties.SwitchService.state_right': 'Pumpe',
  'properties.MeterService.power': 'Leistung',
  'values.endpoint.left': 'links',
  'values.endpoint.phase_b': 'L2',
  'values.SwitchService.state.ON': 'an',
  'values.common.OFF': 'aus',
}
const words = { say: (key: string, fallback: string) => texts[key] ?? fallback }
const part = (property: string, value: { endpoint?: string; label?: string } = {}) => ({
  service: 'SwitchService',
  property,
  value,
})

describe('one of several alike', () => {
  test('is called what they are all called, and which of them it is, in words', () => {
    expect(nameOf(part('state_left', { endpoint: 'left', label: 'State' }), words)).toBe('Schalter links')
    expect(nameOf(part('state_l3', { endpoint: 'l3' }), words)).toBe('Schalter 3')
    expect(nameOf(part('state_3', { endpoint: '3' }), words)).toBe('Schalter 3')
    expect(nameOf(part('state_t1', { endpoint: 't1' }), words)).toBe('Schalter T1')
    expect(nameOf(part('state_wire_2', { endpoint: 'wire_2' }), words)).toBe('Schalter Wire 2')
  })

  test('keeps a text of its own', () => {
    expect(nameOf(part('state_right', { endpoint: 'right' }), words)).toBe('Pumpe')
    expect(
      nameOf(part('state_left', { endpoint: 'left' }), words, 'properties.SwitchService.state_right'),
    ).toBe('Pumpe')
  })

  test('is known by its name where the bridge does not say so and both have words', () => {
    const power = { service: 'MeterService', property: 'power_phase_b' }
    expect(nameOf(power, words)).toBe('Leistung L2')
    expect(nameOf({ ...power, property: 'power_outage' }, words)).toBe('Power outage')
  })

  test('beside the others it is enough to say which', () => {
    expect(shortNameOf(part('state_left', { endpoint: 'left' }), words)).toBe('Links')
    expect(shortNameOf(part('state_l2', { endpoint: 'l2' }), words)).toBe('Schalter 2')
    expect(shortNameOf(part('state_right', { endpoint: 'right' }), words)).toBe('Pumpe')
  })

  test('has the words of the values of all of them', () => {
    const left = part('state_left', { endpoint: 'left' })
    expect(valueWord(left, 'ON', words, undefined)).toBe('an')
    expect(valueWord(left, 'OFF', words, undefined)).toBe('aus')
    expect(valueWord(left, 'TOGGLE', words, 'Wechseln')).toBe('Wechseln')
  })
})

describe('what one of two values is called', () => {
  const said: Record<string, string> = {
    'values.MotionService.occupancy.true': 'Bewegung',
    'values.MotionService.occupancy.false': 'ruhig',
    'values.ContactService.contact.true': 'geschlossen',
    'values.ContactService.contact.ON': 'offen',
    'values.common.ON': 'an',
  }
  const words = { say: (key: string, fallback: string) => said[key] ?? fallback }
  const told = (at: string, raw: string | boolean, value: { on?: string; off?: string }) => {
    const [service = '', property = ''] = at.split('/')
    return valueWord({ service, property, value }, raw, words, undefined)
  }

  test('is that of true where a device says it otherwise and nobody has said what that is called', () => {
    expect(told('MotionService/occupancy', 'ON', { on: 'ON', off: 'OFF' })).toBe('Bewegung')
    expect(told('MotionService/occupancy', 'OFF', { on: 'ON', off: 'OFF' })).toBe('ruhig')
    expect(told('MotionService/occupancy', 'ON', { on: 'OFF', off: 'ON' })).toBe('ruhig')
    expect(told('MotionService/occupancy', 'ON', {})).toBe('an')
    expect(told('ContactService/contact', 'ON', { on: 'ON', off: 'OFF' })).toBe('offen')
    expect(told('SirenService/state', 'ON', { on: 'ON', off: 'OFF' })).toBe('an')
  })
})

test('without any text there is the label of the bridge, else the wire name as people would write it', () => {
  expect(nameOf(part('dimming_speed', { label: 'Dimming speed up' }), words)).toBe('Dimming speed up')
  expect(nameOf(part('dimmingSpeedUp'), words)).toBe('Dimming speed up')
  expect(nameOf(part('gain_left', { endpoint: 'left', label: 'Gain' }), words)).toBe('Gain links')
})
