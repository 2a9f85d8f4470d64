import { Suspense } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { MenuButton, type MenuPlace } from '#ui/menu/Menu.tsx'

const AccountList = lazyPart(() => import('./AccountList.tsx'), ['shell'])

type Props = Omit<Parameters<typeof MenuButton>[0], 'list' | 'load'>

/** Who is signed in, appearance, language, sign out: nobody sees them before they are opened. */
export const AccountButton = (button: Props) => (
  <MenuButton
    {...button}
    load={AccountList.load}
    list={(place: MenuPlace) => (
      <Suspense>
        <AccountList {...place} />
      </Suspense>
    )}
  />
)
