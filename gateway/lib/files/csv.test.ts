import { describe, expect, test } from 'vitest'
import { csvLines, csvText } from './csv.ts'

const cellsOf = (text: string, delimiters?: readonly string[]) =>
  csvLines(text, delimiters)?.map(({ line, cells }) => [line, ...cells])

describe('a CSV file', () => {
  // people 8
  test.each([
    ['UTF-8', [0x5a, 0xc3, 0xbc, 0x72, 0x69, 0x63, 0x68]],
    ['UTF-8 that says so', [0xef, 0xbb, 0xbf, 0x5a, 0xc3, 0xbc, 0x72, 0x69, 0x63, 0x68]],
    ['Windows-1252', [0x5a, 0xfc, 0x72, 0x69, 0x63, 0x68]],
  ])('is read as it was written, %s', async (_name, bytes) => {
    expect(await csvText(new Blob([Uint8Array.from(bytes)]))).toBe('Zürich')
  })

  test('keeps the numbers of its lines, and leaves out what is empty', () => {
    expect(cellsOf('a, b\r\n\r\n , \r\n"c, d",e')).toEqual([
      [1, 'a', 'b'],
      [4, 'c, d', 'e'],
    ])
    expect(cellsOf('\uFEFFa;b\nc;d\n')).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ])
    expect(cellsOf('a;b,c', [','])).toEqual([[1, 'a;b', 'c']])
    expect(cellsOf('')).toEqual([])
  })

  test('of a quote that never ends names the line, and reads the others', () => {
    expect(csvLines('a,"b\nb",c\n"d,e,f\ng,h,i\nj,"k"l,m\n')).toEqual([
      { line: 1, cells: ['a', 'b\nb', 'c'] },
      { line: 3, cells: ['"d,e,f'], quote: true },
      { line: 4, cells: ['g', 'h', 'i'] },
      { line: 5, cells: ['j,"k"l,m'], quote: true },
    ])
  })

  test('that holds no text is none', () => {
    expect(csvLines('a,\0b')).toBeUndefined()
  })
})
