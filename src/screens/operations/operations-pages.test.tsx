import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ListQuery, Source } from '#engine/ports.ts'
import { Screen as List } from '#engine/screens/list/Screen.tsx'
import { Screen as Sections } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { parametersOf } from '#schemas/generated/command-parameters.js'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import type { Operation } from '#schemas/generated/entities/operation.ts'
import type { OperationTask } from '#schemas/generated/entities/operation-task.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import * as actions from './actions.tsx'

beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['choosing', 'commands', 'operations'])
})
afterEach(() => {
  cleanup()
  toasts.clear()
})

const operation: Operation = {
  ...{ _id: 'op-1', status: 'Failed', command: 'ping', payload: '{}', progress: 100, finishTaskCount: 3 },
  taskCounters: { total: 3, successful: 0, failed: 3, canceled: 0, left: 0 },
  ...{ createdAt: '2026-11-26T08:00:00.000Z', userId: 'a', userInitiated: 'Andrea Admin' },
  ...{ canCancel: false, canRetry: true, canRemove: true },
}
const tasks: readonly OperationTask[] = [
  {
    ...{ _id: 't1', device: 'GW-1', deviceName: 'Summer house', outcome: 'failed', triedCounter: 1 },
    errorFeedback: { code: 'RES_COMMAND_ERROR', message: 'There is no such room' },
  },
  { _id: 't2', device: 'GW-2', deviceName: 'Attic', outcome: 'successful', triedCounter: 1 },
]
const commands = [
  {
    ...{ command: 'open_network', changes: true, payload: { type: 'inclusion' } },
    parameters: parametersOf.open_network,
  },
  { command: 'ping', changes: false, parameters: parametersOf.ping, payload: {} },
]
const found = { serialNumber: 'GW-1', name: 'Summer house', connectionStatus: 'online' }

type Answer = Awaited<ReturnType<Source['act']>>

/** One of the pages, over these rows; what is asked, and what is carried out. */
async function open(
  id: 'operation_list' | 'operation_details' | 'gate_select',
  one: Operation = operation,
  not: readonly string[] = [],
) {
  const asked: ListQuery[] = []
  const sent: unknown[] = []
  const act = vi.fn<Source['act']>().mockResolvedValue({ ok: true, data: {}, status: 200 })
  const answers = {
    gone: false,
    /** Of its gateways, where no outcome is asked for. */
    gateways: tasks.length,
    send: { ok: true, data: { _id: 'op-9' }, status: 201 } as Answer,
  }
  const source = {
    ...noSource,
    act,
    list: async (resource: { entity: string }, query: ListQuery) => {
      asked.push(query)
      const rows = { operation: [one], gateway: [found] }[resource.entity] ?? tasks
      const narrowed = Object.keys(query.filters ?? {}).length > 0
      return { rows: rows as never, total: narrowed ? rows.length : Math.max(rows.length, answers.gateways) }
    },
    one: async () => {
      if (answers.gone) throw Object.assign(new Error('none'), { status: 404, code: 'NOT_FOUND' })
      return one
    },
    load: async (call: string) => (call === 'listOperationCommands' ? commands : { data: [found] }) as never,
    call: async (call: string, input: unknown) => {
      if (call === 'selectGateways') return { ok: true, data: { lines: [{ given: 'GW-1', gateway: found }] } }
      sent.push(input)
      return answers.send
    },
  } as never
  const show = (gone = false) => {
    answers.gone = gone
    return renderScreen({
      Screen: (id === 'operation_details' ? Sections : List) as typeof List,
      screen: screens.get(id) as ListScreen,
      definitions,
      ...(id === 'operation_details' && {
        path: '/operation/details/op-1',
        params: { operationId: 'op-1' },
      }),
      situation: {
        ...{ role: 'admin', modules: new Set(['operations']) },
        forbidden: { operations: new Set(not), commands: new Set(), values: false },
      },
      actions,
      ports: { source },
    })
  }
  return { asked, sent, act, answers, show }
}

const button = (name: string | RegExp) => page.findByRole<HTMLButtonElement>('button', { name })
const answered = async (name: string): Promise<void> => {
  const dialog = within(await page.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name }))
}

describe('spec 3 §2 operations', () => {
  // 3.2-017 3.9-010
  test('are asked for ten at a time, from the first', async () => {
    const { asked, show } = await open('operation_list')
    await show()
    await page.findAllByRole('row')
    expect(asked[0]).toMatchObject({ page: 1, limit: 10 })
  })

  // 3.2-019
  test('each leads to its page', async () => {
    await (await open('operation_list')).show()
    const link = await page.findByRole('link', { name: /Ask whether the gateway answers/ })
    expect(link.getAttribute('href')).toBe('/operation/details/op-1')
    expect(await button('More for Ask whether the gateway answers')).toBeTruthy()
  })

  // 3.2-018 3.2-020 3.8-051 3.9-012
  test('one of them says what each gateway answered, or why it did not', async () => {
    const { asked, show } = await open('operation_details')
    await show()
    await page.findByRole('heading', { level: 1, name: 'Ask whether the gateway answers' })
    await page.findByText('The gateway refused the command.')
    expect(asked[0]).toMatchObject({ page: 1, limit: 15 })
    // Of what was done there is nothing to explain.
    expect(page.queryByText('Unknown')).toBeNull()
    const [first] = await page.findAllByRole('button', { name: /^Details/ })
    if (first) await userEvent.click(first)
    expect(await page.findByText('There is no such room')).toBeTruthy()
  })

  test('says in words which command it is and with what, in either language; what nobody has words for stays as it is', async () => {
    const payload = JSON.stringify({
      type: 'inclusion',
      network: 'zigbee',
      draft: true,
      unheard_of: { a: 1 },
    })
    await (await open('operation_details', { ...operation, command: 'open_network', payload })).show()
    await page.findByRole('heading', { level: 1, name: 'Open the network' })
    const said = () => [...document.querySelectorAll('dl dl > div')].map(({ textContent }) => textContent)
    await waitFor(() => expect(said()).toEqual(['KindJoin', 'NetworkZigbee', 'DraftOn', 'unheard_of{"a":1}']))
    await changeLanguage('ch_DE')
    await page.findByRole('heading', { level: 1, name: 'Netzwerk öffnen' })
    await waitFor(() =>
      expect(said()).toEqual(['ArtBeitreten', 'NetzwerkZigbee', 'EntwurfEin', 'unheard_of{"a":1}']),
    )
    cleanup()
    await changeLanguage('ch_EN')
    await (await open('operation_details', { ...operation, command: 'of_tomorrow' })).show()
    await page.findByRole('heading', { level: 1, name: 'of_tomorrow' })
    expect(said()).toEqual([])
  })

  test('the gateways of a large one are narrowed by what came of them, and all are there again', async () => {
    const { asked, answers, show } = await open('operation_details')
    answers.gateways = 40
    await show()
    const outcome = await page.findByRole<HTMLSelectElement>('combobox', { name: 'Result' })
    await userEvent.selectOptions(outcome, 'failed')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, filters: { outcome: 'failed' } }))
    // What hides the rest stays, although no more than one page is left.
    await waitFor(() =>
      expect(page.getByRole<HTMLSelectElement>('combobox', { name: 'Result' }).value).toBe('failed'),
    )
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Result' }), '')
    await waitFor(() => expect(asked.at(-1)?.filters).toEqual({}))
  })

  test('a few gateways are found by looking', async () => {
    await (await open('operation_details')).show()
    await page.findByText('The gateway refused the command.')
    expect(page.queryByRole('combobox', { name: 'Result' })).toBeNull()
  })

  // 3.2-021
  test('one that is gone leads back to the list', async () => {
    const { show } = await open('operation_details')
    const screen = await show(true)
    await waitFor(() => expect(screen.address()).toBe('/operations'))
  })

  // 3.4-060 3.8-055
  test('one is retried after a yes, which is said', async () => {
    const { act, show } = await open('operation_details')
    await show()
    await userEvent.click(await button('Retry'))
    await page.findByText('Retry this operation?')
    expect(act).not.toHaveBeenCalled()
    await answered('Retry')
    await page.findByText('It is sent once more to the gateways that have not done it.')
    expect(act.mock.calls[0]).toMatchObject([{ operation: 'retryOperation' }, { row: { _id: 'op-1' } }])
  })

  // 3.8-052
  test.each([409, 500, 503])(
    'retrying that is answered with %i says that it did not work',
    async (status) => {
      const { act, show } = await open('operation_details')
      act.mockResolvedValue({ ok: false, status, code: 'X', message: '' })
      await show()
      await userEvent.click(await button('Retry'))
      await answered('Retry')
      expect(await page.findByText('The operation could not be retried.')).toBeTruthy()
    },
  )

  // 3.4-061 3.8-057
  test('one is cancelled after a yes', async () => {
    const { act, show } = await open('operation_details', {
      ...operation,
      ...{ status: 'In Progress', canCancel: true, canRetry: false, canRemove: false },
    })
    await show()
    await userEvent.click(await button('Cancel operation'))
    await page.findByText('Cancel this operation?')
    expect(act).not.toHaveBeenCalled()
    await answered('Cancel operation')
    await page.findByText('The operation was cancelled.')
    expect(page.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  // 3.8-054 3.8-056
  test('one is deleted after a yes, and the list says so', async () => {
    const { act, show } = await open('operation_details')
    act.mockResolvedValue({ ok: true, data: undefined, status: 204 })
    const screen = await show()
    await userEvent.click(await button('Delete'))
    await page.findByText('Delete this operation?')
    await answered('Delete')
    expect(await page.findByText('The operation was deleted.')).toBeTruthy()
    expect(screen.address()).toBe('/operations')
  })

  // 3.8-053
  test('one that cannot be deleted stays, and that is said', async () => {
    const { act, show } = await open('operation_details')
    act.mockResolvedValue({ ok: false, status: 409, code: 'OPERATION_NOT_REMOVABLE', message: '' })
    const screen = await show()
    await userEvent.click(await button('Delete'))
    await answered('Delete')
    expect(await page.findByText('The operation could not be deleted.')).toBeTruthy()
    expect(screen.address()).toBe('/operation/details/op-1')
  })
})

describe('spec 3 §6 send command', () => {
  const opened = async () => {
    const parts = await open('operation_list')
    const screen = await parts.show()
    await userEvent.click(await button('Send command'))
    const form = within(await page.findByRole('dialog'))
    const command = await form.findByRole('combobox', { name: 'Command' })
    const asJson = async (name: string) => {
      await userEvent.selectOptions(command, name)
      await userEvent.click(await form.findByText('JSON'))
      return form.getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON' })
    }
    const gateways = async () => {
      await userEvent.click(form.getByText('Paste list'))
      fireEvent.change(form.getByRole('textbox', { name: /^Serial numbers/ }), { target: { value: 'GW-1' } })
      await form.findByRole('button', { name: 'Send to 1 gateway' })
    }
    const send = () => userEvent.click(form.getByRole('button', { name: /^Send (?:to|a command)/ }))
    return { ...parts, screen, form, command, asJson, gateways, send }
  }

  // 3.6-064
  test('whoever may send sees its button; for anybody else it is off', async () => {
    await (await open('operation_list')).show()
    expect((await button('Send command')).getAttribute('aria-disabled')).not.toBe('true')
    cleanup()
    await (await open('operation_list', operation, ['sendOperation'])).show()
    const off = await button('Send command')
    await userEvent.click(off)
    expect(page.queryByRole('dialog')).toBeNull()
  })

  // 3.8-022
  test('sends the command with its payload to the gateways that were chosen, and its page follows it', async () => {
    const { form, asJson, gateways, send, sent, screen } = await opened()
    const payload = await asJson('open_network')
    expect(JSON.parse(payload.value)).toEqual({ type: 'inclusion' })
    fireEvent.change(payload, { target: { value: '{"type":"inclusion","network":"zwave"}' } })
    await gateways()
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Gateways that are offline' }), '3')
    await userEvent.click(form.getByRole('checkbox', { name: 'Only in a maintenance window' }))
    const ends = form.getByLabelText('Ends')
    // One that never opens is not sent.
    fireEvent.change(ends, { target: { value: '22:00' } })
    await send()
    expect(sent).toEqual([])
    fireEvent.change(ends, { target: { value: '04:30' } })
    await send()
    expect(await page.findByText('Command successfully sent')).toBeTruthy()
    expect(sent).toEqual([
      {
        ...{ command: 'open_network', payload: { type: 'inclusion', network: 'zwave' } },
        ...{ devices: ['GW-1'], waitDays: 3, window: '22:00-04:30' },
      },
    ])
    expect(screen.address()).toBe('/operation/details/op-9')
  })

  test('begins with the gateways that were chosen in their list', async () => {
    const { show, sent } = await open('gate_select')
    await show()
    await userEvent.click(await page.findByRole('checkbox', { name: /^Choose Summer house/ }))
    await userEvent.click(
      within(await page.findByRole('region', { name: 'Chosen' })).getByRole('button', {
        name: 'Send command',
      }),
    )
    const form = within(await page.findByRole('dialog'))
    await userEvent.selectOptions(await form.findByRole('combobox', { name: 'Command' }), 'ping')
    expect(form.getByRole('textbox', { name: /^Serial numbers/ })).toHaveProperty('value', 'GW-1')
    await userEvent.click(await form.findByRole('button', { name: 'Send to 1 gateway' }))
    await waitFor(() => expect(sent).toMatchObject([{ command: 'ping', devices: ['GW-1'] }]))
  })

  // 3.5-034
  test.each([
    ['{"type":', 'Payload is not JSON'],
    ['', 'Payload is not JSON'],
    ['["inclusion"]', 'The payload must be an object in braces.'],
  ])('a payload that is %s is not sent', async (typed, said) => {
    const { form, asJson, gateways, send, sent } = await opened()
    const payload = await asJson('open_network')
    fireEvent.change(payload, { target: { value: typed } })
    await gateways()
    await send()
    expect(form.getByText(said)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('its parameters are filled in as a form, which says what is missing; the same is there as JSON', async () => {
    const { form, command, gateways, send, sent } = await opened()
    await userEvent.selectOptions(command, 'open_network')
    const kind = await form.findByRole('combobox', { name: 'Kind' })
    await gateways()
    await send()
    expect(await form.findByText('“Kind” needs an entry.')).toBeTruthy()
    expect(form.getByText('“Network” needs an entry.')).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.selectOptions(kind, 'Join')
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Network' }), 'zwave')
    await userEvent.type(form.getByRole('textbox', { name: /^Id/ }), 'not an id')
    expect(form.queryByText('“Kind” needs an entry.')).toBeNull()
    expect(await form.findByText('“Id” does not have the right format.')).toBeTruthy()
    await userEvent.clear(form.getByRole('textbox', { name: /^Id/ }))
    await userEvent.click(form.getByText('JSON'))
    const json = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'JSON' })
    expect(JSON.parse(json.value)).toEqual({ type: 'inclusion', network: 'zwave' })
    fireEvent.change(json, { target: { value: '{"type":"inclusion","network":"zwave","model":"X1"}' } })
    await userEvent.click(form.getByText('Form'))
    expect(await form.findByRole('textbox', { name: /^Model/ })).toHaveProperty('value', 'X1')
    await send()
    await waitFor(() =>
      expect(sent).toMatchObject([{ payload: { type: 'inclusion', network: 'zwave', model: 'X1' } }]),
    )
  })

  test('an example that was only looked at as JSON is not sent', async () => {
    const { form, asJson, gateways, send, sent } = await opened()
    await asJson('open_network')
    await userEvent.click(form.getByText('Form'))
    await gateways()
    await send()
    expect(await form.findByText('“Kind” needs an entry.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('without a command or without a gateway nothing is sent', async () => {
    const { form, command, send, sent } = await opened()
    await send()
    expect(form.getByText('Choose a command.')).toBeTruthy()
    await userEvent.selectOptions(command, 'ping')
    await send()
    expect(form.getByText('Choose at least one gateway.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  // 3.8-021
  test('that fails says so, and stays as it was filled in', async () => {
    const { answers, form, command, gateways, send } = await opened()
    answers.send = { ok: false, status: 409, code: 'OPERATIONS_FULL', message: '' }
    await userEvent.selectOptions(command, 'ping')
    await gateways()
    await send()
    expect(await form.findByText(/^Error on sending command! There are as many operations/)).toBeTruthy()
    expect((command as HTMLSelectElement).value).toBe('ping')
  })

  test('parameters that the command does not take are told where they stand', async () => {
    const { answers, form, asJson, gateways, send } = await opened()
    answers.send = { ok: false, status: 400, code: 'COMMAND_PAYLOAD_INVALID', message: '' }
    const payload = await asJson('open_network')
    await gateways()
    await send()
    expect(await form.findByText('The command does not take these parameters.')).toBeTruthy()
    expect(payload.getAttribute('aria-invalid')).toBe('true')
    // It was said of what was sent.
    fireEvent.change(payload, { target: { value: '{}' } })
    expect(form.queryByText('The command does not take these parameters.')).toBeNull()
  })
})
