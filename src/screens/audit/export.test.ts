import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { http } from '#data/http.ts'
import type { ActionContext } from '#engine/actions/code-action.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { exportAudit } from './actions.ts'

const download = vi.hoisted(() => vi.fn<(name: string, text: string, type: string) => void>())
vi.mock('#lib/download.ts', () => ({ download }))

beforeAll(async () => {
  await changeLanguage('ch_DE')
  await loadAreas(['screens', 'fields', 'status'])
}, 60_000)

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
  expect(name).toBe('Aktivitätsprotokoll.csv')
  const [head, row] = (text ?? '').replace('\ufeff', '').split('\r\n')
  expect(head).toBe('Wann,Was,Wer,Konto,Wem,Gateway,Seriennummer,Von wo,Ergebnis,Sicherung')
  expect(row).toContain('Ida,,"\'=Mia",,,,Erledigt')
})

test('what is a code stands in the words of its reader, what was only tried as a try', async () => {
  const lines = [
    { ...line, what: 'exportBackup', result: 'refused', changed: { snapshotName: 'from_twin' } },
    { ...line, what: 'login', result: 'failed' },
    { ...line, what: 'exportBackup', changed: { snapshotName: 'Ferien' } },
  ]
  vi.spyOn(http, 'call').mockResolvedValueOnce({ data: { data: lines, count: 3 }, status: 200 } as never)
  await exportAudit({} as ActionContext)
  const [, first, second, third] = (download.mock.lastCall?.[1] ?? '').split('\r\n')
  expect(first).toMatch(/Versuch: .*Verweigert,Aus dem Zwilling$/)
  expect(second).toContain('Anmeldeversuch')
  expect(third).toMatch(/Erledigt,Ferien$/)
})
