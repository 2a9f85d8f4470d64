const ALL_ONES = 4294967295

/**
 * Whether a gateway is PIN locked: the top bit of an unsigned 32-bit status, unless all bits are set (decisions).
 * `status & 2147483648` is negative in JavaScript, hence the shift.
 */
export function isLocked(status: unknown): boolean {
  const bits = typeof status === 'string' && /^\d+$/.test(status) ? Number(status) : status
  if (typeof bits !== 'number' || !Number.isInteger(bits) || bits < 0 || bits >= ALL_ONES) return false
  return bits >>> 31 === 1
}
