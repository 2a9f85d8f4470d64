import { valueAt } from './value-at.ts'

/** `row.x`, `route.x`, `form.x`, `session.x`, `gateway.x` or `chosen`: where the roots of bindings come from. */
export type BindingRoots = Readonly<Record<string, unknown>>

export const bind = (binding: string, roots: BindingRoots): unknown => valueAt(roots, binding)

/** All parameters of a call; one that has no value stays away. */
export function bindAll(
  bindings: Readonly<Record<string, string>> | undefined,
  roots: BindingRoots,
): Record<string, unknown> {
  const entries = Object.entries(bindings ?? {}).map(
    ([name, binding]) => [name, bind(binding, roots)] as const,
  )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
