import { beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Catalogue, openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf, root } from './kit.ts'

interface Described {
  model: string
  service: string
  property: string
  value: Value
}

let catalogue: Catalogue
let all: readonly Described[] = []
beforeAll(async () => {
  catalogue = await openCatalogue(`${root}/catalogue`)
  all = catalogue.models().flatMap((model) => {
    const { layout } = catalogue.layoutOf(deviceOf(model))
    return Object.values(layout.sections)
      .flatMap((section) => section ?? [])
      .flatMap((placed) => [placed, ...(placed.more ?? [])])
      .map(({ service, property, value }) => ({ model: model.model, service, property, value }))
  })
})

const named = (pattern: RegExp): readonly Described[] =>
  all.filter(({ property, value }) => pattern.test(property) && value.history !== 'none')

describe('2.4-093 step charts draw', () => {
  test.each([
    ['on/off', /^state$/],
    ['open/closed', /^contact$/],
    ['motion', /^(occupancy|motion)$/],
    ['tamper', /^tamper$/],
    ['smoke', /^smoke$/],
    ['flood', /^water_leak$/],
    ['gas', /^gas$/],
    ['dimming', /^(brightness|level)$/],
  ])('%s', (_what, pattern) => {
    const values = named(pattern).filter(({ value }) => !['text', 'object'].includes(value.kind))
    expect(values.length).toBeGreaterThan(0)
    expect(values.filter(({ value }) => value.history !== 'step')).toEqual([])
  })

  test.each([
    ['alarm', 'SirenService'],
    ['door lock', 'DoorLockService'],
  ])('%s', (_what, wanted) => {
    const states = all.filter(({ service, property }) => service === wanted && property === 'state')
    expect(states.map(({ value }) => value.history)).toContain('step')
    expect(states.filter(({ value }) => value.history !== 'step')).toEqual([])
  })
})

test('2.4-094 numbers that are measured are area charts', () => {
  const measured = all.filter(
    ({ value }) => value.kind === 'number' && value.history !== 'none' && !value.access.includes('write'),
  )
  expect(measured.length).toBeGreaterThan(20)
  expect(
    measured.filter(({ value }) => value.history !== 'area').map(({ model, property }) => [model, property]),
  ).toEqual([])
})

describe('2.9-026 histories have the units', () => {
  test.each([
    ['kWh for power consumption', /^(energy|consumption)$/, 'kWh'],
    ['C for temperature', /^(local_)?temperature$/, '°C'],
    ['% for battery', /^battery$/, '%'],
    ['% for humidity', /^humidity$/, '%'],
    ['% for a roller shutter', /^position$/, '%'],
    ['Lx for light intensity', /^illuminance$/, 'lx'],
    ['K for colour temperature', /^color_temp$/, 'K'],
    ['W for active power', /^power$/, 'W'],
    ['V for voltage', /^voltage$/, 'V'],
    ['m/s for wind', /^wind_speed$/, 'm/s'],
  ])('%s', (_what, pattern, unit) => {
    const values = named(pattern).filter(({ value }) => value.kind === 'number' || value.kind === 'range')
    expect(values.map(({ value }) => value.unit)).toContain(unit)
  })
})
