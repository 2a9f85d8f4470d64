/** What is sent of what was filled in: fields that are empty stay away, entries of a list keep their place. */
export function bodyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bodyOf)
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value)
    .map(([name, part]) => [name, bodyOf(part)] as const)
    .filter(([, part]) => part !== undefined && part !== '' && part !== null)
  return Object.fromEntries(filled)
}

/** Whether there is anything to send. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)
