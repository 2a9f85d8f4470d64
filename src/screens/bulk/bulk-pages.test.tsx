import { act, cleanup, fireEvent, screen as page, within } from '@testing-library/react'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { ChosenTable } from '#engine/choosing/ChosenTable.tsx'
import { NO_FILTER } from '#engine/choosing/selection.ts'
import type { Choosing } from '#engine/choosing/use-chosen.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { Content, type OneType } from './create/Content.tsx'
import { Gateways } from './create/Gateways.tsx'
import { BulkDetails } from './details/BulkDetails.tsx'
import { TaskRow } from './details/TaskRow.tsx'

const screen: CustomScreen = { id: 'bulk', route: '/bulk', kind: 'custom', component: 'bulkCreate' }

let kept: BulkContent[]
let operation: BulkOperation
let unread: boolean
let refuse: boolean
let asked: { operation: string; input: unknown }[]
const source = {
  ...noSource,
  load: async (call: string) => {
    if (unread) throw Object.assign(new Error('no'), { status: 500, code: 'UNKNOWN', message: 'no' })
    if (call === 'listBulkContents') return { data: kept, count: kept.length } as never
    return (call === 'readCampaign' ? operation : { data: [], count: 0 }) as never
  },
  call: async (operation: string, input: unknown) => {
    asked.push({ operation, input })
    return refuse
      ? { ok: false, status: 400, code: 'X', message: 'whatever the server says' }
      : { ok: true, data: { ...(input as object), _id: 'made', success: true } }
  },
} as never

beforeEach(async () => {
  kept = []
  unread = false
  refuse = false
  asked = []
  await changeLanguage('ch_EN')
  await loadAreas(['bulk', 'choosing', 'shell', 'screens', 'statuses'])
})
afterEach(() => {
  cleanup()
  toasts.clear()
})

const show = (Screen: () => React.JSX.Element, path = '/bulk') =>
  renderScreen({
    Screen,
    screen,
    definitions,
    path,
    situation: { role: 'admin', modules: new Set(['bulk']) },
    ports: { source },
  })

/** The card of contents by itself, as the page of a new operation holds it. */
function Card({ of }: { of: OneType }) {
  const [contents, setContents] = useState<readonly BulkContent[]>([])
  return <Content type={of} onType={() => {}} contents={contents} onContents={setContents} />
}

const floors: BulkContent = {
  _id: 'content-1',
  content_name: 'Ground floor',
  content_type: 'lyt',
  content_params: [
    {
      name: 'create_layout',
      type: 'query',
      params: { floors: [{ floor_name: 'Below', rooms: [{ room_name: 'Kitchen' }] }] },
    },
  ],
}

const away: BulkContent = {
  ...{ _id: 'content-2', createdAt: '2026-11-20T11:00:00Z', content_name: 'Away', content_type: 'ts' },
  content_params: [
    {
      // As somebody else may have sent it: in an order of his own.
      params: { icon: 4, name: 'Away' },
      ...{ destination_class: 'ScenarioController', type: 'query', name: 'update_scenario_status' },
    },
  ],
}

const night: BulkContent = {
  ...{ _id: 'content-3', createdAt: '2026-11-20T11:00:00Z', content_name: 'Night', content_type: 'scn' },
  content_params: [
    {
      ...{ name: 'create_rule', type: 'query', destination_class: 'ScenarioController' },
      params: {
        rule: {
          ...{ name: 'Night', rule_logic: 'OR' },
          time_triggers: [{ hour: 7, minute: 5 }],
          scenes: [
            {
              name: 'Night',
              devices: [{ service_name: 'LightService', property_name: 'state', value: false }],
            },
          ],
        },
      },
    },
  ],
}

const fill: Record<'lyt' | 'ts' | 'scn', () => Promise<void>> = {
  scn: async () => {
    fireEvent.change(await page.findByLabelText('Name of the scene'), { target: { value: 'Night' } })
    fireEvent.click(page.getByRole('button', { name: 'Add a kind of device' }))
  },
  lyt: async () => {
    fireEvent.change(await page.findByLabelText('Name'), { target: { value: 'Two floors' } })
    fireEvent.change(page.getByLabelText('Floors and rooms'), { target: { value: 'Top: Bath' } })
  },
  ts: async () => {
    fireEvent.change(await page.findByLabelText('Name of the status'), { target: { value: 'Away' } })
  },
}

describe('contents of a bulk operation', () => {
  // 3.2-061 3.2-062 3.2-063
  test.each([
    ['lyt', 'Two floors'],
    ['ts', 'Away'],
    ['scn', 'Night'],
  ] as const)('new content of the type %s is made in an editor of its own, and used', async (type, name) => {
    await show(() => <Card of={type} />)
    fireEvent.click(await page.findByRole('button', { name: /^New/ }))
    await fill[type]()
    fireEvent.click(page.getByRole('button', { name: 'Create' }))
    await page.findByText(name)
    expect(asked).toMatchObject([
      { operation: 'createBulkContent', input: { content_name: name, content_type: type } },
    ])
  })

  // 3.2-061 3.2-062 3.2-063
  test.each([
    [
      'lyt',
      floors,
      'Floors and rooms',
      'Below: Kitchen, Bath',
      { floors: [{ rooms: [{}, { room_name: 'Bath' }] }] },
    ],
    ['ts', away, 'Name of the status', 'Gone', { name: 'Gone', icon: 4 }],
    [
      'scn',
      night,
      'Name of the scene',
      'Late',
      { rule: { name: 'Late', scenes: [{ devices: [{ value: false }] }] } },
    ],
  ] as const)(
    'kept content of the type %s opens in its editor as it is, and becomes content of its own',
    async (type, content, field, typed, params) => {
      kept = [content]
      await show(() => <Card of={type} />)
      fireEvent.click(await page.findByRole('button', { name: 'Use' }))
      fireEvent.click(page.getByRole('button', { name: 'Edit' }))
      const dialog = await page.findByRole('dialog', { name: `Edit “${content.content_name}”` })
      const entry = await within(dialog).findByLabelText<HTMLInputElement>(field)
      expect(entry.value).not.toBe('')
      fireEvent.change(entry, { target: { value: typed } })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
      await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
      expect(asked).toMatchObject([
        { operation: 'createBulkContent', input: { content_type: type, content_params: [{ params }] } },
      ])
      expect(asked[0]?.input).not.toHaveProperty('_id')
    },
  )

  test('content that holds more than its editor shows is used as it is, and not opened there', async () => {
    const [what] = night.content_params
    const rule = { ...('rule' in what.params && what.params.rule), event_triggers: [] }
    kept = [{ ...night, content_params: [{ ...what, params: { rule } }] } as never]
    await show(() => <Card of="scn" />)
    fireEvent.click(await page.findByRole('button', { name: 'Use' }))
    expect(page.getByRole('button', { name: 'Other content' })).toBeTruthy()
    expect(page.queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  // 3.8-048 3.8-049 3.8-050
  test.each([
    ['lyt', 'There was an error when creating Bulk Layout Content!'],
    ['ts', 'There was an error when creating Bulk Status Content!'],
    ['scn', 'There was an error when creating Bulk Scene Content!'],
  ] as const)('content of the type %s that is refused says the sentence of its kind', async (type, said) => {
    refuse = true
    await show(() => <Card of={type} />)
    fireEvent.click(await page.findByRole('button', { name: /^New/ }))
    await fill[type]()
    fireEvent.click(page.getByRole('button', { name: 'Create' }))
    expect(await page.findByText(said)).toBeTruthy()
    expect(page.queryByText('whatever the server says')).toBeNull()
  })

  test('kept content is deleted only after a yes', async () => {
    kept = [floors]
    await show(() => <Card of="lyt" />)
    const trash = await page.findByRole('button', { name: 'Delete Ground floor' })
    fireEvent.click(trash)
    fireEvent.click(await page.findByRole('button', { name: 'Cancel' }))
    expect(asked).toEqual([])
    fireEvent.click(trash)
    const dialog = await page.findByRole('dialog', { name: 'Delete “Ground floor”?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete content' }))
    expect(await page.findByText('“Ground floor” is deleted.')).toBeTruthy()
    expect(asked).toEqual([{ operation: 'deleteBulkContent', input: { contentId: 'content-1' } }])
  })

  test('contents that cannot be read are not taken for none', async () => {
    unread = true
    await show(() => <Card of="lyt" />)
    expect(await page.findByText('The contents could not be read')).toBeTruthy()
    expect(page.queryByText('No content of this type yet')).toBeNull()
    unread = false
    kept = [floors]
    fireEvent.click(page.getByRole('button', { name: 'Try again' }))
    expect(await page.findByText('Ground floor')).toBeTruthy()
  })
})

describe('the gateways of a new bulk operation', () => {
  // 3.2-055
  test('stand in a table, each with a box by which it is left out, ten to a page', async () => {
    const found = Array.from({ length: 12 }, (_, at) => ({
      ...{ serialNumber: `GW-${at}`, name: `Home ${at}`, connectionStatus: 'online' as const },
    }))
    const turn = vi.fn<Choosing['turn']>()
    const choosing = { found, left: new Set(['GW-1']), turn } as never
    await show(() => <ChosenTable choosing={choosing} />)
    fireEvent.click(await page.findByRole('button', { expanded: false }))
    const boxes = page.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false, ...Array<boolean>(8).fill(true)])
    fireEvent.click(page.getByRole('checkbox', { name: 'Home 3' }))
    expect(turn).toHaveBeenCalledExactlyOnceWith('GW-3')
    fireEvent.click(page.getByRole('button', { name: 'Next page' }))
    expect(page.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Home 10',
      'Home 11',
    ])
  })
})

describe('a gateway of a bulk operation', () => {
  const task: BulkTask = {
    _id: 'task-1',
    device: 'GW-1',
    deviceName: 'Summer house',
    taskOptions: { status: 'waiting', progress: 0 },
    ...{ triedCounter: 0, retryCounter: 0 },
    ...{ isFinished: false, isCanceled: false, isFailed: false },
  }

  function Row({ of }: { of: BulkTask }) {
    const [open, setOpen] = useState(false)
    const nothing = async () => {}
    return (
      <table>
        <tbody>
          <TaskRow
            task={of}
            content={floors}
            open={open}
            onOpen={() => setOpen(!open)}
            onRetry={nothing}
            onCancel={nothing}
          />
        </tbody>
      </table>
    )
  }

  test('that waits for its maintenance window says when that opens', async () => {
    const held = { ...task, opensAt: '2026-11-20T21:00:00Z', taskOptions: { status: 'window', progress: 0 } }
    await show(() => <Row of={held as BulkTask} />)
    expect(await page.findByText('Waits for window')).toBeTruthy()
    expect(page.getByText(/^window opens /)).toBeTruthy()
  })

  test('leads to the page of its gateway', async () => {
    await show(() => <Row of={task} />)
    const link = await page.findByRole('link', { name: 'Summer house' })
    expect(link.getAttribute('href')).toBe(`/gate_statistic/${task.device}`)
  })

  // 3.4-056 3.2-060
  test('tells what went wrong, or that there is nothing to say yet', async () => {
    await show(() => <Row of={task} />)
    const more = await page.findByRole('button', { name: 'More about Summer house' })
    fireEvent.click(more)
    expect(await page.findByText('There is nothing to say about this gateway yet.')).toBeTruthy()
    expect(more.getAttribute('aria-expanded')).toBe('false')
    cleanup()
    const errorFeedback = {
      code: 'GATEWAY_OFFLINE',
      defautlMsg: 'The gateway is not there',
      customMsg: 'It did not answer within 30 s',
      timeOfFail: '2026-11-20T11:00:00Z',
    }
    await show(() => (
      <Row of={{ ...task, errorFeedback, taskOptions: { ...task.taskOptions, status: 'failed' } } as never} />
    ))
    fireEvent.click(await page.findByRole('button', { name: 'More about Summer house' }))
    expect(await page.findByText('It did not answer within 30 s')).toBeTruthy()
  })
})

describe('one bulk operation', () => {
  beforeEach(() => {
    operation = {
      ...{ _id: 'bulk-1', status: 'In Progress', operation_name: 'Away', content: floors },
      ...{ finishTaskCount: 1, userId: 'admin', userInitiated: 'Andrea Admin' },
      taskCounters: { total: 3, successful: 1, failed: 0, canceled: 0, left: 2 },
      campaignOptions: { progress: 33, retryNumber: 0 },
      taskOptions: { numberOfTasks: 3 },
      taskList: [{ index: 0, name: 'all' }],
      taskLog: [{ index: 0, size: 3, successful: 1, failed: 0, left: 2 }],
      ...{ canTakeBack: false, canCancel: true },
    }
  })
  const open = () =>
    show(
      () => (
        <Routes>
          <Route path="/bulk/details/:bulkId" element={<BulkDetails />} />
        </Routes>
      ),
      '/bulk/details/bulk-1',
    )
  const yes = async (name: string) =>
    fireEvent.click(within(await page.findByRole('dialog')).getByRole('button', { name }))

  // 3.4-055 3.8-046
  test('is cancelled as a whole only after a yes, which is said', async () => {
    await open()
    fireEvent.click(await page.findByRole('button', { name: 'Cancel all' }))
    await page.findByText('Cancel the whole bulk operation?')
    expect(asked).toEqual([])
    await yes('Cancel all')
    expect(await page.findByText('The bulk operation was cancelled.')).toBeTruthy()
    expect(asked).toMatchObject([{ operation: 'cancelCampaign', input: { bulkId: 'bulk-1' } }])
  })

  // 3.8-047
  test('that is over is deleted, which is said', async () => {
    operation = { ...operation, status: 'Completed', canCancel: false }
    await open()
    fireEvent.click(await page.findByRole('button', { name: 'Delete' }))
    await yes('Delete')
    expect(await page.findByText('Bulk operation has been successfully deleted.')).toBeTruthy()
  })

  test('that cannot be cancelled does not say that it was', async () => {
    refuse = true
    await open()
    fireEvent.click(await page.findByRole('button', { name: 'Cancel all' }))
    await yes('Cancel all')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(page.queryByText('The bulk operation was cancelled.')).toBeNull()
  })
})

describe('importing locations', () => {
  const verdict = { imported: false, centres: 2, gateways: 40, faults: [], faultCount: 0 }
  const answers = vi.fn()
  const importing = {
    ...noSource,
    load: async () => [] as never,
    call: async (operation: string, input: unknown) => {
      asked.push({ operation, input })
      return answers(operation, input)
    },
  } as never
  const centres = new File(['N-1,Centre,N,Zug'], 'centres.csv')
  const gateways = new File(['DOC4-1,N-1,P1'], 'gateways.csv')
  const choose = (name: RegExp, file: File): void => {
    const field = page.getByLabelText<HTMLInputElement>(name)
    fireEvent.change(field, { target: { files: [file] } })
  }
  const submit = () =>
    within(page.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Import' })

  async function open() {
    await renderScreen({
      Screen: () => (
        <Gateways
          choosing={
            {
              rows: [NO_FILTER],
              double: -1,
              counts: [],
              twice: 0,
              devices: [],
              found: [],
              asked: [],
            } as never
          }
        />
      ),
      screen,
      definitions,
      path: '/bulk',
      situation: { role: 'admin', modules: new Set(['bulk']) },
      ports: { source: importing },
    })
    fireEvent.click(await page.findByRole('button', { name: 'Import locations' }))
    await page.findByRole('dialog', { name: 'Import locations' })
  }
  beforeEach(() => answers.mockReset().mockResolvedValue({ ok: true, data: verdict }))

  // 3.2-056 3.2-057
  test('takes two files, both of them, looks through them first, and says what came in', async () => {
    await open()
    expect([submit().disabled, page.queryByText('Both files are needed.')]).toEqual([true, expect.anything()])
    choose(/file of centres/, centres)
    expect(await page.findByText('centres.csv')).toBeTruthy()
    expect([submit().disabled, asked]).toEqual([true, []])
    choose(/file of gateways/, gateways)
    expect(await page.findByText('Without a fault. Centres: 2, gateways: 40')).toBeTruthy()
    const form = { centresFile: centres, gatewaysFile: gateways }
    expect(asked).toEqual([{ operation: 'importLocationFiles', input: { ...form, trial: true } }])
    answers.mockResolvedValue({ ok: true, data: { ...verdict, imported: true } })
    fireEvent.click(submit())
    expect(await page.findByText('Imported. Centres: 2, gateways: 40')).toBeTruthy()
    expect(asked.at(-1)).toEqual({ operation: 'importLocationFiles', input: form })
    expect(page.queryByRole('dialog')).toBeNull()
  })

  test('names the lines that are at fault, and imports nothing before they are right', async () => {
    const faults = Array.from({ length: 9 }, (_, at) => ({
      ...{ list: 'gateways', line: at + 2, fault: 'gateway', given: `DOC4-${at}` },
    }))
    answers.mockResolvedValue({ ok: true, data: { ...verdict, faults, faultCount: 9 } })
    await open()
    choose(/file of centres/, centres)
    choose(/file of gateways/, gateways)
    expect(await page.findByText(/9 lines are at fault/)).toBeTruthy()
    const [first] = within(page.getByRole('dialog')).getAllByRole('listitem')
    expect(first?.textContent).toBe('Gateways, line 2: DOC4-0 is no gateway of this server')
    expect(within(page.getByRole('dialog')).getAllByRole('listitem')).toHaveLength(7)
    expect(submit().disabled).toBe(true)
    // Mended and chosen again, it is looked through anew.
    answers.mockResolvedValue({ ok: true, data: verdict })
    choose(/file of gateways/, gateways)
    expect(await page.findByText(/Without a fault/)).toBeTruthy()
    expect(submit().disabled).toBe(false)
  })

  test('of two files chosen after each other, the answer about the first says nothing of the second', async () => {
    const late = Promise.withResolvers<unknown>()
    answers.mockReturnValueOnce(late.promise)
    await open()
    choose(/file of centres/, centres)
    choose(/file of gateways/, gateways)
    choose(/file of gateways/, gateways)
    expect(await page.findByText('Without a fault. Centres: 2, gateways: 40')).toBeTruthy()
    await act(async () => late.resolve({ ok: false, status: 400, code: 'LOCATION_FILE', message: '' }))
    expect(page.getByText('Without a fault. Centres: 2, gateways: 40')).toBeTruthy()
    expect(page.queryByText('This file is no CSV file that can be read.')).toBeNull()
  })

  test('says why a file is refused, and sends nothing that is too large', async () => {
    answers.mockResolvedValue({ ok: false, status: 400, code: 'LOCATION_FILE', message: '' })
    await open()
    choose(/file of centres/, centres)
    choose(/file of gateways/, gateways)
    expect(await page.findByText('This file is no CSV file that can be read.')).toBeTruthy()
    asked = []
    choose(/file of gateways/, new File(['x'.repeat(600_000)], 'large.csv'))
    expect(await page.findByText(/Together the files may have 500 kB/)).toBeTruthy()
    expect([asked, submit().disabled]).toEqual([[], true])
  })
})
