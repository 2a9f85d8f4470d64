import { definitions } from '#data/catalogue.ts'

/** How many tiles are shown at first at this size (spec 2 §9); public/boot.js asks for as many. */
export function firstTiles(): number {
  const limit = definitions.limit('quickControlsFirst') as Readonly<Record<string, number>>
  const size = innerWidth < 768 ? 'phone' : innerWidth < 1600 ? 'desk' : 'wide'
  return limit[size] ?? 0
}
