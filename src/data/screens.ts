import areas from 'virtual:screens/areas'
import open from 'virtual:screens/public'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

type Heads = Readonly<Record<string, readonly ScreenHead[]>>

const known = new Map<string, ScreenHead>()
const areaById = new Map<string, string>()
const whole = new Map<string, Screen>()

/** Where screens are and who may open them. Before sign-in those that are public; the house brings the others. */
export const heads: ReadonlyMap<string, ScreenHead> = known

export function addHeads(more: Heads): void {
  for (const [area, screens] of Object.entries(more))
    for (const head of screens) {
      known.set(head.id, head)
      areaById.set(head.id, area)
    }
}
addHeads(open)

export function addScreens(screens: readonly Screen[]): void {
  for (const screen of screens) whole.set(screen.id, screen)
}

/** The folder of catalogue/screens that has it. */
export const areaOf = (id: string): string => areaById.get(id) ?? ''

/** All of a screen, once it is there. */
export const loadedScreen = (id: string): Screen | undefined => whole.get(id)

export async function loadScreen(id: string): Promise<Screen> {
  if (!whole.has(id)) addScreens((await areas[areaOf(id)]?.())?.default ?? [])
  const screen = whole.get(id)
  if (!screen) throw new Error(`catalogue/screens has no ${id}`)
  return screen
}
