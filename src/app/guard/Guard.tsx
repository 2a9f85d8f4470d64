import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { program } from '#session/program.ts'
import { knownPath } from '#session/routing/known-path.ts'
import { isStatusScreen, redirect } from '#session/routing/routing.ts'
import { session, useSession } from '#session/session.ts'
import { routeOf, screenAt } from '../definitions.ts'
import { useHomeInAddress, useHomeOfAddress } from '../home/use-home-of-address.ts'
import { startScreen } from '../screens/start-screen.ts'
import { returnPath } from './return-path.ts'

/** Lets through, or leads elsewhere, whenever session or gateway change (spec 1 §2 routing rules). */
export function Guard({ screen, children }: { screen: ScreenHead | undefined; children?: ReactNode }) {
  const state = useSession()
  const { situation } = useEngine()
  const { pathname, search } = useLocation()
  const path = pathname + search
  const elsewhere = useHomeOfAddress(screen)
  const to = redirect(
    {
      ...state,
      previous: program.current() ? routeOf('oauth2-dialog') : returnPath.previous,
      lastWithout: returnPath.lastWithout,
      returning: knownPath(session.returning, screenAt, location.origin),
      first: startScreen(situation),
    },
    { path: pathname, screen, allowed: holds(screen?.access?.when, situation) },
    routeOf,
  )
  // How another gateway is says nothing of this page.
  if (elsewhere) return null
  if (to !== undefined) return <Leave from={path} screen={screen} to={to} />
  return (
    <>
      <Stay at={path} screen={screen} />
      {children}
    </>
  )
}

/** spec 1 §2 rule 7: the state is kept when a condition of the gateway comes between. */
function Leave({ from, screen, to }: { from: string; screen: ScreenHead | undefined; to: string }) {
  useEffect(() => {
    if (isStatusScreen(screenAt(to)) && screen?.access?.gateway) session.returning = from
  }, [from, screen, to])
  return <Navigate to={to} replace />
}

function Stay({ at, screen }: { at: string; screen: ScreenHead | undefined }) {
  const { id } = screen ?? {}
  useHomeInAddress(screen)
  const without = screen !== undefined && !screen.access?.gateway && !isStatusScreen(screen)
  useEffect(() => {
    returnPath.remember(at)
    // Given back only once one is there: news of the gateway may come while the way back is still being drawn.
    if (session.returning === at) session.returning = undefined
    if (without) returnPath.rememberWithout(at)
  }, [at, without])
  useEffect(() => {
    // spec 1 §4: in the chooser, and where he reaches many, an administrator has no gateway.
    if (id === 'gate_select' || id === 'bulk') session.leaveGateway()
  }, [id])
  return null
}
