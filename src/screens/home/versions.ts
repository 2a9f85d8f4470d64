import type { ObjectVersion } from '#schemas/generated/entities/object-version.ts'

/** What became another one between two versions of a room. */
export type Difference =
  | { kind: 'name'; before: string; after: string }
  | { kind: 'icon' }
  | { kind: 'floor'; before: string; after: string }
  | { kind: 'came' | 'left'; devices: readonly string[] }

type Value = Readonly<Record<string, unknown>>

const textOf = (value: Value, field: string): string => String(value[field] ?? '')
const devicesOf = ({ devices }: Value): readonly string[] =>
  Array.isArray(devices) ? devices.map(String) : []

/** How a version differs from the one before it; of the first nothing is known. */
export function differences(
  now: Pick<ObjectVersion, 'value'>,
  before: Pick<ObjectVersion, 'value'> | undefined,
): readonly Difference[] {
  const [after, was] = [now.value as Value | undefined, before?.value as Value | undefined]
  if (!after || !was) return []
  const found: Difference[] = []
  for (const [kind, field] of [
    ['name', 'room_name'],
    ['floor', 'floor_name'],
  ] as const)
    if (textOf(was, field) !== textOf(after, field))
      found.push({ kind, before: textOf(was, field), after: textOf(after, field) })
  if (textOf(was, 'icon') !== textOf(after, 'icon')) found.push({ kind: 'icon' })
  const [old, next] = [devicesOf(was), devicesOf(after)]
  const came = next.filter((id) => !old.includes(id))
  const left = old.filter((id) => !next.includes(id))
  if (came.length > 0) found.push({ kind: 'came', devices: came })
  if (left.length > 0) found.push({ kind: 'left', devices: left })
  return found
}
