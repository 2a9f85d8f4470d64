import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { http, identity } from '#data/http.ts'
import { FORBIDDEN, isClosed, isOutOfReach, needsOf } from '#engine/conditions/forbidden.ts'
import { closedCommands, closedOperations } from '#schemas/generated/gateway-session.ts'
import { settings, userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { source } from '../source.ts'
import { forbiddenOf, subroleRules } from './forbidden.ts'

beforeAll(async () => await subroleRules.load())

function enter(...groups: [string, ...string[]]): void {
  session.signIn({ userId: 'u1', sessionId: 's1' })
  session.learn({ settings, user: userOf('users', { groups }), gateways: [] })
}

const refusal = { errors: [{ errorCode: FORBIDDEN }] }
const home = { sn: 'A' }

// decision 0300
describe('Z-01 whoever signed in with the secret of a gateway', () => {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => {
    fetched.mockReset().mockImplementation(async () => Response.json({}))
    vi.stubGlobal('fetch', fetched)
  })

  test('is not asked for in vain: what is closed to him does not leave the page', async () => {
    enter('users', 'gateway')
    await expect(http.call('readDashboard', home)).rejects.toMatchObject(refusal)
    await expect(source.ask('get_rules', {})).rejects.toMatchObject(refusal)
    expect(fetched).not.toHaveBeenCalled()
  })

  test('asks for what is open to him', async () => {
    enter('users', 'gateway')
    await http.call('getGateway', home)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(() => identity.order?.('get_layout')).not.toThrow()
  })

  test.each([[['users']], [['users', 'viewer']]] as const)(
    'is the only one: %j ask, and hear from the server',
    async (groups) => {
      const [role, ...subroles] = groups
      enter(role, ...subroles)
      await http.call('readDashboard', home)
      expect(fetched).toHaveBeenCalledTimes(1)
      expect(() => identity.order?.('get_rules')).not.toThrow()
    },
  )

  test('is offered no screen of the home whose rows he may not ask for', () => {
    const situation = { forbidden: forbiddenOf('gateway') }
    const asked = [...screens.values()].flatMap((screen) => {
      if (!screen.access?.gateway || !('resource' in screen)) return []
      const from = definitions.resource(screen.resource)?.from as Parameters<typeof needsOf>[0] | undefined
      return isOutOfReach(needsOf(from ?? {}), situation) ? [screen] : []
    })
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((screen) => !isClosed(screen, situation)).map(({ id }) => id)).toEqual([])
  })

  test('finds devices and rooms, and neither scenes nor what the home did', () => {
    const situation = { forbidden: forbiddenOf('gateway') }
    const isOpen = (id: string): boolean => !isClosed(definitions.screen(id), situation)
    expect(['quick_controls', 'devices_table', 'device', 'zones_list', 'room'].every(isOpen)).toBe(true)
    const closed = ['dashboard', 'scenes_list', 'scene', 'statuses', 'energy', 'time_machine', 'net_diag']
    expect(closed.filter(isOpen)).toEqual([])
  })

  test('what is closed is told apart by the documents: neither all nor nothing', () => {
    expect(closedOperations).toContain('readDashboard')
    expect(closedOperations).not.toContain('getGateway')
    expect(closedOperations).not.toContain('login')
    expect(closedCommands).toContain('get_rules')
    expect(closedCommands).not.toContain('set_service_property_value')
  })
})
