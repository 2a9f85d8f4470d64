import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { http } from '#data/http.ts'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { exportAudit } from './actions.ts'

const download = vi.hoisted(() => vi.fn<(name: string, text: string, type: string) => void>())
vi.mock('#lib/download.ts', () => ({ download }))

const before = location.href
beforeEach(() => void download.mockClear())
afterEach(() => history.replaceState(null, '', before))

const line = {
  id: '1',
  at: '2026-11-22T14:00:00Z',
  what: 'disableAccount',
  who: 'Ida',
  whom: '=Mia',
  result: 'ok',
}

test('the file holds what the page shows: its search and its filters, to whom it was done, and no formula', async () => {
  const call = vi
    .spyOn(http, 'call')
    .mockResolvedValueOnce({ data: { data: [line], count: 1 }, status: 200 } as never)
  history.replaceState(null, '', '/audit?q=ida&f.result=ok&f.period=week&page=3')
  await exportAudit({} as ActionContext)
  expect(call).toHaveBeenCalledWith('listAudit', {
    limit: 10_000,
    searchText: 'ida',
    result: 'ok',
    period: 'week',
  })
  const [name, text] = download.mock.lastCall ?? []
  expect(name).toBe('gatehouse-audit.csv')
  const [head, row] = (text ?? '').replace('\ufeff', '').split('\r\n')
  expect(head).toBe('at,what,who,account,whom,gateway,serialNumber,from,result')
  expect(row).toContain('Ida,,"\'=Mia",,,,ok')
})
