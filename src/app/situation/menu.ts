import { heads } from '#data/house.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import type { MenuItem } from '#schemas/generated/definitions/menu.ts'
import { type IconName, iconNamed } from '#ui/Icon.tsx'
import { itemsOf, screenOf, type Way, wayTo } from './ways.ts'

export interface Entry {
  id: string
  icon: IconName
  /** The screen it leads to; without one it heads its children. */
  screen: string | undefined
  /** The state of the gateway or the sub-role may switch it off; it stays in sight and says why. */
  way: Exclude<Way, 'hidden'>
  foot: boolean
  bar: boolean
  count: MenuItem['count']
  children: readonly Entry[]
}

function entriesOf(items: readonly MenuItem[], now: Situation): Entry[] {
  return items.flatMap((item) => {
    if (!holds(item.when, now)) return []
    const screen = screenOf(item, now)
    const children = entriesOf(item.children ?? [], now)
    const leads = screen ?? children[0]?.screen
    const way = leads === undefined ? 'open' : wayTo(heads.get(leads), now)
    if (way === 'hidden') return []
    return [
      {
        ...{ id: item.id, icon: iconNamed(item.icon), screen, way, children },
        ...{ foot: item.foot === true, bar: item.bar === true, count: item.count },
      },
    ]
  })
}

/** The menu of a role, without what its conditions hide (spec 1 §2 side menus). */
export const menuOf = (now: Situation): readonly Entry[] => entriesOf(itemsOf(now), now)
