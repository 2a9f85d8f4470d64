import { beforeAll, describe, expect, test } from 'vitest'
import catalogue from '#catalogue/permissions.json'
import { heads } from '#data/house.ts'
import { isClosed } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import type { Situation } from '#engine/conditions/situation.ts'
import { gatewayOf, settings, userOf } from '#session/fake-session.ts'
import { redirect } from '#session/routing/routing.ts'
import type { SessionState } from '#session/store.ts'
import flags from '../../../catalogue/flags.json'
import modules from '../../../catalogue/modules.json'
import { routeOf, versionLimit } from '../definitions.ts'
import { forbiddenOf, subroleRules } from './forbidden.ts'
import { type Entry, menuOf } from './menu.ts'
import { situationOf } from './situation.ts'
import { wayTo } from './ways.ts'

beforeAll(async () => await subroleRules.load())

const ON = {
  flags: Object.fromEntries(Object.keys(flags.flags).map((name) => [name, true])),
  modules: Object.fromEntries(Object.keys(modules.flags).map((name) => [name, true])),
}

interface Viewer {
  role: 'users' | 'admin'
  subrole?: string
  gateway?: ReturnType<typeof gatewayOf> | undefined
  off?: string
  reach?: Situation['reach']
}

function stateOf({ role, subrole, gateway, off }: Viewer): SessionState {
  const modulesOn = { ...ON.modules, ...(off !== undefined && { [off]: false }) }
  return {
    credentials: { userId: 'u1', sessionId: 's1' },
    user: userOf(role, { groups: [role, ...(subrole === undefined ? [] : [subrole])] }),
    gateway,
    gateways: gateway ? [gateway] : [],
    ...{ viewing: undefined, twin: undefined, removed: undefined, signOutReason: undefined },
    settings: { ...settings, flags: { ...ON.flags, ONLY_EXECUTE_SCENES: false }, modules: modulesOn },
  }
}

const standingOf = (viewer: Viewer): { state: ReturnType<typeof stateOf>; situation: Situation } => {
  const state = stateOf(viewer)
  return {
    state,
    situation: situationOf(state, versionLimit, forbiddenOf, viewer.reach),
  }
}

const ready = gatewayOf('A', { userId: 'u1' })
const gateways = {
  'that is ready': ready,
  'that is away': gatewayOf('A', { connectionStatus: 'offline' }),
  'in restricted mode': gatewayOf('A', { operationMode: 2 }),
  'that is locked': gatewayOf('A', { lockStatus: 2_147_483_649 }),
  'that is not there': undefined,
}
const limited: Situation['reach'] = {
  limited: true,
  closed: { operations: ['readDashboard', 'listAudit'], commands: ['get_rules', 'get_rules_list'] },
} as Situation['reach']

const viewers: [string, Viewer][] = [
  ...(['users', 'admin'] as const).flatMap((role) => [
    ...Object.entries(gateways).map(([how, gateway]): [string, Viewer] => [
      `${role}, a gateway ${how}`,
      { role, gateway },
    ]),
    ...Object.keys(modules.flags).map((off): [string, Viewer] => [
      `${role} without ${off}`,
      { role, gateway: ready, off },
    ]),
  ]),
  ...Object.keys(catalogue.subroles).flatMap((subrole): [string, Viewer][] => [
    [`users, ${subrole}`, { role: 'users', subrole, gateway: ready }],
    [`admin, ${subrole}`, { role: 'admin', subrole, gateway: ready }],
  ]),
  ['somebody who finds a part of a home', { role: 'users', gateway: ready, reach: limited }],
]

const flat = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((one) => [one, ...flat(one.children)])

describe.each(viewers)('decision 0300 to %s', (_name, viewer) => {
  const open = (): { id: string; ends: string | undefined }[] => {
    const { state, situation } = standingOf(viewer)
    return [...heads.values()]
      .filter((head) => wayTo(head, situation) === 'open' && !head.access?.public)
      .map((head) => ({
        id: head.id,
        ends: isClosed(head, situation)
          ? 'closed'
          : redirect(
              { ...state, previous: undefined, lastWithout: undefined, returning: undefined },
              { path: head.route, screen: head, allowed: holds(head.access?.when, situation) },
              routeOf,
            ),
      }))
  }

  test('no way is open that ends before a closed page, or leads elsewhere', () => {
    // Pages that show how a gateway is are nobody's to go to, and offered nowhere.
    const found = open().filter(({ id }) => heads.get(id)?.kind !== 'status')
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter(({ ends }) => ends !== undefined)).toEqual([])
  })

  test('what the menu switches off or hides is open nowhere else', () => {
    const { situation } = standingOf(viewer)
    for (const { screen, way } of flat(menuOf(situation)))
      if (screen !== undefined) expect([screen, wayTo(heads.get(screen), situation)]).toEqual([screen, way])
  })
})
