import admin from '#catalogue/menus/admin.json'
import user from '#catalogue/menus/user.json'
import { ownDefinitions } from '#data/own-definitions.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { Menu, MenuItem } from '#schemas/generated/definitions/menu.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'

export interface Entry {
  id: string
  icon: IconName
  /** The screen it leads to. */
  screen: string | undefined
  /** A gateway state switches it off; it stays in sight and says why. */
  enabled: boolean
  foot: boolean
  bar: boolean
  count: MenuItem['count']
  children: readonly Entry[]
}

const entryOf = (item: MenuItem, now: Situation): Entry => ({
  id: item.id,
  icon: iconNamed(item.icon),
  screen: (holds({ gateway: 'offline' }, now) ? item.offline : undefined) ?? item.screen,
  enabled: holds(item.enabled, now),
  foot: item.foot === true,
  bar: item.bar === true,
  count: item.count,
  children: entriesOf(item.children ?? [], now),
})

const entriesOf = (items: readonly MenuItem[], now: Situation): Entry[] =>
  items.filter(({ when }) => holds(when, now)).map((item) => entryOf(item, now))

const shipped = { admin, user } as unknown as Readonly<Record<'admin' | 'user', Menu>>

/** The menu of a role, without what its conditions hide (spec 1 §2 side menus). */
export function menuOf(now: Situation): readonly Entry[] {
  // In a twin an administrator finds what people find in their home.
  const role = now.role === 'admin' && !now.screens ? 'admin' : 'user'
  return entriesOf((ownDefinitions.current().menus[role] ?? shipped[role]).items, now)
}
