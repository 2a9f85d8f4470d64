import { jsonObjectIn } from '#lib/json-object.ts'
import type { DeviceLayout, Placed } from '#schemas/generated/entities/layout.ts'

type Read =
  | { ok: true; payload: Record<string, unknown> }
  | { ok: false; fault: 'notJson' | 'notObject' | 'empty' }

/** What was typed as a payload (spec 2 §5: it must be valid JSON). */
export function readPayload(typed: string): Read {
  const read = jsonObjectIn(typed)
  if (!read.ok) return read
  return Object.keys(read.value).length === 0
    ? { ok: false, fault: 'empty' }
    : { ok: true, payload: read.value }
}

const settable = ({ value }: Placed): boolean => value.access.includes('write')

/** A value that a property could take, so that the form of a payload shows by itself. */
function exampleOf({ value }: Placed): unknown {
  if (value.kind === 'bool') return value.on ?? true
  if (value.kind === 'option') return value.options?.[0]?.value ?? ''
  if (value.kind === 'text') return ''
  return value.min ?? 0
}

/** One settable property with a value that it could take; `{}` where there is none. */
export function samplePayload(layout: DeviceLayout | undefined): string {
  const placed = Object.values(layout?.sections ?? {})
    .flat()
    .find(settable)
  return JSON.stringify(placed ? { [placed.service]: { [placed.property]: exampleOf(placed) } } : {}, null, 2)
}
