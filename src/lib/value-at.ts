/** The value at a dotted path of own fields; undefined where the path ends early. */
export function valueAt(of: unknown, path: string): unknown {
  let value = of
  for (const field of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
    value = (value as Record<string, unknown>)[field]
  }
  return value
}
