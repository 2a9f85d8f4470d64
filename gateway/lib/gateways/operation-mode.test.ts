import { describe, expect, test } from 'vitest'
import { isRemoteBridge, isRestricted, REMOTE_BRIDGE, RESTRICTED, withBit } from './operation-mode.ts'

describe('V-06 operation mode, unsigned with 32 bits', () => {
  test.each([
    [0, false, false],
    [1, true, false],
    [2, false, true],
    [3, true, true],
    [4, false, false],
    [2 ** 31 - 1, true, true],
    [2 ** 31, false, false],
    [2 ** 31 + 2, false, true],
    [2 ** 32 - 1, true, true],
  ])('%d', (mode, bridge, restricted) => {
    expect(isRemoteBridge(mode)).toBe(bridge)
    expect(isRestricted(mode)).toBe(restricted)
  })

  test('a bit changes alone, and setting it again changes nothing', () => {
    expect(withBit(2 ** 31, RESTRICTED, true)).toBe(2 ** 31 + 2)
    expect(withBit(2 ** 31 + 2, RESTRICTED, true)).toBe(2 ** 31 + 2)
    expect(withBit(3, REMOTE_BRIDGE, false)).toBe(2)
    expect(withBit(2, REMOTE_BRIDGE, false)).toBe(2)
  })
})
