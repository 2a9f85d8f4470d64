import { expect, test, vi } from 'vitest'
import { csvText, downloadCsv } from './csv.ts'
import { download } from './download.ts'

vi.mock('./download.ts', () => ({ download: vi.fn<typeof download>() }))

test('rows become lines that spreadsheets open in any language, and numbers stay numbers', async () => {
  expect(
    await csvText([
      ['Näme', 'kWh'],
      ['Büro; «1»', 1.5],
      ['a,b', undefined],
    ]),
  ).toBe('\ufeffNäme,kWh\r\nBüro; «1»,1.5\r\n"a,b",')
})

test.each(['=1+1', '+41', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
  'B-01 what a spreadsheet would take for a formula is a text, in the head too: %j',
  async (text) => {
    const csv = await csvText([[text], [text]])
    for (const line of csv
      .replace('\ufeff', '')
      .split('\r\n')
      .filter((one) => one.includes('1') || one.includes('2')))
      expect(line).toMatch(/^"?'/)
  },
)

test('whoever has left meanwhile is handed no file', async () => {
  const leaving = new AbortController()
  const handed = downloadCsv('a', [['b']], leaving.signal)
  leaving.abort()
  await handed
  expect(download).not.toHaveBeenCalled()
  await downloadCsv('a', [['b']], new AbortController().signal)
  expect(download).toHaveBeenCalledExactlyOnceWith('a.csv', '\ufeffb', 'text/csv;charset=utf-8')
})
