import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, Operation } from '#server/http/openapi.ts'
import { alarmsTold } from '../alarm-successes.ts'
import { Site, stranger } from '../kit.ts'
import { own, pathOf, sampleOf } from '../operations.ts'

/** 10,000 each night. */
const INPUTS = Number(process.env.GATEHOUSE_INPUTS ?? 12)

/** Whatever JSON can be, the dangerous and the plain. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 1e308, '', '\u0000', '\u202e', '{}'),
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('0', '-1', 'true', '1e9', '%', "' OR 1=1 --"),
)

/** Nearly right: what the schema wants, with something left out, added or exchanged. */
function nearly(schema: Json) {
  const sample = sampleOf(schema)
  const keys = Object.keys(sample as object)
  const key = keys.length > 0 ? fc.constantFrom(...keys) : fc.constant('name')
  return fc.oneof(
    fc.constant(sample),
    anything,
    fc.tuple(key, anything).map(([name, value]) => ({ ...(sample as object), [name]: value })),
    fc.tuple(text, anything).map(([name, value]) => ({ ...(sample as object), [name]: value })),
    key.map((gone) => {
      const { [gone]: _left, ...rest } = sample as Record<string, unknown>
      return rest
    }),
  )
}

function inputs(operation: Operation) {
  const query = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const anyQuery = fc.dictionary(query.length > 0 ? fc.oneof(fc.constantFrom(...query), text) : text, text, {
    maxKeys: 3,
  })
  const ids = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Readonly<Record<string, string>>>(own) },
    fc.record({ sn: text, id: text, sessionId: text, hash: text }),
  )
  return fc.record({
    ids,
    query: fc.oneof(fc.constant({}), anyQuery),
    body: operation.body ? nearly(operation.body) : fc.constant(undefined),
  })
}

/** What goes on beside the answer of a call that succeeded earlier, or counts the tries: tables that then may change. */
const besides: readonly (readonly [calls: RegExp, tables: RegExp])[] = [
  [/register$|Activation$|forgotPass|Otp$|PinReset$|licence|hashLogin/i, /^(outbox|tokens|otps) /],
  [/pin/i, /^(gateways|gateway_pins|pin_tries) /i],
  [/^sendOperation$/, /^(jobs|job_tasks) /],
  [/reboot|reset|firmware|campaign|replacement|gateway|mode|restrict/i, /^gateway/],
]

/** The counts of tables that a refused call must leave as they were. */
function untouched(site: Site, id: string): string {
  const ignored = besides.flatMap(([calls, tables]) => (calls.test(id) ? tables : []))
  return site
    .changes()
    .split('\n')
    .filter((line) => !ignored.some((tables) => tables.test(line)))
    .join('\n')
}

/**
 * Calls each of these operations with whatever comes. In several files, so that they run beside one another: at night it
 * takes longer than all else.
 */
export function standsHostileInput(operations: readonly Operation[]): void {
  describe('V-01 one schema per body', () => {
    let site: Site
    let sessions: { home: string; admin: string }
    const open = async (): Promise<void> => {
      site = await Site.open()
      await alarmsTold(site)
    }
    const signIn = async (): Promise<void> => {
      sessions = { home: await site.sessionOf('demo-home'), admin: await site.sessionOf('demo-admin') }
    }
    beforeAll(open)
    afterAll(() => site.close())
    beforeEach(signIn)

    test.each(operations.map((operation) => [operation.id, operation] as const))(
      'V-01 %s never fails by itself, whatever comes, and what it refuses changes nothing',
      { timeout: 60_000 + INPUTS * 100 },
      async (id, operation) => {
        const { method, policy } = operation
        let changed = false
        await fc.assert(
          fc.asyncProperty(inputs(operation), async ({ ids, query, body }) => {
            const before = method === 'GET' ? '' : untouched(site, id)
            const search = new URLSearchParams(query as Record<string, string>)
            // Who may call, so that it is the input that is refused.
            const sessionId = policy === 'admin' ? sessions.admin : sessions.home
            const answer = await site.call(method, `${pathOf(operation, ids)}?${search}`, {
              headers: { sessionId, 'x-forwarded-for': stranger() },
              body,
            })
            expect(answer.status).toBeLessThan(500)
            if (method !== 'GET' && answer.status >= 400) expect(untouched(site, id)).toBe(before)
            if (answer.status < 400 && (method !== 'GET' || id === 'logout')) {
              changed = true
              await signIn()
            }
          }),
          { numRuns: id === 'login' ? 60 : INPUTS },
        )
        // The next one begins with the home as it was.
        if (changed) {
          await site.close()
          await open()
        }
      },
    )
  })
}
