import type { Fault, Pointer } from './fault.ts'

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Names that would reach into the machinery of the language; no file may have them, at any depth. */
export function forbiddenNames(value: unknown, at: Pointer = []): Fault[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((part, index) => forbiddenNames(part, [...at, index]))
  return Object.entries(value).flatMap(([name, part]) => {
    const here = [...at, name]
    const faults = forbiddenNames(part, here)
    return FORBIDDEN.has(name)
      ? [{ at: here, onKey: true, says: { code: 'schema.forbidden', name } }, ...faults]
      : faults
  })
}
