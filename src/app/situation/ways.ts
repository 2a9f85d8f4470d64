import admin from '#catalogue/menus/admin.json'
import user from '#catalogue/menus/user.json'
import { heads } from '#data/house.ts'
import { ownDefinitions } from '#data/own-definitions.ts'
import { isClosed } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { Condition } from '#schemas/generated/definitions/condition.ts'
import type { Menu, MenuItem } from '#schemas/generated/definitions/menu.ts'

const shipped = { admin, user } as unknown as Readonly<Record<'admin' | 'user', Menu>>

/** What may stand in the menu of a role. */
export function itemsOf(now: Situation): readonly MenuItem[] {
  // In a twin an administrator finds what people find in their home.
  const role = now.role === 'admin' && !now.screens ? 'admin' : 'user'
  return (ownDefinitions.current().menus[role] ?? shipped[role]).items
}

/** Where it leads itself. */
export const screenOf = ({ screen, offline }: MenuItem, now: Situation): string | undefined =>
  (holds({ gateway: 'offline' }, now) ? offline : undefined) ?? screen

/** The first part of an address: a device page belongs to the devices. */
export const areaOf = (path: string): string => path.split('/')[1] ?? ''

/** A screen, and those above it. */
export function withParents(screen: ScreenHead | undefined): ReadonlySet<ScreenHead> {
  const all = new Set<ScreenHead>()
  for (let one = screen; one && !all.has(one); one = heads.get(one.parent ?? '')) all.add(one)
  return all
}

/** An entry below those that must be there for it to be seen. */
type Line = readonly MenuItem[]

const linesOf = (items: readonly MenuItem[], above: Line = []): readonly Line[] =>
  items.flatMap((item) => [[...above, item], ...linesOf(item.children ?? [], [...above, item])])

/** What of the menu leads to a screen: itself, else to one above it, else into its area. */
function linesTo(head: ScreenHead, lines: readonly Line[]): readonly Line[] {
  const leads = (line: Line, fits: (id: string) => boolean): boolean =>
    [line.at(-1)?.screen, line.at(-1)?.offline].some((id) => id !== undefined && fits(id))
  for (const { id } of withParents(head)) {
    const found = lines.filter((line) => leads(line, (one) => one === id))
    if (found.length > 0) return found
  }
  return lines.filter((line) =>
    leads(line, (id) => areaOf(heads.get(id)?.route ?? '') === areaOf(head.route)),
  )
}

/**
 * How far somebody gets on the way to a screen: for him there is none, his sub-role or the state of the gateway closes
 * it, or it is open.
 */
export type Way = 'hidden' | 'forbidden' | 'off' | 'open'

const READY: Condition = { gateway: 'ready' }
const AWAY_TOO: Condition = { any: [READY, { gateway: 'offline' }] }

/**
 * The one judgement of ways to screens, whatever offers them: the menu, the palette, keys. What the menu hides or
 * switches off is so for what stands below it as well; what is in no menu has its own conditions alone.
 */
export function wayTo(head: ScreenHead | undefined, now: Situation): Way {
  if (!head || !holds(head.access?.when, now) || now.screens?.has(head.id) === false) return 'hidden'
  const lines = linesTo(head, linesOf(itemsOf(now)))
  const shown = lines.filter((line) => line.every(({ when }) => holds(when, now)))
  if (lines.length > 0 && shown.length === 0) return 'hidden'
  if (isClosed(head, now)) return 'forbidden'
  const { gateway, offline } = head.access ?? {}
  const isOn = shown.length === 0 || shown.some((line) => holds(line.at(-1)?.enabled, now))
  return isOn && (!gateway || holds(offline ? AWAY_TOO : READY, now)) ? 'open' : 'off'
}
