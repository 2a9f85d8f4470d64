import { expect, test, vi } from 'vitest'
import type { ActionContext } from '#engine/actions/code-action.ts'
import type { ActionResult, Source } from '#engine/ports.ts'
import { actionContextOf } from '#engine/testing/action-context.ts'
import { homeOf, noSource, situationOf } from '#engine/testing/render-screen.tsx'
import { gatewayOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { removeCurrentGateway, unassignCurrentGateway } from './actions.ts'

const SN = 'DOC4-7F21-90A3'

/** What somebody hears and where he goes who leaves a gateway himself. */
async function leaves(
  action: typeof unassignCurrentGateway,
  role: 'admin' | 'users',
  answer: ActionResult = { ok: true, data: undefined },
) {
  const dropped = vi.spyOn(session, 'dropGateway').mockImplementation(() => {})
  const heard = { toast: vi.fn<ActionContext['toast']>(), alert: vi.fn<ActionContext['alert']>() }
  const ways = { goto: vi.fn<ActionContext['goto']>(), go: vi.fn<ActionContext['go']>() }
  const call = (async () => answer) as Source['call']
  const result = await action(
    actionContextOf({
      ...{ ...heard, ...ways, params: { sn: SN } },
      ports: { ...homeOf(), widgets: new Map(), source: { ...noSource, call } },
      situation: situationOf({ role, gateway: gatewayOf(SN) }),
    }),
  )
  return { result, dropped, ...heard, ...ways }
}

test('an administrator who frees a gateway is back at the list of all with a toast: it is no news to him', async () => {
  const { result, dropped, toast, alert, goto, go } = await leaves(unassignCurrentGateway, 'admin')
  expect(result.ok).toBe(true)
  expect(dropped).toHaveBeenCalledWith(SN)
  expect([toast.mock.calls.length, alert.mock.calls.length]).toEqual([1, 0])
  expect(goto).toHaveBeenCalledWith('gate_select')
  expect(go).not.toHaveBeenCalled()
})

test('an owner goes where the routing rules lead, and does not come back by Back', async () => {
  const { goto, go, toast } = await leaves(removeCurrentGateway, 'users')
  expect(go).toHaveBeenCalledWith('/', { replace: true })
  expect([goto.mock.calls.length, toast.mock.calls.length]).toEqual([0, 1])
})

test('who could not leave stays, and is told once', async () => {
  const gone: ActionResult = { ok: false, status: 409, code: '409', message: 'busy' }
  const { dropped, toast, alert, goto, go } = await leaves(unassignCurrentGateway, 'admin', gone)
  expect(alert.mock.calls).toEqual([['removeFailed']])
  const told = await leaves(unassignCurrentGateway, 'admin', { ...gone, reported: true })
  expect(told.alert).not.toHaveBeenCalled()
  for (const nothing of [dropped, toast, goto, go]) expect(nothing).not.toHaveBeenCalled()
})
