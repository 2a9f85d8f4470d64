import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine } from '#engine/engine.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { program } from '#session/program.ts'
import { redirect } from '#session/routing.ts'
import { session, useSession } from '#session/session.ts'
import { routeOf } from './definitions.ts'
import { NoGateway } from './NoGateway.tsx'
import { way } from './way.ts'

/** Lets through, or leads elsewhere, whenever session or gateway change (spec 1 §2 routing rules). */
export function Guard({ screen, children }: { screen: Screen | undefined; children?: ReactNode }) {
  const state = useSession()
  const { situation } = useEngine()
  const { pathname, search } = useLocation()
  const path = pathname + search
  const to = redirect(
    {
      ...state,
      previous: program.current() ? routeOf('oauth2-dialog') : way.previous,
      returning: session.returning,
    },
    { path: pathname, screen, allowed: holds(screen?.access?.when, situation) },
    routeOf,
  )
  if (to !== undefined) return <Leave from={path} to={to} />
  if (screen?.access?.gateway && !state.gateway) return <NoGateway />
  return (
    <>
      <Stay at={path} screen={screen} />
      {children}
    </>
  )
}

/** spec 1 §2 rule 7: the state is kept when the gateway goes offline and given back when it returns. */
function Leave({ from, to }: { from: string; to: string }) {
  useEffect(() => {
    if (to === routeOf('gateway_offline')) session.returning = from
    if (from === routeOf('gateway_offline')) session.returning = undefined
  }, [from, to])
  return <Navigate to={to} replace />
}

function Stay({ at, screen }: { at: string; screen: Screen | undefined }) {
  useEffect(() => way.remember(at), [at])
  const { id } = screen ?? {}
  useEffect(() => {
    // spec 1 §4: in the chooser an administrator has no gateway.
    if (id === 'gate_select') session.leaveGateway()
  }, [id])
  return null
}
