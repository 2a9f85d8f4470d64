import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import icons from '#catalogue/icons.json' with { type: 'json' }
import { definitions } from '#data/catalogue.ts'
import { RequestError } from '#data/request-error.ts'
import type { CodeAction } from '#engine/actions/code-action.ts'
import type { Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { noSource, renderScreen, situationOf } from '#engine/testing/render-screen.tsx'
import { GATEWAY_CONDITIONS } from '#gateway/lib/gateways/gateway-condition.ts'
import { session } from '#session/session.ts'
import * as actions from './actions.tsx'
import { fleet, gateSelect, gatewayOf, many, openGateways as open } from './testing.tsx'

// A dialog's code arrives with the first one; that is not what these tests wait for.
beforeAll(() => import('#ui/dialog/DialogFrame.tsx'), 60_000)

const names = () =>
  page
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

describe('spec 1 §4 the gateway list', () => {
  // 1.4-027 3.9-020
  test('pagination does not appear with 10 gateways', async () => {
    await open(many(10)).drawn
    expect(await page.findAllByRole('row')).toHaveLength(11)
    expect(page.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })

  // 1.9-007 3.9-020
  test('it shows 10 per page, and pagination appears when the count exceeds 10', async () => {
    const { drawn } = open(many(11))
    const { address } = await drawn
    expect(await page.findAllByRole('row')).toHaveLength(11)
    await userEvent.click(page.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(names()).toEqual(['Lindenweg 11DOC4-0011']))
    expect(address()).toBe('/gate_select?page=2&size=10')
    expect(page.getByText('11 to 11 of 11')).toBeTruthy()
  })

  // 3.6-064
  test('gateways of several pages are chosen together for a command, where the deployment has operations', async () => {
    const sent: unknown[] = []
    const sendOperation: CodeAction = async ({ bound }) => {
      sent.push(bound.rows?.map(({ serialNumber }) => serialNumber))
      return { ok: true, data: undefined }
    }
    const show = (modules: readonly string[]) =>
      renderScreen({
        Screen,
        screen: gateSelect,
        definitions,
        situation: situationOf({ role: 'admin', modules: new Set(modules) }),
        ports: { source: fleet(many(12)).source },
        actions: { ...actions, sendOperation },
      })
    await show([])
    await page.findAllByRole('row')
    expect(page.queryByRole('checkbox', { name: 'Choose Lindenweg 2' })).toBeNull()
    cleanup()
    await show(['operations'])
    await userEvent.click(await page.findByRole('checkbox', { name: 'Choose Lindenweg 2' }))
    await userEvent.click(page.getByRole('button', { name: 'Next page' }))
    await userEvent.click(await page.findByRole('checkbox', { name: 'Choose Lindenweg 12' }))
    const bar = within(await page.findByRole('region', { name: 'Chosen' }))
    expect(bar.getByRole('status').textContent).toBe('2 chosen')
    await userEvent.click(bar.getByRole('button', { name: 'Send command' }))
    await waitFor(() => expect(sent).toEqual([['DOC4-0002', 'DOC4-0012']]))
  })

  // 1.7-038
  test('the address holds page, search, sort and filters', async () => {
    const { asked, drawn } = open(many(30), {
      path: '/gate_select?page=2&q=Lindenweg&sort=-name&f.model=DOC400',
    })
    await drawn
    await waitFor(() =>
      expect(asked[0]).toEqual({
        page: 2,
        limit: 10,
        search: 'Lindenweg',
        order: '-name',
        filters: { model: 'DOC400' },
      }),
    )
  })

  // 1.4-029
  test('the counts of the whole fleet stand beside it, and follow their event', async () => {
    const listeners = new Set<(event: string, data: unknown) => void>()
    await renderScreen({
      Screen,
      screen: gateSelect,
      definitions,
      situation: { role: 'admin' },
      ports: {
        source: { ...fleet(many(3)).source, one: async () => ({ count: 9214, assign: 8640, online: 8977 }) },
      },
      actions,
      engine: {
        onEvent: (listen) => {
          listeners.add(listen)
          return () => listeners.delete(listen)
        },
      },
    })
    expect(await page.findByText(/8.640 assigned · 8.977 online/)).toBeTruthy()
    for (const listen of listeners) listen('gateway_counts', { count: 9214, assign: 8640, online: 8976 })
    expect(await page.findByText(/8.640 assigned · 8.976 online/)).toBeTruthy()
    // Who is connected and shown as locked is not online in the strip, nor in the sentence above it.
    const shown = { count: 9214, assign: 8640, online: 8976, conditions: { online: 8901 } }
    for (const listen of listeners) listen('gateway_counts', shown)
    expect(await page.findByText(/8.640 assigned · 8.901 online/)).toBeTruthy()
  })

  test('the counts are those of what search and filters leave, also after an event', async () => {
    const asked: unknown[] = []
    const listeners = new Set<(event: string, data: unknown) => void>()
    await renderScreen({
      Screen,
      screen: gateSelect,
      definitions,
      path: '/gate_select?q=Lindenweg 3&f.model=DOC400',
      situation: { role: 'admin' },
      ports: {
        source: {
          ...fleet(many(3)).source,
          one: async ({ operation, params }, { row }) => {
            if (operation !== gateSelect.summary?.operation) return {}
            asked.push([params, row])
            return { count: 1, assign: asked.length, online: 0 }
          },
        },
      },
      actions,
      engine: {
        onEvent: (listen) => {
          listeners.add(listen)
          return () => listeners.delete(listen)
        },
      },
    })
    expect(await page.findByText(/1 assigned · 0 online/)).toBeTruthy()
    for (const listen of listeners) listen('gateway_counts', { count: 9214, assign: 8640, online: 8976 })
    expect(await page.findByText(/2 assigned · 0 online/)).toBeTruthy()
    const row = { owners: true, model: 'DOC400', searchText: 'Lindenweg 3' }
    const params = { owners: 'row.owners', model: 'row.model', searchText: 'row.searchText' }
    expect(asked).toEqual([
      [params, row],
      [params, row],
    ])
  })

  test('look 4: above the list stands how many there are of which kind; each is a filter, and others do not become none by it', async () => {
    const asked: unknown[] = []
    const conditions = {
      ...{ online: 8977, offline: 203, pinLocked: 6, subscriptionLocked: 15, privileged: 0 },
      ...{ upgrading: 9, restoring: 3, replacing: 1 },
    }
    const { address } = await renderScreen({
      Screen,
      screen: gateSelect,
      definitions,
      path: '/gate_select?f.model=DOC400',
      situation: { role: 'admin' },
      ports: {
        source: {
          ...fleet(many(3)).source,
          one: async ({ operation }, { row }) => {
            if (operation !== gateSelect.summary?.operation) return {}
            asked.push(row)
            // Narrowed to what is locked, there is nothing else.
            const left = row?.condition === undefined ? conditions : { pinLocked: 6, subscriptionLocked: 15 }
            return { count: 9214, assign: 8640, online: 8977, conditions: left }
          },
        },
      },
      actions,
    })
    const strip = within(await page.findByRole('list', { name: 'Filters' }))
    const part = (name: RegExp) => strip.findByRole('button', { name })
    expect((await part(/^Online/)).textContent).toMatch(/^Online8.977 97.4\u202f%$/)
    expect((await part(/^Locked/)).textContent).toBe('Locked21 6 PIN, 15 subscription')
    expect((await part(/^In use/)).textContent).toBe('In use0 0.0\u202f%')
    expect((await part(/^Working/)).textContent).toBe('Working13 9 upgrade, 3 restore, 1 replacement')
    expect(asked).toEqual([{ owners: true, model: 'DOC400' }])

    await userEvent.click(await part(/^Locked/))
    expect(address()).toContain('f.condition=locked')
    expect((await part(/^Locked/)).ariaPressed).toBe('true')
    // The strip is of what all other filters leave, the sentence of what the list shows.
    await waitFor(() =>
      expect(asked).toEqual([
        { owners: true, model: 'DOC400' },
        { owners: true, model: 'DOC400', condition: 'locked' },
      ]),
    )
    expect((await part(/^Online/)).textContent).toMatch(/^Online8.977/)
    await userEvent.click(await part(/^Locked/))
    expect(address()).not.toContain('f.condition')
  })

  test('each gateway is in one part of the strip, and what nobody is kept out of is not called locked', () => {
    const parts = (gateSelect.counts?.parts ?? []).map(({ value, of }) => of ?? [value])
    expect(parts.flat().toSorted()).toEqual([...GATEWAY_CONDITIONS, 'online'].toSorted())
    expect(parts).toContainEqual(['privileged'])
  })

  // 1.4-024 1.4-025 2.9-045
  test('Enter in the search box searches, typing alone does not', async () => {
    const { asked, drawn } = open(many(30))
    await drawn
    const box = await page.findByRole('searchbox')
    await userEvent.type(box, 'Lindenweg 7')
    expect(asked.every(({ search }) => search === undefined)).toBe(true)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual(['Lindenweg 7DOC4-0007']))
  })

  // 1.4-026 2.9-046
  test('Escape in the search box cancels the search', async () => {
    const { drawn } = open(many(30), { path: '/gate_select?q=Lindenweg 7' })
    const { address } = await drawn
    await waitFor(() => expect(names()).toHaveLength(1))
    await userEvent.type(page.getByRole('searchbox'), ' more{Escape}')
    await waitFor(() => expect(names()).toHaveLength(10))
    expect((page.getByRole('searchbox') as HTMLInputElement).value).toBe('')
    expect(address()).toBe('/gate_select')
  })

  test('/ puts the focus into the search box', async () => {
    await open(many(3)).drawn
    await page.findAllByRole('row')
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(page.getByRole('searchbox'))
  })

  test('arrow keys move from row to row', async () => {
    await open(many(3)).drawn
    const [first, second] = await page.findAllByRole('button', { name: /^Lindenweg/ })
    first?.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(first)
  })

  test('a column is sorted by a press, and turned by another', async () => {
    const { asked, drawn } = open(many(3))
    await drawn
    await userEvent.click(await page.findByRole('button', { name: 'Gateway' }))
    await waitFor(() => expect(asked.at(-1)?.order).toBe('name'))
    expect(page.getByRole('columnheader', { name: 'Gateway' }).getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(page.getByRole('button', { name: 'Gateway' }))
    await waitFor(() => expect(asked.at(-1)?.order).toBe('-name'))
    // What goes down points down.
    await waitFor(() =>
      expect(page.getByRole('button', { name: 'Gateway' }).querySelector('path')?.getAttribute('d')).toBe(
        icons['chevron-down'],
      ),
    )
  })

  describe('3.6-063 by group', () => {
    const grouped = async (
      groups: readonly { _id: string; groupName: string }[],
      path?: string,
      on = ['groups'],
    ) => {
      const { asked, source } = fleet(many(3))
      const one = vi.fn<Source['one']>(async (call) =>
        'operation' in call && call.operation === 'searchGroups'
          ? { data: groups, count: groups.length }
          : {},
      )
      await renderScreen({
        Screen,
        screen: gateSelect,
        definitions,
        path,
        situation: { role: 'admin', modules: new Set(on) },
        ports: { source: { ...source, one } },
        actions,
      })
      return { asked, one }
    }
    const two = [
      { _id: 'z', groupName: 'Zürich' },
      { _id: 'a', groupName: 'Ämter' },
    ]
    const filter = () => page.queryByRole('combobox', { name: 'Group' })

    test('what there is is chosen by its name', async () => {
      const { asked } = await grouped(two)
      const choices = within(await page.findByRole('combobox', { name: 'Group' })).getAllByRole('option')
      expect(choices.map(({ textContent }) => textContent)).toEqual(['Group: all', 'Ämter', 'Zürich'])
      await userEvent.selectOptions(page.getByRole('combobox', { name: 'Group' }), 'Zürich')
      await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, filters: { group: 'z' } }))
    })

    test('without groups, or where there are none in this deployment, there is no such filter', async () => {
      const { one } = await grouped([])
      await waitFor(() => expect(one).toHaveBeenCalled())
      expect(filter()).toBeNull()
      cleanup()
      const other = await grouped(two, undefined, [])
      expect(filter()).toBeNull()
      expect(
        other.one.mock.calls.filter(([call]) => 'operation' in call && call.operation === 'searchGroups'),
      ).toEqual([])
    })

    test('one that is gone stands in the address until it is taken away', async () => {
      const { asked } = await grouped([], '/gate_select?f.group=gone')
      await waitFor(() => expect(asked[0]).toMatchObject({ filters: { group: 'gone' } }))
      await userEvent.selectOptions(await page.findByRole('combobox', { name: 'Group' }), 'Group: all')
      await waitFor(() => expect(asked.at(-1)?.filters).toEqual({}))
    })
  })

  test('a filter asks again from page 1', async () => {
    const { asked, drawn } = open(many(30), { path: '/gate_select?page=2' })
    await drawn
    await userEvent.selectOptions(await page.findByRole('combobox', { name: 'State' }), 'offline')
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, filters: { condition: 'offline' } }))
  })

  test('a search without hits says so and offers to show everything', async () => {
    await open(many(3), { path: '/gate_select?q=nowhere' }).drawn
    await userEvent.click(await page.findByRole('button', { name: 'Show everything' }))
    await waitFor(() => expect(names()).toHaveLength(3))
  })

  test('an empty list says what will be here', async () => {
    await open([]).drawn
    expect(await page.findByRole('heading', { name: 'No gateways yet' })).toBeTruthy()
  })

  test('a list that fails says why and can be tried again', async () => {
    let failing = true
    const list: Source['list'] = async () => {
      if (failing) throw new RequestError(0, [{ errorCode: 'OFFLINE', message: '' }])
      return { rows: many(1), total: 1 }
    }
    const one = async () => {
      throw new RequestError(500, [{ errorCode: 'INTERNAL', message: '' }])
    }
    await open([], { source: { ...noSource, list, one } }).drawn
    expect(await page.findByText('There is no connection to the server.')).toBeTruthy()
    // Figures that were not to be had do not look as if they were still on their way.
    const strip = await page.findByRole('list', { name: 'Filters' })
    await waitFor(() =>
      expect(within(strip).getAllByText('–')).toHaveLength(gateSelect.counts?.parts.length ?? 0),
    )
    failing = false
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toHaveLength(1))
  })

  test('figures that were not to be had are not dashes above a list that is there: they are asked for again', async () => {
    let failing = true
    const list: Source['list'] = async () => ({ rows: many(1), total: 1 })
    const one = async (load: { operation?: string }) => {
      if (load.operation !== gateSelect.summary?.operation) return {}
      if (failing) throw new RequestError(500, [{ errorCode: 'INTERNAL', message: '' }])
      return { counts: {} }
    }
    await open([], { source: { ...noSource, list, one } }).drawn
    const again = await page.findByRole('button', { name: 'Try again' })
    expect(page.queryByText('–')).toBeNull()
    failing = false
    await userEvent.click(again)
    await waitFor(() => expect(page.queryByRole('button', { name: 'Try again' })).toBeNull())
    expect(await page.findByRole('list', { name: 'Filters' })).toBeTruthy()
  })

  test.each([
    [
      'replacement in progress',
      { replacementInProgress: true, connectionStatus: 'offline' },
      'Being replaced',
    ],
    ['firmware upgrade', { firmwareUpgradeInProgress: true, backupRestoreInProgress: true }, 'Upgrading'],
    ['backup restore', { backupRestoreInProgress: true, subscriptionLockMode: 1 }, 'Restoring backup'],
    ['subscription lock', { subscriptionLockMode: 1, lockStatus: 2147483649 }, 'Subscription locked'],
    ['PIN lock', { lockStatus: 2147483649, privileged: true }, 'PIN locked'],
    ['privilege mode', { privileged: true, connectionStatus: 'offline' }, 'In use'],
    ['offline', { connectionStatus: 'offline' }, 'Offline'],
    ['nothing of these', { lockStatus: 4294967295 }, 'Online'],
  ])('the state told is the first in the order of gateway conditions: %s', async (_name, signs, words) => {
    await open([gatewayOf(1, signs)]).drawn
    const [, row] = await page.findAllByRole('row')
    expect(row && within(row).getByText(words)).toBeTruthy()
  })
})

describe('spec 1 §4 gateway selection', () => {
  const answers = new Map<string, unknown>()
  beforeEach(() => {
    answers.clear()
    for (const [path, answer] of [
      ['checkGtwPrivilegeMode', { privileged: false }],
      ['checkGtwPinLockedMode', { locked: false }],
      ['checkConnectionStatus', { connectionStatus: 'online' }],
      ['snapshot', {}],
    ] as const)
      answers.set(path, answer)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    vi.stubGlobal('fetch', async (request: Request) => {
      const path = new URL(request.url).pathname.split('/').at(-1) ?? ''
      return Response.json(answers.get(path) ?? {})
    })
    session.signIn({ userId: 'a1', sessionId: 's1' })
  })
  afterEach(() => {
    cleanup()
    session.end()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const pressConnect = async () => await user.click(await page.findByRole('button', { name: 'Connect' }))

  // 1.4-012 1.2-148 1.4-017 1.4-018 1.4-009
  test('the connecting dialog opens; the gateway becomes current, is announced, and the screen is gtw_settings', async () => {
    const { address } = await open(many(1)).drawn
    const heard = vi.fn()
    const stop = session.subscribe(() => heard(session.state().gateway?.serialNumber))
    await pressConnect()
    expect(await page.findByRole('dialog', { name: 'Connecting to Lindenweg 1 …' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(1500)
    await waitFor(() => expect(address()).toBe('/gtw_settings'))
    expect(heard).toHaveBeenLastCalledWith('DOC4-0001')
    expect(localStorage.getItem('gatehouse.gateway')).toBe('DOC4-0001')
    stop()
  })

  test('people 16 a gateway that somebody works on is not to be connected to, and the button says why', async () => {
    await open([gatewayOf(1, { privileged: true, privilegedBy: 'somebody' })]).drawn
    const connect = await page.findByRole('button', { name: /Connect/ })
    expect(connect.getAttribute('aria-disabled')).toBe('true')
    expect(connect.getAttribute('title')).toBe('Somebody else is working on the gateway.')
  })

  // 1.8-018
  test('a privileged gateway: back to the list with the alert that another user is using it', async () => {
    answers.set('checkGtwPrivilegeMode', { privileged: true })
    const { address } = await open(many(1)).drawn
    await pressConnect()
    await vi.advanceTimersByTimeAsync(1500)
    expect(
      await page.findByText(
        /Gateway selection failed because another user is using the gateway. Please wait or try another/,
      ),
    ).toBeTruthy()
    await user.click(page.getByRole('button', { name: 'Understood' }))
    expect(page.queryByRole('dialog')).toBeNull()
    expect(address()).toBe('/gate_select')
    expect(session.state().gateway).toBeUndefined()
  })

  // 1.8-019
  test('a PIN locked gateway: the alert says so', async () => {
    answers.set('checkGtwPinLockedMode', { locked: true, remaining: 200 })
    await open(many(1)).drawn
    await pressConnect()
    await vi.advanceTimersByTimeAsync(1500)
    expect(
      await page.findByText(/because the gateway is PIN locked after a PIN verification failure/),
    ).toBeTruthy()
    expect(session.state().gateway).toBeUndefined()
  })

  // 1.8-020
  test('no connection after 15 seconds: the alert Selection failed', async () => {
    answers.set('checkConnectionStatus', { connectionStatus: 'offline' })
    await open(many(1)).drawn
    await pressConnect()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await page.findByRole('dialog', { name: 'Selection failed' })).toBeTruthy()
    expect(
      page.getByText(/because the gateway does not respond. Please check in the back office/),
    ).toBeTruthy()
  })

  test('a gateway that is being replaced is refused at once, without the connecting dialog', async () => {
    await open([gatewayOf(1, { replacementInProgress: true })]).drawn
    await pressConnect()
    expect(await page.findByRole('dialog', { name: 'This gateway is being replaced' })).toBeTruthy()
  })

  // 1.2-145 1.2-146 1.9-014 1.2-147
  test('cancel is disabled for 8 seconds; then it leads to gate_select', async () => {
    answers.set('checkConnectionStatus', { connectionStatus: 'offline' })
    const { address } = await open(many(1), { path: '/gate_select?q=Linden' }).drawn
    await pressConnect()
    const cancel = await page.findByRole<HTMLButtonElement>('button', { name: 'Cancel' })
    await vi.advanceTimersByTimeAsync(7900)
    expect(cancel.disabled).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    await waitFor(() => expect(cancel.disabled).toBe(false))
    await user.click(cancel)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/gate_select')
  })
})

describe('spec 1 §4 from the list', () => {
  const menuOf = async (more: object) => {
    const { address } = await open([gatewayOf(1, more)]).drawn
    await userEvent.click(await page.findByRole('button', { name: 'More for Lindenweg 1' }))
    return address
  }

  test('repairing and replacing have pages of their own, which know whose home it is', async () => {
    const address = await menuOf({ userId: 'u9' })
    await userEvent.click(await page.findByRole('menuitem', { name: 'Repair' }))
    await waitFor(() => expect(address()).toBe('/gateway-repair/DOC4-0001?owner=u9'))
  })

  test('what is being replaced is not offered for repair', async () => {
    await menuOf({ replacementInProgress: true, userId: 'u9' })
    expect(await page.findByRole('menuitem', { name: 'Remove' })).toBeTruthy()
    expect(page.queryByRole('menuitem', { name: 'Repair' })).toBeNull()
  })
})
