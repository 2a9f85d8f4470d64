import { expect, test } from 'vitest'
import { fileFault, newSecureId, readRegistrations } from './registrations-csv.ts'

const bounds = { largest: 1000, mostRows: 4 }
const read = (text: string) => readRegistrations(text, bounds, () => 'MADE-0001')

test.each([',', ';', '\t'])('a file with a head is read, whatever separates its columns (%j)', (by) => {
  const text = `\uFEFFSerial number,Model,Secure ID,Name\r\ndoc4-1,doc400,SECURE-1,Haus Süd\r\n`.replaceAll(
    ',',
    by,
  )
  expect(read(text)).toEqual({
    lines: [{ line: 2, serialNumber: 'DOC4-1', model: 'DOC400', secureId: 'SECURE-1', name: 'Haus Süd' }],
  })
})

test('a missing secure id is made; each line that is wrong says why and keeps none of the others', () => {
  const answer = read('A1,DOC400\nA 2,DOC400\na1,DOC400,SECURE-1\nA3,DOC400,x\n')
  const lines = 'lines' in answer ? answer.lines : []
  expect(lines.map(({ line, secureId, fault }) => [line, secureId, fault])).toEqual([
    [1, 'MADE-0001', undefined],
    [2, 'MADE-0001', 'serialNumber'],
    [3, 'SECURE-1', 'twice'],
    [4, 'x', 'secureId'],
  ])
})

test('lines with too many columns or a name that is too long are wrong', () => {
  const answer = read(`A1,DOC400,SECURE-1,Haus,more\nA2,DOC400,SECURE-2,${'x'.repeat(129)}`)
  expect('lines' in answer && answer.lines.map(({ fault }) => fault)).toEqual(['columns', 'name'])
})

test.each([
  ['', 'empty'],
  ['serialNumber,model', 'empty'],
  ['Serial;Model;Secure;Name', 'empty'],
  ['Seriennummer;Modell;Sicherheits-ID;Bezeichnung', 'empty'],
  ['A1\0,DOC400', 'notCsv'],
  ['A1,M\nA2,M\nA3,M\nA4,M\nA5,M', 'tooMany'],
])('%j is no such file', (text, fault) => {
  expect(read(text)).toEqual({ fault })
})

test('a quote that never ends is a fault of its line, and of no other', () => {
  const answer = read('A1,DOC400\nA2,DOC400,"never ends\nA3,DOC400')
  expect('lines' in answer && answer.lines.map(({ line, fault }) => [line, fault])).toEqual([
    [1, undefined],
    [2, 'quote'],
    [3, undefined],
  ])
})

test('a file is looked at before it is read', () => {
  expect(fileFault({ name: 'list.xlsx', size: 1 }, bounds)).toBe('notCsv')
  expect(fileFault({ name: 'list.csv', size: 1001 }, bounds)).toBe('tooLarge')
  expect(fileFault({ name: 'LIST.CSV', size: 1000 }, bounds)).toBeUndefined()
})

test('A-03 a secure id that is made here has 80 bits, and no letters that look alike', () => {
  const made = Array.from({ length: 200 }, () => newSecureId())
  expect(new Set(made).size).toBe(200)
  for (const one of made) expect(one).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  // Every one of 32 letters stands for five bits: each comes up.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32)
})
