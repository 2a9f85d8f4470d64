import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ScreenHead } from '#lib/screen-head.ts'
import { homeOf, withHome } from '#session/home-in-address.ts'
import { session, useSession } from '#session/session.ts'

/** Screens about one thing of a home: it is nowhere else. */
export const isOfOneHome = (screen: ScreenHead | undefined): boolean =>
  screen?.access?.gateway === true && screen.route.includes(':')

/** The home that an address of a home's page names: as where one begins (src/session/start.ts), whatever the page shows of it. */
const namedBy = (screen: ScreenHead | undefined, search: string): string | undefined =>
  screen?.access?.gateway === true ? homeOf(search) : undefined

/** An address that names another home of the person leads there. True until that home is the current one. */
export function useHomeOfAddress(screen: ScreenHead | undefined): boolean {
  const { gateway, gateways } = useSession()
  const { key, search } = useLocation()
  const arrived = useRef<string>(undefined)
  const asked = namedBy(screen, search)
  const other =
    asked === undefined || asked === gateway?.serialNumber || arrived.current === key
      ? undefined
      : gateways.find(({ serialNumber }) => serialNumber === asked)

  useEffect(() => {
    // Whoever changes the home later is not led back by the address: it follows him.
    arrived.current = key
    if (other) session.chooseGateway(other)
  }, [key, other])
  return other !== undefined
}

/**
 * Whoever has several homes finds the current one in the addresses of its things, so that bookmarks, Back and links that
 * he shares with his family find them again. One that names a home never names another than it shows.
 */
export function useHomeInAddress(screen: ScreenHead | undefined): void {
  const { gateway, gateways } = useSession()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const named = namedBy(screen, search) !== undefined || (isOfOneHome(screen) && gateways.length > 1)
  const current = named ? gateway?.serialNumber : undefined
  useEffect(() => {
    if (current !== undefined && homeOf(search) !== current)
      void navigate({ search: withHome(search, current) }, { replace: true, state })
  }, [search, state, current, navigate])
}
