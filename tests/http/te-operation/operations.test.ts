import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Operation } from '#schemas/generated/entities/operation.ts'
import type { OperationCommand } from '#schemas/generated/entities/operation-command.ts'
import { type Caller, callerOf, Listener } from '../gateway-kit.ts'
import { readyGateways } from '../jobs-kit.ts'
import { Site, silent } from '../kit.ts'
import { locked, read, send, tasksOf, until } from './operations-kit.ts'

let site: Site
let admin: Caller
beforeAll(async () => {
  // What waits for its gateway is looked at again at once.
  site = await Site.open({}, silent, undefined, { jobPace: { retryMs: 0, lookAgainMs: 50 } })
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const codeOf = (answer: { json<T>(): T }) => answer.json<{ errorCode: string; field?: string }[]>()[0]
const listed = async (query = '') =>
  (await admin('GET', `/te_operation/list${query}`)).json<{ data: Operation[]; count: number }>()
const zonesOf = async (sn: string): Promise<string> =>
  JSON.stringify([...(await site.store.homes.of(sn).load())])
const put = async (sn: string, connectionStatus: 'online' | 'offline'): Promise<void> => {
  await site.store.gateways.setConnectionStatus(sn, connectionStatus, site.now)
}

describe('an operation', () => {
  // 3.7-177
  test('sends one command to every chosen gateway once, and keeps what each answered', async () => {
    const devices = await readyGateways(site, 3)
    const id = await send(admin, 'ping', [...devices, devices[0] ?? ''])
    expect(await until(admin, id)).toMatchObject({
      ...{ _id: id, command: 'ping', payload: '{}', status: 'Completed', progress: 100 },
      taskCounters: { total: 3, successful: 3, failed: 0, canceled: 0, left: 0 },
      ...{ userId: 'demo-admin', canCancel: false, canRetry: false, canRemove: true },
    })
    const tasks = await tasksOf(admin, id)
    expect(tasks.map(({ device }) => device)).toEqual(devices)
    for (const { outcome, answer = '', deviceName } of tasks) {
      expect(outcome).toBe('successful')
      expect(JSON.parse(answer)).toEqual(expect.any(Object))
      expect(deviceName).toEqual(expect.any(String))
    }
    const [, second] = devices
    expect((await tasksOf(admin, id, `&searchPhrase=${second}`)).map(({ device }) => device)).toEqual([
      second,
    ])
  })

  test('changes what its command changes, at the gateways that were chosen and no others', async () => {
    const [first = '', second = '', other = ''] = await readyGateways(site, 3)
    const id = await send(admin, 'add_floor', [first, second], { payload: { floor_name: 'Below the roof' } })
    expect(await until(admin, id)).toMatchObject({ status: 'Completed' })
    expect(await zonesOf(first)).toContain('Below the roof')
    expect(await zonesOf(second)).toContain('Below the roof')
    expect(await zonesOf(other)).not.toContain('Below the roof')
  })

  // 3.8-023
  test('that a gateway refuses says so, with what the gateway said', async () => {
    const [device = ''] = await readyGateways(site, 1)
    const id = await send(admin, 'remove_zone', [device], { payload: { zone_id: 'no-such-zone' } })
    expect(await until(admin, id)).toMatchObject({ status: 'Failed', canRetry: true, canRemove: true })
    expect(await tasksOf(admin, id)).toMatchObject([
      {
        outcome: 'failed',
        errorFeedback: { code: 'RES_COMMAND_ERROR', message: expect.stringMatching(/./) },
      },
    ])
  })

  test('that only looks goes to a locked gateway, too; one that changes something does not', async () => {
    const device = await locked(site)
    expect(device).not.toBe('')
    expect(await until(admin, await send(admin, 'ping', [device]))).toMatchObject({ status: 'Completed' })
    const id = await send(admin, 'add_floor', [device], { payload: { floor_name: 'Never' } })
    expect(await until(admin, id)).toMatchObject({ status: 'Failed' })
    expect(await tasksOf(admin, id)).toMatchObject([{ errorFeedback: { code: 'PIN_LOCKED' } }])
  })

  test('of a gateway that nobody knows fails at that gateway alone', async () => {
    const [device = ''] = await readyGateways(site, 1)
    const id = await send(admin, 'ping', ['NOBODY-0000', device])
    expect(await until(admin, id)).toMatchObject({
      ...{ status: 'Completed', canRetry: true },
      taskCounters: { successful: 1, failed: 1 },
    })
    expect((await tasksOf(admin, id))[0]).toMatchObject({ errorFeedback: { code: 'UNKNOWN_GATEWAY' } })
    // Its gateways by what came of it.
    const of = async (outcome: string) =>
      (await tasksOf(admin, id, `&outcome=${outcome}`)).map(({ device: one }) => one)
    expect([await of('failed'), await of('successful'), await of('running'), await of('offline')]).toEqual([
      ['NOBODY-0000'],
      [device],
      [],
      [],
    ])
    expect((await admin('GET', `/te_operation/tasks/${id}?outcome=mislaid`)).status).toBe(400)
  })

  test.each([
    ['no gateway', { devices: [] }, 400, 'NO_SERIAL_NUMBERS', '/devices'],
    ['a command that there is not', { command: 'sing' }, 400, 'COMMAND_UNKNOWN', '/command'],
    ['one that only the server sends', { command: 'factory_reset' }, 400, 'COMMAND_UNKNOWN', '/command'],
    ['one that the server answers', { command: 'get_history' }, 400, 'COMMAND_UNKNOWN', '/command'],
    ['an event', { command: 'device_added' }, 400, 'COMMAND_UNKNOWN', '/command'],
    [
      'parameters of another',
      { command: 'open_network', payload: { type: 'sideways' } },
      ...([400, 'COMMAND_PAYLOAD_INVALID', '/payload'] as const),
    ],
    ['a payload that is no object', { payload: 'ping' }, 400, 'VALIDATION', '/payload'],
  ])('with %s is refused, and nothing is begun', async (_name, wrong, status, errorCode, field) => {
    const { count } = await listed()
    const body = { command: 'ping', payload: {}, devices: await readyGateways(site, 1), ...wrong }
    const answer = await admin('POST', '/te_operation/send', body)
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toMatchObject({ errorCode, field })
    expect((await listed()).count).toBe(count)
  })
})

describe('the commands that can be sent', () => {
  test('are those that people may send and gateways answer, each with an example that fits', async () => {
    const commands = (await admin('GET', '/te_operation/commands')).json<OperationCommand[]>()
    const names = commands.map(({ command }) => command)
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('send_default_command')
    expect(names).not.toContain('reboot')
    expect(names).not.toContain('get_history')
    expect(commands.find(({ command }) => command === 'open_network')).toMatchObject({
      ...{ changes: true, payload: { type: expect.any(String), network: expect.any(String) } },
    })
  })
})

describe('gateways that are offline', () => {
  test('are not waited for unless that was asked for', async () => {
    const [device = ''] = await readyGateways(site, 1)
    await put(device, 'offline')
    const id = await send(admin, 'ping', [device])
    expect(await until(admin, id)).toMatchObject({ status: 'Failed' })
    expect(await tasksOf(admin, id)).toMatchObject([{ errorFeedback: { code: 'GATEWAY_OFFLINE' } }])
    await put(device, 'online')
    // Retried, it comes to those that have not had it.
    const again = await admin('POST', `/te_operation/retry/${id}`)
    expect(again.status).toBe(200)
    expect(await until(admin, id)).toMatchObject({ status: 'Completed', canRetry: false })
  })

  test('are waited for as long as was asked for, and retrying waits anew', async () => {
    const [device = ''] = await readyGateways(site, 1)
    await put(device, 'offline')
    const id = await send(admin, 'ping', [device], { waitDays: 2 })
    const waits = () => tasksOf(admin, id).then(([task]) => task?.outcome === 'offline')
    await vi.waitFor(async () => expect(await waits()).toBe(true))
    expect(await tasksOf(admin, id, '&outcome=offline')).toMatchObject([{ device }])
    expect(await tasksOf(admin, id, '&outcome=waiting')).toEqual([])
    const first = await read(admin, id)
    expect(first.status).toBe('In Progress')
    expect(Date.parse(first.waitUntil ?? '')).toBe(Date.parse(first.createdAt) + 2 * 86_400_000)
    site.pass(3 * 86_400_000)
    admin = await callerOf(site, 'demo-admin')
    expect(await until(admin, id)).toMatchObject({ status: 'Failed' })
    expect((await admin('POST', `/te_operation/retry/${id}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await waits()).toBe(true))
    await put(device, 'online')
    expect((await admin('POST', `/te_operation/cancel/${id}`)).status).toBe(200)
  })
})

test('14.4 an operation waits for the maintenance window of each home; what is no window is refused', async () => {
  const [device = ''] = await readyGateways(site, 1)
  for (const window of ['22:00-22:00', '24:00-05:00', '22:00']) {
    const body = { command: 'ping', payload: {}, devices: [device], window }
    expect([(await admin('POST', '/te_operation/send', body)).status, window]).toEqual([400, window])
  }
  const hour = (later: number): string =>
    new Intl.DateTimeFormat('de-CH', {
      ...{ timeZone: 'Europe/Zurich', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    }).format(site.now + later * 3_600_000)
  const id = await send(admin, 'ping', [device], { window: `${hour(2)}-${hour(4)}` })
  await vi.waitFor(async () => expect((await tasksOf(admin, id))[0]?.opensAt).toBeDefined())
  const [held] = await tasksOf(admin, id, '&outcome=waiting')
  expect(held).toMatchObject({ device, outcome: 'waiting', triedCounter: 0 })
  expect(held?.errorFeedback).toBeUndefined()
  const opens = Date.parse(held?.opensAt ?? '') - site.now
  expect(opens).toBeGreaterThan(3_600_000)
  expect(opens).toBeLessThanOrEqual(7_200_000)
  // One whose window is open goes at once.
  const now = await send(admin, 'ping', [device], { window: `${hour(-1)}-${hour(1)}` })
  expect(await until(admin, now)).toMatchObject({ status: 'Completed' })
  expect(await read(admin, id)).toMatchObject({ status: 'In Progress' })
  expect((await admin('POST', `/te_operation/cancel/${id}`)).status).toBe(200)
})

describe('what can be done with an operation', () => {
  /** One that waits for a gateway that is offline. */
  const open = async (): Promise<{ id: string; device: string }> => {
    const [device = ''] = await readyGateways(site, 1)
    await put(device, 'offline')
    const id = await send(admin, 'ping', [device], { waitDays: 1 })
    return { id, device }
  }

  // 3.4-057 3.4-058 3.7-178
  test.each(['Completed', 'Failed'] as const)(
    'one that is %s is removed, and is gone then',
    async (state) => {
      const [device = ''] = await readyGateways(site, 1)
      const id = await send(admin, 'ping', [state === 'Completed' ? device : 'NOBODY-0000'])
      expect(await until(admin, id)).toMatchObject({ status: state, canRemove: true })
      expect((await admin('DELETE', `/te_operation/remove/${id}`)).status).toBe(204)
      expect((await admin('GET', `/te_operation/get/${id}`)).status).toBe(404)
      expect((await listed('?limit=1000')).data.map(({ _id }) => _id)).not.toContain(id)
      expect((await admin('DELETE', `/te_operation/remove/${id}`)).status).toBe(404)
    },
  )

  // 3.4-059
  test('one in any other state is not removed', async () => {
    const { id, device } = await open()
    const refused = async () => {
      const answer = await admin('DELETE', `/te_operation/remove/${id}`)
      expect([answer.status, codeOf(answer)?.errorCode]).toEqual([409, 'OPERATION_NOT_REMOVABLE'])
      expect((await read(admin, id)).canRemove).toBe(false)
    }
    await refused()
    expect((await admin('POST', `/te_operation/cancel/${id}`)).json<Operation>()).toMatchObject({
      ...{ status: 'Canceled', canCancel: false, canRetry: true },
      taskCounters: { canceled: 1, left: 0 },
    })
    await refused()
    const again = await admin('POST', `/te_operation/cancel/${id}`)
    expect([again.status, codeOf(again)?.errorCode]).toEqual([409, 'OPERATION_OVER'])
    await put(device, 'online')
  })

  // 3.7-179
  test('one that was cancelled is retried; one that succeeded everywhere has nothing to retry', async () => {
    const { id, device } = await open()
    await admin('POST', `/te_operation/cancel/${id}`)
    await put(device, 'online')
    expect((await admin('POST', `/te_operation/retry/${id}`)).json<Operation>()).toMatchObject({ _id: id })
    expect(await until(admin, id)).toMatchObject({ status: 'Completed' })
    const answer = await admin('POST', `/te_operation/retry/${id}`)
    expect([answer.status, codeOf(answer)?.errorCode]).toEqual([409, 'OPERATION_NOTHING_TO_RETRY'])
  })

  // 3.7-176 3.2-017 3.9-010 3.9-012
  test('they are listed newest first, so many after so many, in pages of the size of the specification', async () => {
    const { data, count } = await listed('?limit=3&skip=0')
    expect(data).toHaveLength(3)
    expect((await listed('?limit=2&skip=1')).data).toEqual(data.slice(1))
    expect((await listed('')).data).toHaveLength(Math.min(10, count))
    expect(data.map(({ createdAt }) => createdAt)).toEqual(
      data.map(({ createdAt }) => createdAt).toSorted((a, b) => b.localeCompare(a)),
    )
    const { operationPageSize, operationTaskPageSize } = limits.limits
    expect([operationPageSize.value, operationTaskPageSize.value]).toEqual([10, 15])
  })

  // 3.4-045 3.4-046 3.4-047
  test('administrators are told that one was created, has come further and is finished', async () => {
    const listener = await Listener.of(site, 'demo-admin')
    const id = await send(admin, 'ping', await readyGateways(site, 1))
    await until(admin, id)
    for (const event of ['operation_created', 'operation_updated', 'operation_finished'] as const)
      await vi.waitFor(() =>
        expect(listener.admins(event).map(({ data }) => data)).toContainEqual({
          operation: expect.objectContaining({ _id: id, command: 'ping' }),
        }),
      )
    listener.peer.kill()
  })
})

describe('who', () => {
  // 3.6-013
  test('is no administrator can neither see nor send any', async () => {
    const user = await callerOf(site, 'demo-home')
    expect((await user('GET', '/te_operation/list')).status).toBe(403)
    const body = { command: 'ping', payload: {}, devices: await readyGateways(site, 1) }
    expect((await user('POST', '/te_operation/send', body)).status).toBe(403)
  })

  test('has lost the right meanwhile sends nothing any more', async () => {
    const id = 'former-admin'
    await site.store.accounts.create(
      { id, username: 'former@gatehouse.test', groups: ['admin'], preferredLanguage: 'ch_DE', contact: [] },
      { passwordHash: null, at: site.now },
    )
    const [device = ''] = await readyGateways(site, 1)
    await put(device, 'offline')
    const operation = await send(await callerOf(site, id), 'ping', [device], { waitDays: 1 })
    const state = async () => (await tasksOf(admin, operation))[0]?.outcome
    await vi.waitFor(async () => expect(await state()).toBe('offline'))
    await site.store.accounts.disable(id, site.now)
    await put(device, 'online')
    site.pass(51)
    expect(await until(admin, operation)).toMatchObject({ status: 'Failed' })
    expect(await tasksOf(admin, operation)).toMatchObject([{ errorFeedback: { code: 'NOT_ALLOWED' } }])
  })
})
