import { expect, test } from 'vitest'
import { fileText } from './model-text.ts'

test('a place stands in one line, and everything is said as it was', () => {
  const model = {
    name: 'A [\n 1\n ] "quoted"',
    access: ['read', 'write'],
    properties: [{ grid: [0, 1, 3, 1], options: { on: true } }],
    long: Array.from({ length: 40 }, (_, at) => `option ${at}`),
    none: [],
  }
  const text = fileText(model)
  expect(text).toContain('"grid": [0, 1, 3, 1],')
  expect(text).toContain('"access": ["read", "write"],')
  expect(text.split('\n').every((line) => line.length <= 100)).toBe(true)
  expect(JSON.parse(text)).toEqual(model)
})
