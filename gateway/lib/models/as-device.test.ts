import { expect, test } from 'vitest'
import described from '#schemas/definitions/value.json' with { type: 'json' }
import device from '#schemas/entities/device.json' with { type: 'json' }
import type { Value } from '#schemas/generated/definitions/value.ts'
import { propertyOf } from './as-device.ts'

test('whatever a model says of a value, a device tells only what is known of devices: another field takes it from every page', () => {
  const known = new Set(Object.keys(device.$defs.property.properties))
  const said = Object.fromEntries(Object.keys(described.properties).map((field) => [field, []]))
  const told = Object.keys(propertyOf('state', { ...said, kind: 'bool' } as unknown as Value))
  expect(told.filter((field) => !known.has(field))).toEqual([])
})
