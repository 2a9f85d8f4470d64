import { fireEvent, screen as page } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { BulkOperation } from '#schemas/generated/entities/bulk-operation.ts'
import { TasksFile } from './TasksFile.tsx'

const saved = vi.hoisted(() => ({ files: [] as { name: string; text: string }[] }))
vi.mock('#lib/download.ts', () => ({
  download: (name: string, text: string) => void saved.files.push({ name, text }),
}))

const screen: CustomScreen = { id: 'bulk_details', route: '/bulk', kind: 'custom', component: 'bulkDetails' }
const operation = { operation_name: 'Night light', taskCounters: { total: 600 } } as BulkOperation
const taskOf = (n: number) => ({
  ...{ _id: `t${n}`, device: `GW-${n}`, deviceName: n === 0 ? '=cmd' : `Home ${n}`, triedCounter: 1 },
  taskOptions: { status: 'successful', progress: 100 },
})

beforeEach(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['bulk', 'engine', 'codes'])
})

test('14.3 the gateways of an operation are taken along page by page, each once, and no name is a formula', async () => {
  const asked: unknown[] = []
  const all = Array.from({ length: 1001 }, (_, n) => taskOf(n))
  const source = {
    ...noSource,
    call: async () => ({ ok: true }),
    load: async (_call: string, { limit, page: at, ...input }: { limit: number; page: number }) => {
      asked.push(input)
      // One has moved to the next page meanwhile.
      const from = at === 1 ? 0 : (at - 1) * limit - 1
      return { data: all.slice(from, at * limit), count: all.length } as never
    },
  } as never
  await renderScreen({
    ...{ screen, definitions, ports: { source }, situation: { role: 'admin' } },
    Screen: () => (
      <TasksFile
        ready
        operation={operation}
        asked={{ bulkId: 'b', filterBy: 'failed', searchText: 'Home' }}
      />
    ),
  })
  fireEvent.click(page.getByRole('button', { name: 'CSV' }))
  await vi.waitFor(() => expect(saved.files).toHaveLength(1), 10_000)
  const [{ name = '', text = '' } = {}] = saved.files
  const lines = text.split('\r\n')
  expect(name).toBe('Night light.csv')
  expect(lines).toHaveLength(1002)
  expect(lines.filter((line) => line.includes('GW-1000'))).toHaveLength(1)
  expect(lines[1]).toMatch(/^"?'=cmd/)
  expect(asked.length).toBeGreaterThan(1)
  expect(asked[1]).toEqual({ bulkId: 'b', filterBy: 'failed', searchText: 'Home' })
})
