import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOf, flow, rowBelow } from './flow.ts'

const sizes = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })), {
  maxLength: 40,
})

test('whatever flows into the four columns overlaps nothing and stays inside', () => {
  fc.assert(
    fc.property(sizes, fc.nat(5), (things, firstRow) => {
      const positions = flow(things, firstRow)
      const cells = positions.flatMap(cellsOf)
      expect(new Set(cells).size).toBe(cells.length)
      for (const [index, [row, column, width, height]] of positions.entries()) {
        expect(row).toBeGreaterThanOrEqual(firstRow)
        expect(column + width).toBeLessThanOrEqual(4)
        expect([width, height]).toEqual(things[index])
      }
    }),
  )
})

test('a small thing fills the gap that a large one left', () => {
  expect(
    flow([
      [3, 1],
      [4, 1],
      [1, 1],
    ]),
  ).toEqual([
    [0, 0, 3, 1],
    [1, 0, 4, 1],
    [0, 3, 1, 1],
  ])
})

test('the row below everything is free', () => {
  expect(
    rowBelow([
      [0, 0, 4, 2],
      [1, 0, 1, 3],
    ]),
  ).toBe(4)
  expect(rowBelow([])).toBe(0)
})
