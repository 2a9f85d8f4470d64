import { homeOf, withHome } from '#session/home-in-address.ts'
import { session } from '#session/session.ts'
import { screenAt } from '../definitions.ts'
import { isOfOneHome } from './use-home-of-address.ts'

/** What may open or copy a link's address elsewhere: another tab, the browser's menu, a pull onto the desktop. */
const WAYS = ['click', 'auxclick', 'contextmenu', 'dragstart'] as const

/**
 * A link that is opened in another tab, or copied, takes along whose thing it leads to, for whoever has several homes: a
 * new tab knows only which home was chosen last, wherever that was.
 */
export function nameHomeInLinks(): () => void {
  const name = ({ target }: Event): void => {
    const { gateway, gateways } = session.state()
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || !gateway || gateways.length < 2 || link.origin !== location.origin) return
    if (homeOf(link.search) || !isOfOneHome(screenAt(link.pathname))) return
    const before = link.getAttribute('href') ?? ''
    link.search = withHome(link.search, gateway.serialNumber)
    // It belongs to whoever drew it; the home may be another by the next press.
    setTimeout(() => link.setAttribute('href', before))
  }
  for (const way of WAYS) document.addEventListener(way, name, true)
  return () => {
    for (const way of WAYS) document.removeEventListener(way, name, true)
  }
}
