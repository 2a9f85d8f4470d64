import type { Placed } from '#schemas/generated/entities/layout.ts'

/** A parameter of the placement, of whatever kind its entry has made it. */
export const paramOf = (placed: Placed, name: string): unknown => {
  const params: Readonly<Record<string, unknown>> = { ...placed.options.params }
  return Object.hasOwn(params, name) ? params[name] : undefined
}
