import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { decode, encode, isOn, nextOf, options, read } from './value.ts'

const both = ['read' as const, 'write' as const]
const of = (value: Partial<Value>, iconName?: string | Record<string, string>, property = 'state') => {
  const whole: Value = { kind: 'bool', access: both, ...value }
  return options(whole, placedOf('iconType', 'S', property, whole, { options: { iconName } }))
}

describe('icon and switch', () => {
  test('reads the wire words of its description, and goes out in them', () => {
    const light = of({ on: 'ON', off: 'OFF' })
    expect(isOn(decode('ON', light), light)).toBe(true)
    expect(isOn(decode('OFF', light), light)).toBe(false)
    expect(encode('ON', light)).toBe('ON')
    expect(encode('OFF', light)).toBe('OFF')
  })

  test.each([
    [1, true],
    ['1', true],
    ['on', true],
    [0, false],
    ['false', false],
  ] as const)('without words of its own takes %s for what it commonly means', (raw, on) => {
    const plain = of({})
    expect(isOn(decode(raw, plain), plain)).toBe(on)
  })

  test('a description whose on is false turns it round', () => {
    const contact = of({ access: ['read'], on: false, off: true })
    expect(isOn(decode(false, contact), contact)).toBe(true)
    expect(isOn(decode(true, contact), contact)).toBe(false)
  })

  test('two settable options that mean on and off are one switch, others go round', () => {
    expect(of({ kind: 'option', options: [{ value: 'off' }, { value: 'on' }] })).toMatchObject({
      control: 'switch',
      on: 'on',
      off: 'off',
    })
    expect(of({ kind: 'option', options: [{ value: 'a' }, { value: 'b' }] }).control).toBe('cycle')
    expect(of({ access: ['read'] }).control).toBe('none')
  })

  // 2.4-022
  test('the fan mode cycles from 0 to 3 with wraparound', () => {
    const fan = of(
      { kind: 'option', options: [0, 1, 2, 3].map((value) => ({ value })) },
      undefined,
      'fan_mode',
    )
    expect(nextOf(0, fan)).toBe(1)
    expect(nextOf(3, fan)).toBe(0)
  })

  test('the icon follows the value', () => {
    const window = of({ access: ['read'] }, { true: 'window', false: 'contact' })
    expect(read(decode(true, window), window, plainWords).icon).toBe('window')
    expect(read(decode(false, window), window, plainWords).icon).toBe('contact')
  })

  test('a detector that has found something is dangerous', () => {
    const smoke = of({ access: ['read'], levels: { on: 'danger' } })
    expect(read(decode(true, smoke), smoke, plainWords).level).toBe('danger')
    expect(read(decode(false, smoke), smoke, plainWords).level).toBeUndefined()
  })

  test('only on and off go out of a switch, whatever comes in', () => {
    const light = of({ on: 'ON', off: 'OFF' })
    fc.assert(
      fc.property(wild, (raw) => {
        expect(['ON', 'OFF']).toContain(encode(decode(raw, light), light))
      }),
    )
  })

  test('nothing throws, and a reading is never long', () => {
    const sensor = of({ access: ['read'] })
    fc.assert(
      fc.property(wild, (raw) => {
        expect(read(decode(raw, sensor), sensor, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
