import type { Screen } from '#schemas/generated/definitions/screen.ts'
import type { SessionState } from './store.ts'

/** Where a person stands: the session, and what it remembers of the way. */
export interface Standing extends Pick<SessionState, 'credentials' | 'user' | 'gateway' | 'gateways'> {
  /** Where the person was, or wanted to go, before sign-in came between. */
  previous: string | undefined
  /** Where the person was when the gateway went offline. */
  returning: string | undefined
}

/** Where a person wants to go. */
export interface Target {
  path: string
  /** Undefined at the bare address and at one that leads nowhere. */
  screen: Screen | undefined
  /** Whether the screen's own condition holds for this person. */
  allowed: boolean
}

/** Screens by id; their addresses stand in the catalogue. */
export type Routes = (id: string) => string

type Rule = readonly [
  clause: string,
  applies: (at: Standing, to: Target) => boolean | undefined,
  destination: (at: Standing, routes: Routes) => string,
]

/** Mask of the operation mode that restricts a gateway (spec 1 §9). */
const RESTRICTED = 2

const landing = (_at: Standing, routes: Routes): string => routes('gtw_settings')
const chooser = (_at: Standing, routes: Routes): string => routes('gate_select')
const admin = ({ user }: Standing): boolean => user?.groups[0] === 'admin'
const offline = ({ gateway }: Standing): boolean => gateway?.connectionStatus === 'offline'
const needsGateway = ({ screen }: Target): boolean => screen?.access?.gateway === true
const home = ({ path }: Target): boolean => path === '/'

/** spec 1 §2 routing rules: the first that applies decides. */
const RULES: readonly Rule[] = [
  ['1', (at, to) => !at.credentials && !to.screen?.access?.public, (_at, routes) => routes('login')],
  [
    '2',
    (at, to) => at.credentials && to.screen?.access?.public,
    (at, routes) => at.previous ?? landing(at, routes),
  ],
  ['5 no gateway', (at, to) => home(to) && admin(at) && !at.gateway, chooser],
  ['5', (_at, to) => home(to), landing],
  ['6', (at, to) => needsGateway(to) && admin(at) && !at.gateway, chooser],
  ['admin-only', (_at, to) => !to.allowed, landing],
  ['7', (at, to) => needsGateway(to) && offline(at), (_at, routes) => routes('gateway_offline')],
  [
    '7 back online',
    (at, to) => to.screen?.id === 'gateway_offline' && !offline(at),
    (at, routes) => at.returning ?? landing(at, routes),
  ],
  [
    '9',
    ({ gateway }, { path }) =>
      gateway && (gateway.operationMode & RESTRICTED) !== 0 && path.startsWith('/devices'),
    landing,
  ],
]

/** Where to go instead; undefined where one may stay. */
export function redirect(at: Standing, to: Target, routes: Routes): string | undefined {
  const rule = RULES.find(([, applies]) => applies(at, to))
  const destination = rule?.[2](at, routes)
  return destination === to.path ? undefined : destination
}
