import { render } from '@testing-library/react'
import { createElement, type ReactElement } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { definitions } from '#data/catalogue.ts'
import { EngineContext } from '#engine/engine.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { session, useSession } from '#session/session.ts'
import { versionLimit } from './definitions.ts'
import { forbiddenOf, subroleRules } from './situation/forbidden.ts'
import { situationOf } from './situation/situation.ts'

await subroleRules.load()

/** Signs somebody in, with one gateway. */
export function enter(
  role: 'users' | 'admin',
  connectionStatus: 'online' | 'offline' = 'online',
  shipped: Partial<typeof settings> = {},
): void {
  const gateway = gatewayOf('A', { connectionStatus })
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({
    settings: { ...settings, ...shipped },
    user: userOf(role),
    gateways: role === 'admin' ? [] : [gateway],
    gateway,
  })
}

function Address() {
  const { pathname, search } = useLocation()
  return createElement('output', { 'aria-label': 'address' }, pathname + search)
}

function Situated({ children }: { children?: ReactElement }) {
  const situation = situationOf(useSession(), versionLimit, forbiddenOf)
  const navigate = useNavigate()
  const go = (to: string | number): void => void (typeof to === 'number' ? navigate(to) : navigate(to))
  return createElement(
    EngineContext,
    { value: { definitions, actions: {}, blocks: {}, situation, go } },
    children,
  )
}

/** Draws a part of the app at an address, and the address beside it. */
export const at = (path: string, part: ReactElement) =>
  render(
    createElement(
      MemoryRouter,
      { initialEntries: [path] },
      createElement(Situated, null, part),
      createElement(Address),
    ),
  )
