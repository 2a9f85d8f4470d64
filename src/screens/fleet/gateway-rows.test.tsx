import { cleanup, screen as page, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Source } from '#engine/ports.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { download } from '#lib/download.ts'
import { fleet, gatewayOf, many, openGateways as open } from './testing.tsx'

vi.mock('#lib/download.ts', () => ({ download: vi.fn() }))
beforeEach(() => changeLanguage('ch_EN'))

test('a large window is filled; whoever chooses another number of rows has it the next time', async () => {
  vi.stubGlobal('innerHeight', 1080)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    localStorage.clear()
  })
  await open(many(60)).drawn
  expect(await page.findAllByRole('row')).toHaveLength(21)
  await userEvent.selectOptions(page.getByLabelText('Rows'), '50')
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(51))
  cleanup()
  await open(many(60)).drawn
  expect(await page.findAllByRole('row')).toHaveLength(51)
})

test('an address of a page that is there no longer leads to the last one', async () => {
  await open(many(23), { path: '/gate_select?page=9&size=10' }).drawn
  await waitFor(() => expect(page.getAllByRole('row')).toHaveLength(4))
  expect(page.getByText('21 to 23 of 23')).toBeTruthy()
})

test('all of what is found is taken along as a file, page by page, each gateway once', async () => {
  const rows = many(2500)
  const { asked, source } = fleet(rows)
  // One more comes after the first page of the file, and pushes all others down.
  const list: Source['list'] = async (...how) => {
    const part = await source.list(...how)
    if (how[1].limit === 1000 && how[1].page === 1) rows.unshift(gatewayOf(3000))
    return part
  }
  await open([], { source: { ...source, list }, path: '/gate_select?q=Lindenweg&f.model=DOC400' }).drawn
  const files: string[] = []
  vi.mocked(download).mockImplementation((_name, text) => void files.push(String(text)))
  await userEvent.click(await page.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const lines = files[0]?.split('\r\n') ?? []
  expect(lines[0]).toBe('\ufeffGateway,Serial number,Owner,Model,State,Software')
  expect([lines.length, new Set(lines).size]).toEqual([2501, 2501])
  expect(lines[1]).toBe('Lindenweg 1,DOC4-0001,,DOC400,Online,4.21.3')
  const pages = asked
    .slice(1)
    .map(({ page, limit, search, filters }) => [page, limit, search, filters?.model])
  expect(pages).toEqual([1, 2, 3].map((page) => [page, 1000, 'Lindenweg', 'DOC400']))
})
