import { conditionOf, type GatewayCondition } from '#gateway/lib/gateways/gateway-condition.ts'
import { isRestricted } from '#gateway/lib/gateways/operation-mode.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { SessionState } from '../store.ts'

/** Where a person stands: the session, and what it remembers of the way. */
export interface Standing
  extends Pick<SessionState, 'credentials' | 'user' | 'gateway' | 'gateways' | 'removed'>,
    Partial<Pick<SessionState, 'twin'>> {
  /** Where the person was, or wanted to go, before sign-in came between. */
  previous: string | undefined
  /** The last screen that needs no gateway. */
  lastWithout: string | undefined
  /** Where the person was when a condition of the gateway came between. */
  returning: string | undefined
  /** The screen that opens after sign-in, by the person's choice or the deployment's; undefined: as spec 1 §9 has it. */
  first?: string | undefined
}

/** Where a person wants to go. */
export interface Target {
  path: string
  /** Undefined at the bare address and at one that leads nowhere. */
  screen: ScreenHead | undefined
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

/** spec 1 §2 status screens: the one that shows a condition. */
const SCREENS: Readonly<Record<GatewayCondition, string>> = {
  replacing: 'rpl-gw-progress',
  upgrading: 'fw-upgrade',
  restoring: 'bck-restore-progress',
  subscriptionLocked: 'subscription_lock',
  pinLocked: 'gateway-locked',
  privileged: 'privilege-mode-active',
  offline: 'gateway_offline',
}
const WIZARD = 'initial-wizard'
const REMOVED = 'gateway_removed'

const conditionScreens: ReadonlySet<string> = new Set(Object.values(SCREENS))
/** Where nobody stays of his own will: what was before is what to go back to. */
const statusScreens: ReadonlySet<string> = new Set([...conditionScreens, WIZARD, REMOVED])
export const isStatusScreen = (screen: ScreenHead | undefined): boolean =>
  screen !== undefined && statusScreens.has(screen.id)

const admin = ({ user }: Standing): boolean => user?.groups[0] === 'admin'
const screenOf = (gateway: Gateway | undefined, { user }: Standing): string | undefined => {
  const condition = gateway && conditionOf(gateway, user?.id)
  return condition && SCREENS[condition]
}

const isPublic = ({ screen }: Target): boolean => screen?.access?.public === true
const home = ({ path }: Target): boolean => path === '/'
const needsGateway = ({ screen }: Target): boolean => screen?.access?.gateway === true
const needsOnline = ({ screen }: Target): boolean => screen?.access?.offline !== true
const onConditionScreen = ({ screen }: Target): boolean =>
  screen !== undefined && conditionScreens.has(screen.id)
/** Screens on which it matters how the gateway is. */
const aboutGateway = (to: Target): boolean => home(to) || needsGateway(to) || onConditionScreen(to)

const landing = ({ first = 'gtw_settings' }: Standing, routes: Routes): string => routes(first)
const chooser = ({ lastWithout }: Standing, routes: Routes): string => lastWithout ?? routes('gate_select')
const screen =
  (id: string): Rule[2] =>
  (_at, routes) =>
    routes(id)

/** The condition counts unless the screen can do without a gateway that is online. */
const isKeptBy = (condition: GatewayCondition): Rule[1] => {
  const id = SCREENS[condition]
  const counts = (to: Target): boolean =>
    condition === 'offline' && needsGateway(to) ? needsOnline(to) : aboutGateway(to)
  return (at, to) => counts(to) && screenOf(at.gateway, at) === id
}

/** spec 1 §2 routing rules and the decisions' order of conditions: the first that applies decides. */
const RULES: readonly Rule[] = [
  ['1: without a session only public screens', (at, to) => !at.credentials && !isPublic(to), screen('login')],
  [
    '2: with a session no public screens',
    (at, to) => at.credentials && isPublic(to) && to.screen?.access?.signedIn !== true,
    (at, routes) => at.previous ?? landing(at, routes),
  ],
  [
    'a twin has screens of a home alone',
    ({ twin }, to) => twin && !twin.screens.has(to.screen?.id ?? ''),
    ({ twin }, routes) => routes(twin?.first ?? ''),
  ],
  ['roles: a screen for others', (_at, to) => !to.allowed, landing],
  ['a gateway was taken away', (at, to) => at.removed && aboutGateway(to), screen(REMOVED)],
  ['a gateway was taken away: understood', (at, to) => !at.removed && to.screen?.id === REMOVED, landing],
  [
    '5, 6: an administrator without a gateway',
    (at, to) => admin(at) && !at.gateway && aboutGateway(to),
    chooser,
  ],
  [
    '5, 6: an account without a gateway',
    (at, to) => !admin(at) && at.gateways.length === 0 && aboutGateway(to),
    screen(WIZARD),
  ],
  [
    '6: an account with gateways, none of them current',
    (at, to) => !admin(at) && !at.gateway && aboutGateway(to),
    (at, routes) => {
      const condition = screenOf(at.gateways[0], at)
      return condition === undefined ? landing(at, routes) : routes(condition)
    },
  ],
  [
    'initial-wizard: only for accounts without a gateway',
    (at, to) => to.screen?.id === WIZARD && (admin(at) || at.gateways.length > 0),
    landing,
  ],
  ['4: replacement in progress', isKeptBy('replacing'), screen(SCREENS.replacing)],
  ['8: firmware upgrade in progress', isKeptBy('upgrading'), screen(SCREENS.upgrading)],
  ['8: backup restore in progress', isKeptBy('restoring'), screen(SCREENS.restoring)],
  ['8: subscription lock', isKeptBy('subscriptionLocked'), screen(SCREENS.subscriptionLocked)],
  ['5: PIN lock', isKeptBy('pinLocked'), screen(SCREENS.pinLocked)],
  ['5: privileged mode of somebody else', isKeptBy('privileged'), screen(SCREENS.privileged)],
  ['7: offline', isKeptBy('offline'), screen(SCREENS.offline)],
  [
    '7: the condition is over',
    (_at, to) => onConditionScreen(to),
    (at, routes) => at.returning ?? landing(at, routes),
  ],
  [
    '9: restricted mode',
    ({ gateway }, { path }) => gateway && isRestricted(gateway.operationMode) && path.startsWith('/devices'),
    landing,
  ],
  ['5: after sign-in', (_at, to) => home(to), landing],
]

/** Where to go instead, and by which clause; undefined where one may stay. */
export function decision(
  at: Standing,
  to: Target,
  routes: Routes,
): { clause: string; path: string } | undefined {
  const rule = RULES.find(([, applies]) => applies(at, to))
  if (!rule) return undefined
  const [clause, , destination] = rule
  const path = destination(at, routes)
  return path === to.path ? undefined : { clause, path }
}

export const redirect = (at: Standing, to: Target, routes: Routes): string | undefined =>
  decision(at, to, routes)?.path
