import { expect, test } from 'vitest'
import units from '#catalogue/rules/units.json' with { type: 'json' }
import type { UnitRules } from '#schemas/generated/definitions/rules-units.ts'
import german from '../../../locales/ch_DE/units.json' with { type: 'json' }
import english from '../../../locales/ch_EN/units.json' with { type: 'json' }
import { precisionOf, unitOf } from './units.ts'

const rules: UnitRules = units

test.each([
  ['sec', 's'],
  ['Sec', 's'],
  ['seconds', 's'],
  ['lux', 'lx'],
  ['Lx', 'lx'],
  ['  C', '°C'],
  ['m3', 'm³'],
  ['Hr', 'h'],
])('the unit %j is written %s', (unit, wanted) => {
  expect(unitOf(rules, unit)).toBe(wanted)
})

// 3.9-042
test.each([
  ['kWh', 'kWh'],
  ['W', 'W'],
  ['V', 'V'],
  ['%', '%'],
  ['C', '°C'],
  ['Lx', 'lx'],
  ['K', 'K'],
  ['m/s', 'm/s'],
  ['g/m3', 'g/m³'],
])('of what charts are drawn of: the unit %s is written %s, which both languages have', (unit, wanted) => {
  expect(unitOf(rules, unit)).toBe(wanted)
  expect([german, english]).toEqual(Array(2).fill(expect.objectContaining({ [wanted]: wanted })))
})

test.each(['*', 'raw unit', 'lqi', '', undefined])('the unit %j says nothing and is left out', (unit) => {
  expect(unitOf(rules, unit)).toBeUndefined()
})

test('an unknown unit is shown as it is', () => {
  expect(unitOf(rules, 'furlong')).toBe('furlong')
  expect(precisionOf(rules, 'furlong')).toBeUndefined()
})

test('a name of the language itself is no unit', () => {
  expect(unitOf(rules, 'constructor')).toBe('constructor')
})
