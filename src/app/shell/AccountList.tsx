import type { MenuPlace } from '#ui/menu/Menu.tsx'
import MenuPopover from '#ui/menu/MenuPopover.tsx'
import { useAccountGroups } from './account-groups.tsx'

/** What hangs at the button of the account, and at "More" on a phone. */
export default function AccountList(place: MenuPlace) {
  return <MenuPopover {...place} groups={useAccountGroups()} />
}
