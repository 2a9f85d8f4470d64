import { act, screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { Calls } from '#engine/ports.ts'
import { Screen } from '#engine/screens/sections/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { takeGatewayOut, takePersonOut } from './group-actions.ts'

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['actions', 'groupsOf', 'handling', 'toasts', 'shell', 'codes', 'engine', 'screens'])
})
afterEach(() => act(() => toasts.clear()))

/** A group whose members come and go as they are told to. */
async function group() {
  const members = { gateway: new Set(['DOC4-1', 'DOC4-2']), user: new Set(['mia', 'noah']) }
  const gone = new Set<string>()
  const bodies: object[] = []
  const add = (list: Set<string>, ids: readonly string[]) =>
    ids.map((given) => {
      if (gone.has(given)) return { given, outcome: 'unknown' }
      list.add(given)
      return { given, outcome: 'added' }
    })
  const call = (async (
    operation: string,
    body: { serialNumber?: string; userId?: string; deviceSN?: string[]; userIds?: string[] },
  ) => {
    bodies.push({ operation, ...body })
    if (operation === 'removeGatewayFromGroup') members.gateway.delete(body.serialNumber ?? '')
    if (operation === 'removeUserFromGroup') members.user.delete(body.userId ?? '')
    const lines = [...add(members.gateway, body.deviceSN ?? []), ...add(members.user, body.userIds ?? [])]
    return { ok: true, status: 200, data: { added: lines.length, lines } }
  }) as unknown as Calls['call']
  await renderScreen({
    Screen,
    screen: screens.get('group') as SectionsScreen,
    definitions,
    params: { selectedGroupId: 'g1' },
    situation: { role: 'admin', modules: new Set(['groups']) },
    actions: { takeGatewayOut, takePersonOut },
    engine: { blocks: { addToGroup: () => null } },
    ports: {
      source: {
        ...noSource,
        call,
        one: async () => ({ _id: 'g1', groupName: 'Estate', users: 2, gateways: 2 }),
        list: async (resource) => {
          const kind =
            'operation' in resource.from && resource.from.fixed?.kind === 'user' ? 'user' : 'gateway'
          const rows = [...members[kind]].map((id) => ({ id, kind, name: `Name of ${id}`, named: id }))
          return { rows, total: rows.length }
        },
      },
    },
  })
  return { members, gone, bodies }
}

const takeOut = async (name: string) => {
  const row = (await page.findByText(`Name of ${name}`)).closest('[data-row]')
  if (!(row instanceof HTMLElement)) throw new Error(`${name} stands in no row`)
  await userEvent.click(within(row).getByRole('button', { name: 'Take out' }))
  await waitFor(() => expect(page.queryByText(`Name of ${name}`)).toBeNull())
}
/** The notice says of whom it is. */
async function undo(name: string) {
  await page.findByText(`Name of ${name} is no longer in the group.`)
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
}

test.each([
  ['gateways', ['DOC4-1', 'DOC4-2']],
  ['people', ['mia', 'noah']],
])(
  'of two %s that were taken out one after the other each is brought back by its own Undo',
  async (_kind, ids) => {
    await group()
    for (const id of ids) await takeOut(id)
    for (const id of ids) {
      await undo(id)
      expect(await page.findByText(`Name of ${id}`)).toBeTruthy()
    }
    expect(page.queryByRole('button', { name: 'Undo' })).toBeNull()
  },
)

test('whoever is gone since is not said to be back', async () => {
  const { gone, bodies } = await group()
  await takeOut('mia')
  gone.add('mia')
  await undo('mia')
  // By the account: user names may be hidden from who takes somebody out.
  expect(bodies.at(-1)).toMatchObject({ operation: 'addUsersToGroup', groupId: 'g1', userIds: ['mia'] })
  expect(await page.findByText('There is neither a gateway nor a person by this name.')).toBeTruthy()
  expect(page.queryByText('It is as it was before.')).toBeNull()
})
