import { lazyPart } from '#engine/lazy-part.ts'

export const dashboard = lazyPart(
  async () => ({ default: (await import('./Dashboard.tsx')).Dashboard }),
  ['dashboard', 'handling.refused'],
)
/** Stands above the tiles, too. */
export const houseStrip = lazyPart(() => import('./HouseStrip.tsx'), ['dashboard'])
