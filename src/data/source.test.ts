import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rows } from '#engine/ports.ts'
import { createRowsClient } from '#engine/rows.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import { resources } from './catalogue.ts'
import { errorRules, loadErrorRules } from './errors/error-rules.ts'

await loadErrorRules()

import { createReport } from './report.ts'
import { RequestError } from './request-error.ts'
import { createSource } from './source.ts'

const gateways = resources.get('gateway') as Resource

function house(answer: (operation: string, input: object) => unknown = () => ({ data: [], count: 0 })) {
  const calls: [string, object][] = []
  const toast = vi.fn()
  const cache = createRowsClient()
  let tell: (event: string, data: unknown) => void = () => {}
  let open = (): void => {}
  const report = createReport(errorRules, {
    toast,
    dialog: vi.fn(),
    loginMessage: vi.fn(),
    logout: vi.fn(),
    privilege: vi.fn(),
    readSession: () => Promise.resolve({}),
    log: vi.fn(),
    say: (key) => key,
  })
  const source = createSource({
    http: {
      send: async (operation, sent) => {
        calls.push([operation, sent])
        return { status: 200, data: answer(operation, sent) }
      },
      // What is asked here is not what the documents know.
      call: async (operation, input) => {
        calls.push([operation, Object(input)])
        return { status: 200, data: answer(operation, Object(input)) } as never
      },
    },
    call: async (command, params) => ({ command, params }) as never,
    report,
    cache,
    standing: () => ({ session: { id: 'u1' }, gateway: { serialNumber: 'DOC4' } }),
    onEvent: (listen) => {
      tell = listen
      return () => {
        tell = () => {}
      }
    },
    onLive: (opened) => {
      open = opened
      opened()
      return () => {
        open = () => {}
      }
    },
  })
  return {
    source,
    calls,
    toast,
    cache,
    tell: (event: string, data: unknown) => tell(event, data),
    open: () => open(),
  }
}

const still = new AbortController().signal
let at: ReturnType<typeof house>
beforeEach(() => {
  at = house()
})

describe('rows', () => {
  // 1.2-098
  test('gate_select loads gateways together with their owners, by page', async () => {
    await at.source.list(
      gateways,
      { page: 3, limit: 10, search: 'Linden', order: '-name', filters: { model: 'DOC400' } },
      still,
    )
    expect(at.calls[0]).toMatchObject([
      'listGateways',
      {
        params: { owners: true, page: 3, limit: 10, searchText: 'Linden', orderBy: '-name', model: 'DOC400' },
      },
    ])
  })

  test('rows and their total are taken from where the resource says they are', async () => {
    at = house(() => ({ data: [{ serialNumber: 'A' }], count: 251 }))
    expect(await at.source.list(gateways, { page: 1, limit: 10 }, still)).toEqual({
      rows: [{ serialNumber: 'A' }],
      total: 251,
    })
  })

  test('an answer without rows is a failure, not an empty list', async () => {
    at = house(() => ({ error: true }))
    await expect(at.source.list(gateways, { page: 1, limit: 10 }, still)).rejects.toBeInstanceOf(RequestError)
  })

  // 1.4-028
  test('a gateway that goes offline is offline in every page that shows it', () => {
    const key = rowsKey('listGateways', { page: 1 })
    at.cache.setQueryData<Rows>(key, {
      rows: [
        { serialNumber: 'A', name: 'Haus', connectionStatus: 'online' },
        { serialNumber: 'B', connectionStatus: 'online' },
      ],
      total: 2,
    })
    at.source.watch(gateways, () => {})
    at.tell('gateway_connection_changed', { serialNumber: 'A', connectionStatus: 'offline' })
    expect(at.cache.getQueryData<Rows>(key)?.rows).toEqual([
      { serialNumber: 'A', name: 'Haus', connectionStatus: 'offline' },
      { serialNumber: 'B', connectionStatus: 'online' },
    ])
  })

  test.each([
    ['prepend', { serialNumber: 'C' }, ['C', 'A', 'B'], 3],
    ['prepend', { serialNumber: 'A' }, ['A', 'B'], 2],
    ['remove', { serialNumber: 'A' }, ['B'], 1],
    ['remove', { serialNumber: 'C' }, ['A', 'B'], 2],
  ] as const)('a live rule may %s a row: %o', (does, event, left, total) => {
    const key = rowsKey('listGateways', {})
    at.cache.setQueryData<Rows>(key, { rows: [{ serialNumber: 'A' }, { serialNumber: 'B' }], total: 2 })
    at.source.watch({ ...gateways, live: [{ event: 'changed', does }] }, () => {})
    at.tell('changed', event)
    const page = at.cache.getQueryData<Rows>(key)
    expect([page?.rows.map((row) => row.serialNumber), page?.total]).toEqual([left, total])
  })

  test('an answer that is on its way when an event comes does not undo it: it is asked for again', async () => {
    const queryKey = rowsKey('listGateways', {})
    const answers: PromiseWithResolvers<Rows>[] = []
    const list = new QueryObserver(at.cache, {
      queryKey,
      queryFn: () => {
        const answer = Promise.withResolvers<Rows>()
        answers.push(answer)
        return answer.promise
      },
    })
    const leave = list.subscribe(() => {})
    at.source.watch({ ...gateways, live: [{ event: 'changed', does: 'patch' }] }, () => {})
    at.tell('changed', { serialNumber: 'A', connectionStatus: 'offline' })
    answers[0]?.resolve({ rows: [{ serialNumber: 'A', connectionStatus: 'online' }], total: 1 })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    leave()
  })

  test('a list that hears events is asked for anew when the channel opens after it, and only until it stops watching', () => {
    const wake = vi.fn()
    const live = [{ event: 'changed', does: 'refetch' as const }]
    const stop = at.source.watch({ ...gateways, live }, wake)
    // It was open already as the list began.
    expect(wake).not.toHaveBeenCalled()
    at.open()
    expect(wake).toHaveBeenCalledOnce()
    stop()
    at.open()
    expect(wake).toHaveBeenCalledOnce()
    const { live: _none, ...deaf } = gateways
    at.source.watch(deaf, wake)
    at.open()
    expect(wake).toHaveBeenCalledOnce()
  })

  test('a rule that refetches wakes the list, and only until it stops watching', () => {
    const wake = vi.fn()
    const stop = at.source.watch({ ...gateways, live: [{ event: 'changed', does: 'refetch' }] }, wake)
    at.tell('changed', {})
    at.tell('something_else', {})
    stop()
    at.tell('changed', {})
    expect(wake).toHaveBeenCalledOnce()
  })
})

describe('actions', () => {
  test('an operation gets its parameters and body by their bindings', async () => {
    const action = {
      operation: 'renameGateway',
      params: { sn: 'gateway.serialNumber' },
      body: { name: 'form.name' },
    }
    const result = await at.source.act(action, { form: { name: 'Haus' } })
    expect(result).toMatchObject({ ok: true, status: 200 })
    expect(at.calls[0]).toEqual([
      'renameGateway',
      { params: { sn: 'DOC4' }, body: { name: 'Haus' }, headers: {} },
    ])
  })

  test('a command goes over the channel', async () => {
    const result = await at.source.act(
      { command: 'set_device_name', params: { device_id: 'row.id' } },
      { row: { id: 'd1' } },
    )
    expect(result).toEqual({ ok: true, data: { command: 'set_device_name', params: { device_id: 'd1' } } })
  })

  test('an outcome that the action names is its own: nothing is said', async () => {
    at = house(() => {
      throw new RequestError(409, [{ errorCode: 'CONFLICT', message: '' }])
    })
    const result = await at.source.act(
      { operation: 'removeGateway', outcomes: { '409': { field: 'name' } } },
      {},
    )
    expect(result).toMatchObject({ ok: false, status: 409, code: 'CONFLICT' })
    expect(at.toast).not.toHaveBeenCalled()
  })

  test('every other failure goes the one way and is marked as said', async () => {
    at = house(() => {
      throw new RequestError(500, [{ errorCode: 'INTERNAL', message: '' }])
    })
    expect(await at.source.act({ operation: 'removeGateway' }, {})).toMatchObject({
      ok: false,
      reported: true,
    })
    expect(at.toast).toHaveBeenCalledWith('INTERNAL')
  })

  test('faults of a body belong to their fields and are not said as a toast', async () => {
    at = house(() => {
      throw new RequestError(400, [
        { errorCode: 'VALIDATION', message: 'Zu lang.', field: '/name' },
        { errorCode: 'VALIDATION', message: 'Fehlt.', field: '/place/city' },
      ])
    })
    expect(await at.source.act({ operation: 'renameGateway' }, {})).toMatchObject({
      ok: false,
      reported: false,
      fields: [
        { field: 'name', message: 'Zu lang.' },
        { field: 'place', message: 'Fehlt.' },
      ],
    })
    expect(at.toast).not.toHaveBeenCalled()
  })

  test('how many tries are left goes along', async () => {
    at = house(() => {
      throw new RequestError(401, [
        { errorCode: 'WRONG_PIN', message: 'Falsch.', field: '/pin', remaining: 2 },
      ])
    })
    const action = { operation: 'enterPin', outcomes: { WRONG_PIN: { field: 'pin' } } }
    expect(await at.source.act(action, {})).toMatchObject({ ok: false, code: 'WRONG_PIN', remaining: 2 })
  })

  // 1.8-001
  test('881792 counts as done', async () => {
    at = house(() => {
      throw new RequestError(400, [{ errorCode: '881792', message: '' }])
    })
    expect(await at.source.act({ operation: 'removeGateway' }, {})).toMatchObject({ ok: true })
  })
})

describe('calls from code', () => {
  const fails = (status: number, errorCode: string) => {
    at = house(() => {
      throw new RequestError(status, [{ errorCode, message: '' }])
    })
  }

  test('an operation goes out with what it is given, and its answer comes back', async () => {
    at = house(() => ({ serialNumber: 'A' }))
    const result = await at.source.call('renameGateway', { sn: 'A', name: 'Haus' })
    expect(result).toEqual({ ok: true, status: 200, data: { serialNumber: 'A' } })
    expect(at.calls).toEqual([['renameGateway', { sn: 'A', name: 'Haus' }]])
  })

  test('what the caller tells itself is not said; everything else goes the one way', async () => {
    fails(409, 'CONFLICT')
    const input = { sn: 'A' }
    expect(await at.source.call('removeGateway', input, { told: ['409'] })).toMatchObject({
      code: 'CONFLICT',
    })
    expect(at.toast).not.toHaveBeenCalled()
    expect(await at.source.call('removeGateway', input)).toMatchObject({ ok: false, reported: true })
    expect(at.toast).toHaveBeenCalledWith('CONFLICT')
  })

  test('a failure that counts as done stops code that wants the answer, without a word', async () => {
    fails(400, '881792')
    expect(await at.source.call('renameGateway', { sn: 'A', name: 'Haus' })).toMatchObject({
      ok: false,
      reported: true,
    })
    expect(at.toast).not.toHaveBeenCalled()
  })

  test('what is loaded to be shown rejects, for whoever shows it', async () => {
    fails(500, 'INTERNAL')
    await expect(at.source.load('readModel', { maker: 'm', entry: 'e' })).rejects.toBeInstanceOf(RequestError)
    expect(at.toast).not.toHaveBeenCalled()
  })

  test('commands go over the channel with their parameters as they are', async () => {
    const params = { rule_id: 'r1', active: true }
    expect(await at.source.order('update_rule_info', params)).toEqual({
      ok: true,
      data: { command: 'update_rule_info', params },
    })
    expect(await at.source.ask('get_rules_list', {})).toEqual({ command: 'get_rules_list', params: {} })
  })
})
