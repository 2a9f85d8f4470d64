import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Delivery, RawValue } from '#engine/widget.ts'
import { placedOf } from '../shared/examples.ts'
import { wild } from '../shared/fake-values.ts'
import { plainWords } from '../shared/fake-words.ts'
import { examples } from './examples.ts'
import { type Options, options, orderFor, read, reportsOf, standingOf } from './lazy/value.ts'

const [example] = examples
if (!example) throw new Error('There is an example')
const lock = options(example.placed)
const STATE = 'DoorLockService/state'
const DOOR = 'DoorLockService/door'
const values = (of: Record<string, RawValue>) => new Map(Object.entries(of))
const states = (state: Delivery) => new Map([[STATE, state]])
const bolt = (of: Options): NonNullable<Options['bolt']> => {
  if (!of.bolt) throw new Error('The example has a bolt')
  return of.bolt
}

describe('spec 2 §3 door lock', () => {
  // 2.3-138
  test('is locked and unlocked with LOCK_STATE_LOCKED and LOCK_STATE_UNLOCKED', () => {
    expect(orderFor(true, bolt(lock))).toEqual([
      { service: 'DoorLockService', property: 'state' },
      'LOCK_STATE_LOCKED',
    ])
    expect(orderFor(false, bolt(lock))[1]).toBe('LOCK_STATE_UNLOCKED')
    expect(standingOf(values({ [STATE]: 'LOCK_STATE_LOCKED' }), new Map(), lock).locked).toBe(true)
    expect(standingOf(values({ [STATE]: 'LOCK_STATE_UNLOCKED' }), new Map(), lock).locked).toBe(false)
  })

  test('takes the words of a device that calls it LOCK and UNLOCK', () => {
    const other = options(
      placedOf('doorLock', 'DoorLockService', 'state', {
        kind: 'bool',
        access: ['read', 'write'],
        on: 'LOCK',
        off: 'UNLOCK',
      }),
    )
    expect(orderFor(false, bolt(other))[1]).toBe('UNLOCK')
    expect(standingOf(values({ [STATE]: 'LOCK' }), new Map(), other).locked).toBe(true)
  })

  test('devices 17: a door that is not locked looks different from one that is', () => {
    const told = (state: string) => read(values({ [STATE]: state }), lock, plainWords)
    expect(told('LOCK_STATE_LOCKED')).toMatchObject({ icon: 'lock', level: 'ok' })
    expect(told('LOCK_STATE_UNLOCKED')).toMatchObject({ icon: 'unlock', level: 'warn' })
  })

  // 2.3-141
  test.each(['JAMMED', 'FORCED_OPEN'])('%s is dangerous and speaks before whether it is locked', (at) => {
    const now = values({ [STATE]: 'LOCK_STATE_LOCKED', [DOOR]: at })
    expect(reportsOf(now, lock, plainWords)[0]?.reading.level).toBe('danger')
    expect(read(now, lock, plainWords)).toMatchObject({ level: 'danger', icon: 'alert' })
  })

  test('never looks locked before the device has said so', () => {
    const wanted: Delivery = { phase: 'accepted', wanted: 'LOCK_STATE_LOCKED' }
    expect(standingOf(values({ [STATE]: 'LOCK_STATE_UNLOCKED' }), states(wanted), lock)).toEqual({
      locked: false,
      turning: 'locking',
      missed: false,
    })
  })

  test('an order that did not come true is marked', () => {
    const diverged: Delivery = { phase: 'diverged', wanted: 'LOCK_STATE_LOCKED', retry: () => {} }
    expect(standingOf(values({ [STATE]: 'LOCK_STATE_UNLOCKED' }), states(diverged), lock)).toEqual({
      locked: false,
      turning: undefined,
      missed: true,
    })
  })

  test('only its own two words go out, whatever is reported', () => {
    fc.assert(
      fc.property(wild, fc.boolean(), (raw, wish) => {
        const { locked } = standingOf(values({ [STATE]: raw ?? null }), new Map(), lock)
        expect([true, false, undefined]).toContain(locked)
        const [, sent] = orderFor(wish, bolt(lock))
        expect(standingOf(values({ [STATE]: sent }), new Map(), lock).locked).toBe(wish)
      }),
    )
  })

  test('nothing throws, and a reading is never long', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        const now = values({ [STATE]: a ?? null, [DOOR]: b ?? null })
        standingOf(now, states({ phase: 'sending', wanted: b ?? null }), lock)
        expect(read(now, lock, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
