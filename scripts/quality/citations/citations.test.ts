import { expect, test } from 'vitest'
import { citations, crowded } from './citations.ts'

const ATOM = /\b[123]\.[1-9]-\d{3}\b/g
const idsOf = (source: string): string[] => citations(source, ATOM).map(({ id }) => id)

test('a test cites what stands in its name and in the comment right above it, and nothing else', () => {
  const source = ['// 1.1-001', '', '// 1.1-002', "test('1.1-003 holds', () => {", '  // 1.1-004', '})'].join(
    '\n',
  )
  expect(idsOf(source).toSorted()).toEqual(['1.1-002', '1.1-003'])
})

test.each(['2.3-084 to 2.3-087', '2.3-084 – 2.3-087'])('%s cites all that lie between', (range) => {
  expect(idsOf(`// ${range}\ntest('is so', () => {})`).toSorted()).toEqual([
    '2.3-084',
    '2.3-085',
    '2.3-086',
    '2.3-087',
  ])
})

test.each(['2.3-084 2.3-087', '2.3-084, 2.3-087', '2.3-084 to 2.4-087', '2.3-087 to 2.3-084'])(
  '%s cites two',
  (two) => {
    expect(idsOf(`// ${two}\ntest('is so', () => {})`)).toHaveLength(2)
  },
)

const nine = Array.from({ length: 9 }, (_, n) => `1.1-00${n + 1}`)

test('nine in front of one test are too many, eight are not, and nine rows are none', () => {
  const of = (ids: readonly string[]) => crowded(`// ${ids.join(' ')}\ntest('is so', () => {})`, ATOM)
  expect(of(nine)).toEqual([2])
  expect(of(nine.slice(1))).toEqual([])
  const rows = nine.map((id) => `  ['${id}', 1],`).join('\n')
  expect(crowded(`test.each([\n${rows}\n])('%s holds', () => {})`, ATOM)).toEqual([])
})
