import { expect, test } from 'vitest'
import { situationOf } from '#app/situation.ts'
import { holds } from '#engine/conditions/holds.ts'
import { credentials, gatewayOf, memory, settings, userOf } from '#session/fake-session.ts'
import { SessionStore } from '#session/store.ts'

/** What conditions look at while somebody of these groups is signed in. */
function situation(groups: [string, ...string[]]) {
  const session = new SessionStore(memory())
  session.signIn(credentials)
  session.learn({ settings, user: userOf(groups[0], { groups }), gateways: [gatewayOf('A')] })
  return situationOf(session.state(), () => undefined)
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
