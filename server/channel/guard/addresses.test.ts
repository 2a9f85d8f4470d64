import { expect, test } from 'vitest'
import { Addresses } from './addresses.ts'

test('M-08 an address has so many places, and another has its own', () => {
  const addresses = new Addresses(2)
  expect(addresses.enter('192.0.2.1')).toBeDefined()
  expect(addresses.enter('192.0.2.1')).toBeDefined()
  expect(addresses.enter('192.0.2.1')).toBeUndefined()
  expect(addresses.enter('192.0.2.2')).toBeDefined()
})

test('M-08 a place that was given back is free again, once for each that left', () => {
  const addresses = new Addresses(2)
  const leave = addresses.enter('192.0.2.1')
  addresses.enter('192.0.2.1')
  leave?.()
  leave?.()
  expect(addresses.enter('192.0.2.1')).toBeDefined()
  expect(addresses.enter('192.0.2.1')).toBeUndefined()
})

test('M-08 after all have left, all places are free, and no more than those', () => {
  const addresses = new Addresses(2)
  for (const leave of [addresses.enter('192.0.2.1'), addresses.enter('192.0.2.1')]) leave?.()
  expect([1, 2, 3].map(() => addresses.enter('192.0.2.1') !== undefined)).toEqual([true, true, false])
})

test('M-08 a network of IPv6 shares its places: one household has millions of addresses', () => {
  const addresses = new Addresses(1)
  expect(addresses.enter('2001:db8::1')).toBeDefined()
  expect(addresses.enter('2001:db8::2')).toBeUndefined()
})
