import type { ShowWhen } from '#schemas/generated/entities/layout.ts'
import type { RawValue } from '../../widget.ts'

/** Whether a placement's condition on another value holds; an unknown value hides nothing. */
export function holdsFor(condition: ShowWhen, raw: RawValue | undefined): boolean {
  if (raw === undefined || raw === null) return true
  if (typeof raw === 'object') return false
  if (condition.op === 'EQ') return String(raw) === String(condition.value)
  const [actual, limit] = [Number(raw), Number(condition.value)]
  if (Number.isNaN(actual) || Number.isNaN(limit)) return false
  return condition.op === 'GT' ? actual > limit : actual < limit
}
