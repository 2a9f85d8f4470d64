import type { Value } from '#schemas/generated/entities/layout.ts'

/** A plain value as a word; an object is none, and its own `toString` may be anything. */
export const plainWord = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : ''

const YES = new Set(['true', '1', 'on', 'open', 'yes'])
const NO = new Set(['false', '0', 'off', 'close', 'closed', 'no'])

/** Whether a wire value means on; undefined when it means neither. The description's own words win over common ones. */
export function onOf(raw: unknown, { on, off }: Pick<Value, 'on' | 'off'>): boolean | undefined {
  if (raw === undefined || raw === null || typeof raw === 'object') return undefined
  const word = String(raw)
  if (on !== undefined && word === String(on)) return true
  if (off !== undefined && word === String(off)) return false
  const lower = word.slice(0, 8).toLowerCase()
  // A description whose "on" is false turns the common words round, so they may not be asked.
  if (on !== undefined && NO.has(String(on).toLowerCase())) return undefined
  if (YES.has(lower)) return true
  return NO.has(lower) ? false : undefined
}
