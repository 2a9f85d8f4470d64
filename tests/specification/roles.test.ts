import { beforeAll, expect, test } from 'vitest'
import { forbiddenOf, subroleRules } from '#app/situation/forbidden.ts'
import { situationOf } from '#app/situation/situation.ts'
import { holds } from '#engine/conditions/holds.ts'
import { credentials, gatewayOf, memory, settings, userOf } from '#session/fake-session.ts'
import { SessionStore } from '#session/store.ts'

beforeAll(async () => await subroleRules.load())

/** What conditions look at while somebody of these groups is signed in. */
function situation(groups: [string, ...string[]]) {
  const session = new SessionStore(memory())
  session.signIn(credentials)
  session.learn({ settings, user: userOf(groups[0], { groups }), gateways: [gatewayOf('A')] })
  return situationOf(session.state(), () => undefined, forbiddenOf)
}

// 2.1-021
test.each<[groups: [string, ...string[]], subrole: string, has: boolean]>([
  [['users', 'support'], 'support', true],
  [['support', 'users'], 'support', false],
  [['users', 'other', 'support'], 'support', false],
  [['users'], 'support', false],
])('spec 2 §1 of the groups %j the second is the subrole: %s is %s', (groups, subrole, has) => {
  expect(holds({ subrole }, situation(groups))).toBe(has)
})

// 1.6-003, 1.6-004
test.each<[groups: [string, ...string[]], values: boolean | undefined, rename: boolean | undefined]>([
  [['users'], undefined, undefined],
  [['users', 'support'], false, false],
  [['users', 'operator'], false, true],
  [['users', 'viewer'], true, true],
  [['admin', 'never heard of'], true, true],
])(
  'spec 1 §6 the groups %j: to set values is forbidden %s, to rename a gateway %s',
  (groups, values, rename) => {
    const { forbidden } = situation(groups)
    expect(forbidden?.values).toBe(values)
    expect(forbidden?.operations.has('renameGateway')).toBe(rename)
  },
)
