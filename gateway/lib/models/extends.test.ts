import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DeviceModel, Placement } from '#schemas/generated/definitions/device-model.ts'
import { placementId, resolveModel } from './extends.ts'

const place = (service: string, property: string, row: number, id?: string): Placement => ({
  ...(id !== undefined && { id }),
  service,
  property,
  grid: [row, 0, 1, 1],
  options: { propertyType: 'serviceWithUnit' },
})
const model = (name: string, rest: Partial<DeviceModel> = {}): DeviceModel => ({
  schemaVersion: 1,
  model: name,
  ...rest,
})
const all = (...models: DeviceModel[]) => new Map(models.map((one) => [one.model, one]))

function resolved(name: string, models: ReadonlyMap<string, DeviceModel>): DeviceModel {
  const found = models.get(name)
  const result = found && resolveModel(found, models)
  if (!result?.ok) throw new Error(`${name} does not resolve`)
  return result.model
}

describe('an entry that extends others', () => {
  test('takes over their fields and wins with its own, one by one', () => {
    const base = model('base', { type: 'Light', name: 'Base', icon: 'bulb' })
    const own = model('own', { extends: 'base', name: 'Own' })
    expect(resolved('own', all(base, own))).toMatchObject({
      model: 'own',
      type: 'Light',
      name: 'Own',
      icon: 'bulb',
    })
  })

  test('replaces placements by id and keeps the others', () => {
    const base = model('base', { properties: [place('A', 'x', 0), place('A', 'y', 1)] })
    const own = model('own', { extends: 'base', properties: [place('A', 'y', 5), place('B', 'z', 6)] })
    const properties = resolved('own', all(base, own)).properties ?? []
    expect(properties.map((one) => [placementId(one), one.grid[0]])).toEqual([
      ['A/x', 0],
      ['A/y', 5],
      ['B/z', 6],
    ])
  })

  test('never takes over who the other one is: name of the model, matchers, being a template', () => {
    const base = model('base', { abstract: true, match: [{ ecosystem: 'native', class: 'base' }] })
    const own = resolved('own', all(base, model('own', { extends: ['base'] })))
    expect(own.abstract).toBeUndefined()
    expect(own.match).toBeUndefined()
  })

  test('a cycle reports who asked for whom', () => {
    const a = model('a', { extends: 'b' })
    const models = all(a, model('b', { extends: 'c' }), model('c', { extends: 'b' }))
    expect(resolveModel(a, models)).toEqual({
      ok: false,
      fault: { kind: 'cycle', name: 'b', stack: ['a', 'b', 'c'] },
    })
  })

  test('a miss reports who asked for whom', () => {
    const a = model('a', { extends: 'b' })
    const models = all(a, model('b', { extends: ['gone'] }))
    expect(resolveModel(a, models)).toEqual({
      ok: false,
      fault: { kind: 'missing', name: 'gone', stack: ['a', 'b'] },
    })
  })

  test('V-03 a field called __proto__ reaches no prototype', () => {
    const evil = JSON.parse(
      '{"schemaVersion":1,"model":"evil","services":{"__proto__":{"type":"x","properties":{"polluted":{}}}}}',
    ) as DeviceModel
    const result = resolved(
      'own',
      all(evil, model('own', { extends: 'evil', services: { A: { type: 'A', properties: {} } } })),
    )
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as Record<string, unknown>).properties).toBeUndefined()
    expect(Object.getPrototypeOf(result.services)).toBe(Object.prototype)
  })
})

const names = fc.constantFrom('A', 'B', 'C', 'constructor', '__proto__', 'toString')
const placements = fc.array(
  fc
    .record({ service: names, property: names, row: fc.nat(20) })
    .map(({ service, property, row }) => place(service, property, row)),
  { maxLength: 12 },
)

test('extending an empty template changes nothing, and every placement stays once', () => {
  fc.assert(
    fc.property(placements, placements, (base, own) => {
      const models = all(
        model('base', { properties: base }),
        model('empty'),
        model('own', { extends: ['base', 'empty'], properties: own }),
      )
      const ids = (resolved('own', models).properties ?? []).map(placementId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(ids)).toEqual(new Set([...base, ...own].map(placementId)))
      const plain = resolved(
        'own',
        all(model('base', { properties: base }), model('own', { extends: 'base', properties: own })),
      )
      expect(resolved('own', models).properties).toEqual(plain.properties)
    }),
  )
})

test('the own placement wins over an inherited one', () => {
  fc.assert(
    fc.property(placements, placements, (base, own) => {
      const models = all(
        model('base', { properties: base }),
        model('own', { extends: 'base', properties: own }),
      )
      const rows = new Map(
        (resolved('own', models).properties ?? []).map((one) => [placementId(one), one.grid[0]]),
      )
      for (const one of own) {
        const last = own.findLast((other) => placementId(other) === placementId(one))
        expect(rows.get(placementId(one))).toBe(last?.grid[0])
      }
    }),
  )
})
