import { act, cleanup, fireEvent, screen as page } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { takenContent } from '#session/twin.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { BulkCreate } from './BulkCreate.tsx'

const screen: CustomScreen = { id: 'bulk', route: '/bulk', kind: 'custom', component: 'bulkCreate' }
const plan = {
  ...{ total: 1, adds: 1, replaces: 0, same: 0, cannot: 0, offline: 0, unknown: 0, causes: [] },
  ...{ at: '2026-11-20T11:00:00Z', canaries: [{ serialNumber: 'GW-1', name: 'Chalet' }] },
}
const gateway = { serialNumber: 'GW-1', name: 'Chalet', connectionStatus: 'online' }

let loaded: string[]
let begun: unknown
let sent: unknown
let asked: unknown
let lacks: unknown
let silent = false
let chosen: () => unknown
const source = {
  ...noSource,
  load: async (operation: string) => {
    loaded.push(operation)
    if (silent) throw new Error('Nobody answers')
    if (operation === 'readDriftReturn') {
      if (!lacks) throw new Error('Nobody answers')
      return lacks as never
    }
    return (operation === 'listRegions' ? ['N', 'S'] : { data: [], count: 0 }) as never
  },
  call: async (operation: string, input: unknown) => {
    if (operation === 'createCampaign') sent = input
    if (operation === 'planCampaign') asked = input
    if (operation === 'selectGateways') return chosen()
    return operation === 'planCampaign' ? { ok: true, data: plan } : begun
  },
} as never

beforeEach(async () => {
  loaded = []
  lacks = undefined
  silent = false
  chosen = () => ({ ok: true, data: { lines: [{ given: 'GW-1', gateway }] } })
  begun = { ok: true, status: 201, data: { _id: 'bulk-1' } }
  await changeLanguage('ch_EN')
  await loadAreas(['bulk', 'choosing', 'shell', 'screens', 'codes'])
})
afterEach(() => {
  cleanup()
  toasts.clear()
  vi.unstubAllGlobals()
})

const show = (path?: string) =>
  renderScreen({
    ...{ Screen: BulkCreate, screen, definitions, situation: { role: 'admin' }, ports: { source } },
    ...(path !== undefined && { path }),
  })
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click((await page.findAllByRole('button', { name }))[0] as HTMLElement))

/** An operation over one gateway that needs no content but its type, looked through. */
async function planned(): Promise<void> {
  await show()
  fireEvent.click(await page.findByText('Paste list'))
  fireEvent.change(await page.findByLabelText('Serial numbers'), { target: { value: 'GW-1' } })
  fireEvent.click(page.getByText('Open network'))
  await vi.waitFor(() =>
    expect(page.getAllByRole<HTMLButtonElement>('button', { name: 'Run dry run' })[0]?.disabled).toBe(false),
  )
  await press('Run dry run')
}

describe('a new bulk operation', () => {
  test('says that no gateway is called what is searched for', async () => {
    await show()
    fireEvent.click(await page.findByText('Search'))
    const none = 'No gateway has that name or serial number.'
    expect(page.queryByText(none)).toBeNull()
    fireEvent.change(await page.findByLabelText('Name or serial number'), { target: { value: 'zzz' } })
    expect(await page.findByText(none)).toBeTruthy()
    expect(loaded).toContain('filterGateways')
  })

  test('says that a pasted list was not read, and reads it again; of one that is too long, how long it may be', async () => {
    chosen = () => ({ ok: false, code: 'OFFLINE', message: '' })
    await show()
    fireEvent.click(await page.findByText('Paste list'))
    const list = await page.findByLabelText('Serial numbers')
    fireEvent.change(list, { target: { value: 'GW-1' } })
    await page.findByText('The gateways could not be read')
    expect(page.queryByText(/gateways? found/)).toBeNull()
    chosen = () => ({ ok: true, data: { lines: [{ given: 'GW-1', gateway }] } })
    await press('Try again')
    await page.findByText('1 gateway found')
    expect(page.queryByText('The gateways could not be read')).toBeNull()

    // Of none nothing is said to be found.
    chosen = () => ({ ok: true, data: { lines: [{ given: 'GW-2' }] } })
    fireEvent.change(list, { target: { value: 'GW-2' } })
    await page.findByText('is not known')
    expect(page.queryByText(/gateways? found/)).toBeNull()

    fireEvent.change(list, { target: { value: Array.from({ length: 10_001 }, () => 'G').join('\n') } })
    await page.findByText(/^10.000 gateways at most can be pasted\.$/)
    expect(page.queryByText('is not known')).toBeNull()
  })

  test('changes gateways in a maintenance window alone, where one is chosen', async () => {
    await planned()
    fireEvent.click(page.getByRole('checkbox', { name: 'Only in a maintenance window' }))
    fireEvent.change(page.getByLabelText('Ends'), { target: { value: '22:00' } })
    expect(page.getByText('Begin and end are the same: the window never opens.')).toBeTruthy()
    // Nor does its bar say that it is open all day.
    const open = () => document.querySelectorAll('svg[preserveAspectRatio="none"] rect').length
    expect(open()).toBe(0)
    fireEvent.change(page.getByLabelText('Ends'), { target: { value: '04:30' } })
    expect(open()).toBe(1)
    await press(/^Start/)
    await vi.waitFor(() => expect(sent).toMatchObject({ campaignOptions: { window: '22:00-04:30' } }))
  })

  // decision 0235
  test('begins once with what was tried in a twin, and asks for the gateways of it', async () => {
    const rule = { name: 'Wake up', rule_logic: 'OR' as const, scenes: [] }
    takenContent.set({
      content_name: 'Wake up',
      content_type: 'scn',
      content_params: [
        { name: 'create_rule', type: 'query', destination_class: 'ScenarioController', params: { rule } },
      ],
    } as never)
    await show()
    expect((await page.findByRole('radio', { name: /Scene/ })).ariaChecked).toBe('true')
    expect(await page.findByText('Wake up')).toBeTruthy()
    expect(loaded).not.toContain('readDriftReturn')
    cleanup()
    await show()
    expect(await page.findByText('Paste list')).toBeTruthy()
    expect(page.queryByText('Wake up')).toBeNull()
  })

  // decision 0262
  test('begins with several contents that homes lack, of which one can be left out, and sends them as one', async () => {
    const status = (name: string) => ({
      ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
      params: { name, icon: 1 },
    })
    const layout = { floors: [{ floor_name: 'Below', rooms: [{ room_name: 'Kitchen' }] }] }
    lacks = {
      content: {
        ...{ content_name: 'Flat', content_type: 'set' },
        content_params: [
          { name: 'create_layout', type: 'query', params: layout },
          status('Away'),
          status('Asleep'),
        ],
      },
      devices: ['GW-1'],
    }
    await show('/bulk?goldenId=g')
    expect(await page.findByText('Kitchen')).toBeTruthy()
    for (const name of ['Rooms', 'Away', 'Asleep']) expect(page.getAllByText(name), name).not.toHaveLength(0)
    await press('Leave out Asleep')
    await vi.waitFor(() =>
      expect(page.getAllByRole<HTMLButtonElement>('button', { name: 'Run dry run' })[0]?.disabled).toBe(
        false,
      ),
    )
    await press('Run dry run')
    expect(asked).toMatchObject({
      devices: ['GW-1'],
      content: {
        ...{ content_name: 'Flat', content_type: 'set' },
        content_params: [{ name: 'create_layout' }, { params: { name: 'Away' } }],
      },
    })
    // The last one left is what it is by itself.
    await press('Leave out Away')
    await press('Run dry run')
    expect(asked).toMatchObject({ content: { content_type: 'lyt' } })
    expect(page.getByRole('button', { name: 'Other content' })).toBeTruthy()
  })

  test('that cannot learn what homes lack says so below its heading, and asks again', async () => {
    await show('/bulk?goldenId=g&aspect=rooms')
    expect(page.getByRole('heading', { level: 1, name: 'New bulk operation' })).toBeTruthy()
    await press('Try again')
    await vi.waitFor(() =>
      expect(loaded.filter((operation) => operation === 'readDriftReturn')).toHaveLength(2),
    )
  })

  // 3.2-014
  test('begins with the regions of the gateways, read as it opens', async () => {
    await show()
    expect(await page.findByRole('option', { name: 'Northern' })).toBeTruthy()
    expect(loaded.filter((operation) => operation === 'listRegions')).toHaveLength(1)
  })

  test('regions that could not be read are no empty list: they are asked for again in their place', async () => {
    silent = true
    await show()
    await page.findByText('Regions, states and centres could not be read')
    silent = false
    await press('Try again')
    expect(await page.findByRole('option', { name: 'Northern' })).toBeTruthy()
    expect(page.queryByText('Regions, states and centres could not be read')).toBeNull()
  })

  // 3.8-044
  test.each([
    ['the server is at fault', { ok: false, status: 500, code: 'INTERNAL', message: 'whatever' }],
    ['nobody answers', { ok: false, code: 'OFFLINE', message: '' }],
    ['the answer names none', { ok: true, status: 201, data: undefined }],
  ])('of which nothing came since %s says so, and can be tried again', async (_why, answer) => {
    begun = answer
    await planned()
    await press(/^Start with/)
    const said = 'Error while creating bulk operation please try again!'
    expect(await page.findAllByText(said)).not.toHaveLength(0)
    expect(page.queryByText('The campaign was pushed to the queue.')).toBeNull()
    begun = { ok: true, status: 201, data: { _id: 'bulk-1' } }
    await press(/^Start with/)
    expect(await page.findByText('The campaign was pushed to the queue.')).toBeTruthy()
  })

  // 3.2-058 3.4-063
  test('has a tab for each part on a phone, and shows its plan as soon as it is asked for', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      ...{ addEventListener: () => {}, removeEventListener: () => {} },
    }))
    const seen = () => page.getAllByRole('heading', { level: 2 })[0]?.textContent
    await show()
    expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['Gateways', 'Content', 'Dry run', 'Run'],
    ])
    expect(seen()).toBe('Gateways')
    fireEvent.click(page.getByRole('tab', { name: 'Content' }))
    expect(seen()).toBe('Content')
    cleanup()
    await planned()
    expect([page.getByRole('tab', { selected: true }).textContent, seen()]).toEqual([
      ...['Dry run', 'What would change'],
    ])
  })
})
