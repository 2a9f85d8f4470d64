import { use, useSyncExternalStore } from 'react'
import { numberLimit, PortsContext, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { unanswered } from '../activity/counts.ts'
import { routeOf, screenAt } from '../definitions.ts'
import { useWanted } from '../guard/wanted.ts'
import { type Entry, menuOf } from '../situation/menu.ts'
import { areaOf, withParents } from '../situation/ways.ts'
import { whyNot } from '../situation/why-not.ts'

export interface ShownEntry extends Omit<Entry, 'children'> {
  href: string
  here: boolean
  /** The page is one of its children, or beside them: they stand below it. */
  open: boolean
  children: readonly ShownEntry[]
  /** How many there are, in figures. */
  amount: string | undefined
  /** Why it leads nowhere now. */
  why: string | undefined
}

const nothing = (): (() => void) => () => {}

/** The areas that a page belongs to: its own, then those of the pages above it. */
const areasOf = (path: string): string[] => [
  areaOf(path),
  ...[...withParents(screenAt(path))].map(({ route }) => areaOf(route)),
]

/** The menu of this person at this moment, with what is current and how many there are. */
export function useEntries(): readonly ShownEntry[] {
  const { situation, definitions } = useEngine()
  const text = useText()
  const words = useWords()
  const home = use(PortsContext)?.home
  const { pathname } = useWanted()
  const devices = useSyncExternalStore(home?.subscribe ?? nothing, () => home?.devices().total ?? 0)
  const rooms = useSyncExternalStore(home?.subscribe ?? nothing, () => home?.rooms().length ?? 0)
  const notifications = useSyncExternalStore(unanswered.subscribe, unanswered.current)
  const amounts = { devices, rooms, notifications, gateways: undefined }
  const most = numberLimit(definitions, 'notificationCounter')
  const menu = menuOf(situation)
  const inMenu = new Set(
    menu.flatMap(({ screen, children }) =>
      [screen, ...children.map((child) => child.screen)].flatMap((id) => (id ? [areaOf(routeOf(id))] : [])),
    ),
  )
  const here = areasOf(pathname).find((area) => inMenu.has(area))
  const shown = (entry: Entry): readonly ShownEntry[] => {
    const children = entry.children.flatMap(shown)
    // One without a page of its own leads to that of its first child.
    const screen = entry.screen ?? entry.children[0]?.screen
    if (screen === undefined) return []
    const href = routeOf(screen)
    const why = whyNot(entry.way, situation, text)
    const count = (entry.count && why === undefined && amounts[entry.count]) || undefined
    const amount = count === undefined ? undefined : count >= most ? `${most}+` : words.number(count)
    const inArea = areaOf(href) === here
    const open = inArea && children.length > 0
    return [{ ...entry, screen, children, open, why, href, here: inArea, amount }]
  }
  /** Of siblings below one entry only the page itself is current. */
  const exact = (entry: ShownEntry): ShownEntry => {
    const children = entry.children.map((child) => ({ ...child, here: child.href === pathname }))
    return children.length === 0
      ? entry
      : { ...entry, children, here: entry.open && !children.some(({ here }) => here) }
  }
  return menu.flatMap(shown).map(exact)
}
