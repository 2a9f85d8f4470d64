import { definitions } from '#data/public-catalogue.ts'
import { heads } from '#data/screens.ts'
import type { ScreenHead } from '#lib/screen-head.ts'

export const routeOf = (id: string): string => {
  const screen = heads.get(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  return screen.route
}

/** Text limits are versions; conditions ask for them by name. */
export function versionLimit(name: string): string | undefined {
  const value = definitions.limit(name)
  return typeof value === 'string' ? value : undefined
}

export function msLimit(name: string): number {
  const value = definitions.limit(name)
  if (typeof value !== 'number') throw new Error(`The limit ${name} is no number`)
  return value
}

interface Place {
  screen: ScreenHead
  params: Record<string, string>
}

/**
 * The screen of an address and what the address says of it. Where several fit, it is the one that leaves the fewest parts
 * open, as the router would have it, which is given this one alone (screens/routes.tsx).
 */
export function placeAt(path: string): Place | undefined {
  const parts = path.split('/')
  let found: Place | undefined
  let least = parts.length
  for (const screen of heads.values()) {
    const route = screen.route.split('/')
    const params: Place['params'] = {}
    const fits = route.every((part, at) => {
      if (!part.startsWith(':')) return part === parts[at]
      params[part.slice(1)] = parts[at] ?? ''
      return parts[at] !== undefined && parts[at] !== ''
    })
    const open = Object.keys(params).length
    if (open < least && ((fits && route.length === parts.length) || path === screen.entrance)) {
      found = { screen, params }
      least = open
    }
  }
  return found
}

export const screenAt = (path: string): ScreenHead | undefined => placeAt(path)?.screen

/** How long a toast stays at this address, in ms (spec 1 §9). */
export const toastDelayAt = (path: string): number => msLimit(screenAt(path)?.toastDelay ?? 'toastDelay')
