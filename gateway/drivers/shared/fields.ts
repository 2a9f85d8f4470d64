export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of its own, never one that every object inherits. */
export const field = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

export const textOf = (value: unknown, longest = 200): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest) : undefined

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** The same without what is undefined: a device is compared with what it was. */
export const known = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, part]) => part !== undefined)) as T
