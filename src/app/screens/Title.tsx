import { use, useSyncExternalStore } from 'react'
import { PortsContext } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { useSession } from '#session/session.ts'
import { titleOf } from './title.ts'

const never = () => () => {}

/** What the tab is called: many open devices are told apart by their names. */
export function Title({ screen, id }: { screen: ScreenHead; id: string | undefined }) {
  const state = useSession()
  const text = useText()
  const home = use(PortsContext)?.home
  const device = screen.kind === 'device' ? id : undefined
  const name = useSyncExternalStore(home?.subscribe ?? never, () =>
    device === undefined ? undefined : home?.device(device)?.name,
  )
  return <title>{titleOf(screen.id, state, text, name)}</title>
}
