const numbers = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number)

/** Below 0 when `a` is older than `b`: compared number by number, so 4.9.0 is older than 4.19.0. */
export function compareVersions(a: string, b: string): number {
  const left = numbers(a)
  const right = numbers(b)
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** A version that a limit gives as digits: 330 is 3.3.0. */
export const dotted = (digits: number): string => [...String(digits)].join('.')

export const atLeast = (version: string, wanted: string): boolean => compareVersions(version, wanted) >= 0
