import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Delivery, RawValue } from '#engine/widget.ts'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { type Axis, options, positionOf, read, standingOf, wireOf } from './value.ts'

const both = ['read' as const, 'write' as const]
const order: Value = {
  kind: 'option',
  access: both,
  options: [{ value: 'OPEN' }, { value: 'STOP' }, { value: 'CLOSE' }],
}
const percent: Value = { kind: 'range', access: both, unit: '%', min: 0, max: 100 }
const placed = (params?: Record<string, unknown>) =>
  placedOf('rollerShutter', 'R', 'state', order, {
    more: [
      { service: 'R', property: 'position', value: percent },
      { service: 'R', property: 'tilt', value: percent },
      { service: 'R', property: 'moving', value: { kind: 'bool', access: ['read'] } },
    ],
    options: { params },
  })
const shutter = options(placed())
const values = (of: Record<string, RawValue>) => new Map(Object.entries(of))
const states = (of: Record<string, Delivery>) => new Map(Object.entries(of))
const position = (of: typeof shutter): Axis => {
  if (!of.position) throw new Error('The example has a position')
  return of.position
}

describe('roller shutter', () => {
  test('finds orders, position, slats and motor among its values', () => {
    expect(shutter.orders).toMatchObject({ open: 'OPEN', stop: 'STOP', close: 'CLOSE' })
    expect(shutter.position?.key).toBe('R/position')
    expect(shutter.tilt?.key).toBe('R/tilt')
    expect(shutter.moving?.key).toBe('R/moving')
  })

  test('a position that is on its way has a target and moves', () => {
    const standing = standingOf(
      values({ 'R/position': 55 }),
      states({ 'R/position': { phase: 'accepted', wanted: 40 } }),
      shutter,
    )
    expect(standing).toEqual({ open: 55, target: 40, moving: true })
  })

  test('an order goes to the end of the way', () => {
    const standing = standingOf(
      values({ 'R/position': 55 }),
      states({ 'R/state': { phase: 'sending', wanted: 'CLOSE' } }),
      shutter,
    )
    expect(standing).toEqual({ open: 55, target: 0, moving: true })
  })

  test('one that stopped elsewhere keeps its target and does not move', () => {
    const delivery: Delivery = { phase: 'diverged', wanted: 40, retry: () => {} }
    const standing = standingOf(values({ 'R/position': 55 }), states({ 'R/position': delivery }), shutter)
    expect(standing).toEqual({ open: 55, target: 40, moving: false })
  })

  test('moved by a wall switch it moves without a target', () => {
    const standing = standingOf(values({ 'R/position': 55, 'R/moving': true }), states({}), shutter)
    expect(standing).toEqual({ open: 55, target: undefined, moving: true })
  })

  test('one that counts closed as 100 is turned round, both ways', () => {
    const turned = options(placed({ inverted: true }))
    expect(positionOf(100, position(turned), true)).toBe(0)
    expect(wireOf(30, position(turned), true)).toBe(70)
  })

  test('without a position the last word says where it is', () => {
    const simple = options(placedOf('rollerShutter', 'R', 'state', order))
    expect(read(values({ 'R/state': 'CLOSE' }), simple, plainWords)).toMatchObject({ text: '0', unit: '%' })
    expect(read(values({}), simple, plainWords).text).toBe('–')
  })

  test('what goes out is between closed and open, whatever comes in', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        const sent = wireOf(positionOf(raw, position(shutter)) ?? Number.NaN, position(shutter))
        expect(Number.isInteger(sent) && sent >= 0 && sent <= 100).toBe(true)
      }),
    )
  })

  test('nothing throws', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        const known = values({ 'R/position': a ?? null, 'R/state': b ?? null, 'R/moving': a ?? null })
        standingOf(known, states({ 'R/position': { phase: 'sending', wanted: b ?? null } }), shutter)
        expect(read(known, shutter, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
