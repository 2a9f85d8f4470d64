export type ReadJson =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; fault: 'notJson' | 'notObject' }

/** The object that somebody has typed as JSON. */
export function jsonObjectIn(typed: string): ReadJson {
  let value: unknown
  try {
    value = JSON.parse(typed)
  } catch {
    return { ok: false, fault: 'notJson' }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ok: true, value: value as Record<string, unknown> }
    : { ok: false, fault: 'notObject' }
}
