import { valueAt } from '#lib/value-at.ts'
import type { JobPart, JobState } from '#schemas/generated/definitions/jobs.ts'

/** What a job consists of, e.g. the devices that join, by what tells them apart. */
export type Parts = Readonly<Record<string, { state: JobState; why?: string }>>

/** The parts after an event that tells of one of them; the same object when it does not. */
export function partsAfter(parts: Parts, { name, field, is, state, why }: JobPart, data: unknown): Parts {
  const of = valueAt(data, name)
  const next = state ?? (field === undefined ? undefined : is?.[String(valueAt(data, field))])
  if (typeof of !== 'string' || next === undefined) return parts
  const code = why === undefined ? undefined : valueAt(data, why)
  return { ...parts, [of]: { state: next, ...(typeof code === 'string' && { why: code }) } }
}

/** How many parts are in a state. */
export const countOf = (parts: Parts, state: JobState): number =>
  Object.values(parts).filter((part) => part.state === state).length

/** Why parts failed, each reason once. */
export const reasonsIn = (parts: Parts): readonly string[] => [
  ...new Set(Object.values(parts).flatMap(({ state, why = '' }) => (state === 'failed' ? why : []))),
]
