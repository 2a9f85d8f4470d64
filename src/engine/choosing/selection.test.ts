import { expect, test } from 'vitest'
import { doubleIn, listsOf, numbersIn, saying } from './selection.ts'

const row = (region: string, state = '', centre = '') => ({ region, state, centre })

test('3.5-069 a filter that is there already is found, whatever stands between; empty rows are no filters', () => {
  expect(doubleIn([row('N'), row(''), row('N', 'Zürich'), row('')])).toBe(-1)
  expect(doubleIn([row('N', 'Zürich'), row('W'), row('N', 'Zürich')])).toBe(2)
  expect(saying([row('N'), row('')])).toEqual([row('N')])
})

test('rows become three lists, each in their order', () => {
  expect(listsOf([row('N'), row('W', 'Vaud', 'W-LAUSANNE')])).toEqual({
    ...{ reglist: 'N,W', statelist: ',Vaud', jcenterlist: ',W-LAUSANNE' },
  })
})

test('a pasted list is read from lines, commas and spreadsheets', () => {
  expect(numbersIn(' DOC4-1\nHA10-2, LIV1-3;\tVOC2-4\r\n\n')).toEqual([
    'DOC4-1',
    'HA10-2',
    'LIV1-3',
    'VOC2-4',
  ])
})
