import { act } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createRowsClient } from '#engine/rows.ts'
import { rowsCache } from '#lib/rows/cache.ts'
import { connectHome } from '#live/channel/connect.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { enter } from '../fake-house.ts'
import { earlyAnswer } from './live.ts'

vi.mock('#live/channel/connect.ts', () => ({ connectHome: vi.fn(() => ({ close: vi.fn() })) }))

afterEach(() => act(() => session.end()))

// 2.8-014
test('a CONNECT that the broker refuses ends the connection and destroys the stored credentials', () => {
  enter('users')
  const { calls, results } = vi.mocked(connectHome).mock
  expect(localStorage.getItem('gatehouse.session')).not.toBeNull()
  act(() => calls.at(-1)?.[0].refused())
  expect(localStorage.getItem('gatehouse.session')).toBeNull()
  expect(session.state().credentials).toBeUndefined()
  expect(results.at(-1)?.value.close).toHaveBeenCalledOnce()
})

// 1.4-007 2.1-002
test('a realtime connection is opened as soon as somebody is signed in, and renewed with another gateway', () => {
  const before = vi.mocked(connectHome).mock.calls.length
  enter('users')
  const opened = vi.mocked(connectHome).mock.calls.slice(before)
  expect(opened.map(([{ userId, gateway }]) => [userId, gateway])).toEqual([['u1', 'A']])
  act(() => session.learnGateways([gatewayOf('B')]))
  // Devices are those of the gateway that was picked.
  expect(vi.mocked(connectHome).mock.lastCall?.[0].gateway).toBe('B')
})

test('rows of one home are not shown in another: they are asked for anew', async () => {
  enter('users')
  const client = createRowsClient()
  rowsCache.client = client
  client.setQueryData(['rows', 'get_rules_list'], { rules: [{ id: 'of A' }] })
  act(() => session.learnGateways([gatewayOf('B')]))
  expect(client.getQueryData(['rows', 'get_rules_list'])).toBeUndefined()
  client.setQueryData(['rows', 'get_rules_list'], { rules: [{ id: 'of B' }] })
  act(() => session.changeGateway('B', { name: 'Renamed' }))
  expect(client.getQueryData(['rows', 'get_rules_list'])).toBeDefined()
})

// 1.4-008
test('it is terminated when the page goes away', () => {
  enter('users')
  const home = vi.mocked(connectHome).mock.results.at(-1)?.value
  expect(home.close).not.toHaveBeenCalled()
  dispatchEvent(new Event('pagehide'))
  expect(home.close).toHaveBeenCalledOnce()
})

test('a dashboard that the page has asked for already is not asked for again, and its devices are drawn', async () => {
  const home = { serialNumber: 'A', devices: [] }
  const dashboard = { revision: 3, pages: [] }
  const rules = { rules: [{ id: 'r' }] }
  const answers = [
    { call: 'nodeHistory', input: { deviceId: 'd', sn: 'A', to: 2, from: 1 }, data: { histories: [] } },
    { call: 'readEnergy', input: { sn: 'A', step: 'hour' }, data: { steps: [1] } },
    { call: 'get_rules_list', input: {}, data: rules },
  ]
  const client = createRowsClient()
  rowsCache.client = client
  window.gatehouseBoot = {
    sessionId: 's1',
    serialNumber: 'A',
    settings: new Promise(() => {}),
    dashboard: Promise.resolve(Response.json({ dashboard, home, answers })),
  }
  enter('users')
  expect(await vi.mocked(connectHome).mock.lastCall?.[0].beside).toEqual(home)
  expect(await earlyAnswer('readDashboard', { sn: 'B' })).toBeUndefined()
  expect(await earlyAnswer('readDashboard', { sn: 'A' })).toEqual(dashboard)
  expect(await earlyAnswer('readDashboard', { sn: 'A' })).toBeUndefined()
  // What its cards ask for has come along, in whatever order they say it.
  expect(await earlyAnswer('nodeHistory', { sn: 'A', deviceId: 'd', from: 2, to: 2 })).toBeUndefined()
  expect(await earlyAnswer('nodeHistory', { sn: 'A', deviceId: 'd', from: 1, to: 2 })).toEqual({
    histories: [],
  })
  // What is kept by all that its call says is there before anybody asks; what does not name the home is not.
  expect(client.getQueryData(['rows', 'readDashboard', { sn: 'A' }])).toEqual(dashboard)
  expect(client.getQueryData(['rows', 'readEnergy', { step: 'hour', sn: 'A' }])).toEqual({ steps: [1] })
  expect(client.getQueriesData({ queryKey: ['rows', 'get_rules_list'] })).toEqual([])
  // It is of this home and of no other.
  expect(await earlyAnswer('get_rules_list', { sn: 'B' })).toBeUndefined()
  expect(await earlyAnswer('get_rules_list', { sn: 'A' })).toEqual(rules)
  expect(await earlyAnswer('get_rules_list', { sn: 'A' })).toBeUndefined()
  delete window.gatehouseBoot
})

test('what was true when the page began is not taken a while later', async () => {
  vi.useFakeTimers()
  window.gatehouseBoot = {
    sessionId: 's1',
    serialNumber: 'A',
    settings: new Promise(() => {}),
    dashboard: Promise.resolve(Response.json({ dashboard: { revision: 3, pages: [] } })),
  }
  enter('users')
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await earlyAnswer('readDashboard', { sn: 'A' })).toBeUndefined()
  delete window.gatehouseBoot
})
