import { expect, test } from 'vitest'
import type { DeviceModel } from '#schemas/generated/definitions/device-model.ts'
import type { Matcher } from '#schemas/generated/definitions/matcher.ts'
import { Matching } from './match.ts'

const model = (name: string, ...match: Matcher[]): DeviceModel => ({ schemaVersion: 1, model: name, match })
const hue: Matcher = { ecosystem: 'zigbee2mqtt', vendor: 'Philips', model: '9290012573A' }

test('the most specific matcher wins, in whatever order the files are read', () => {
  const narrow = model('narrow', hue)
  const wide = model('wide', { ecosystem: 'zigbee2mqtt', vendor: 'Philips' })
  for (const models of [
    [narrow, wide],
    [wide, narrow],
  ]) {
    expect(new Matching(models).modelOf({ class: 'LCT015', match: [hue] })?.model).toBe('narrow')
  }
  expect(new Matching([wide]).modelOf({ class: 'LCT015', match: [hue] })?.model).toBe('wide')
})

test('of two equally specific matchers the longer one wins', () => {
  const byModel = model('by model', { ecosystem: 'zigbee2mqtt', model: '9290012573A' })
  const byVendor = model('by vendor', { ecosystem: 'zigbee2mqtt', vendor: 'Philips' })
  expect(new Matching([byVendor, byModel]).modelOf({ class: 'x', match: [hue] })?.model).toBe('by model')
})

test('a matcher of another ecosystem, or with one field that differs, does not match', () => {
  const other = model(
    'other',
    { ecosystem: 'homeassistant', manufacturer: 'Philips' },
    { ...hue, model: 'other' },
  )
  expect(new Matching([other]).modelOf({ class: 'x', match: [hue] })).toBeUndefined()
})

// 2.3-034
test('the catalogue is keyed by model name: without a matcher the class of the device decides', () => {
  const native = model('DIM200', { ecosystem: 'native', class: 'DIM200' })
  expect(new Matching([native, model('SP600')]).modelOf({ class: 'DIM200' })?.model).toBe('DIM200')
  expect(new Matching([native, model('SP600')]).modelOf({ class: 'SP600' })?.model).toBe('SP600')
  expect(new Matching([native]).modelOf({ class: 'constructor' })).toBeUndefined()
})

test('a template is no device', () => {
  expect(
    new Matching([{ ...model('battery'), abstract: true }]).modelOf({ class: 'battery' }),
  ).toBeUndefined()
})
