/** Bits of a gateway's operation mode (spec 1 §9, decisions). */
export const REMOTE_BRIDGE = 1
export const RESTRICTED = 2

/** `mode & bit` would do for 31 bits; modes are unsigned and have 32 (V-06). */
const hasBit = (mode: number, bit: number): boolean => Math.floor(mode / bit) % 2 === 1

export const isRemoteBridge = (mode: number): boolean => hasBit(mode, REMOTE_BRIDGE)
export const isRestricted = (mode: number): boolean => hasBit(mode, RESTRICTED)

/** The mode with one bit set or cleared. */
export const withBit = (mode: number, bit: number, on: boolean): number =>
  hasBit(mode, bit) === on ? mode : mode + (on ? bit : -bit)
