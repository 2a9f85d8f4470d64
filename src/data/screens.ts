import areas from 'virtual:screens/areas'
import open from 'virtual:screens/public'
import { headOf, type ScreenHead } from '#lib/screen-head.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

type Heads = Readonly<Record<string, readonly ScreenHead[]>>

const known = new Map<string, ScreenHead>()
const areaById = new Map<string, string>()
const whole = new Map<string, Screen>()
const shipped = new Map<string, ScreenHead>()
/** A deployment's own, which stand in the place of those that are shipped. */
const own = new Map<string, Screen>()

/** Where screens are and who may open them. Before sign-in those that are public; the house brings the others. */
export const heads: ReadonlyMap<string, ScreenHead> = known

export function addHeads(more: Heads): void {
  for (const [area, screens] of Object.entries(more))
    for (const head of screens) {
      shipped.set(head.id, head)
      if (!own.has(head.id)) known.set(head.id, head)
      areaById.set(head.id, area)
    }
}
addHeads(open)

export function addScreens(screens: readonly Screen[]): void {
  for (const screen of screens) whole.set(screen.id, screen)
}

/** From now on these are a deployment's own, and no others. */
export function putOwnScreens(screens: readonly Screen[]): void {
  own.clear()
  for (const screen of screens) own.set(screen.id, screen)
  known.clear()
  for (const [id, head] of shipped) known.set(id, head)
  for (const [id, screen] of own) known.set(id, headOf(screen))
}

export const isOwnScreen = (id: string): boolean => own.has(id)

/** The folder of catalogue/screens that has it. */
export const areaOf = (id: string): string => areaById.get(id) ?? ''

/** All of a screen, once it is there. */
export const loadedScreen = (id: string): Screen | undefined => own.get(id) ?? whole.get(id)

export async function loadScreen(id: string): Promise<Screen> {
  if (loadedScreen(id) === undefined) addScreens((await areas[areaOf(id)]?.())?.default ?? [])
  const screen = loadedScreen(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  return screen
}
