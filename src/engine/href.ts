import type { ScreenHead } from '#lib/screen-head.ts'

/** The address of a screen; parameters that its route does not name become the query. */
export function hrefOf(screen: ScreenHead, params: Readonly<Record<string, unknown>> = {}): string {
  const rest = new URLSearchParams()
  const path = screen.route.replaceAll(/:(\w+)/g, (part, name: string) =>
    params[name] === undefined ? part : encodeURIComponent(String(params[name])),
  )
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && !screen.route.includes(`:${name}`)) rest.set(name, String(value))
  return rest.size > 0 ? `${path}?${rest}` : path
}
