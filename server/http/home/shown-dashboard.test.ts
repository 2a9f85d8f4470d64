import { expect, test } from 'vitest'
import { fitting } from './shown-dashboard.ts'

test('what comes along with a dashboard weighs so much at most, and what is too heavy keeps nothing lighter from coming', () => {
  const [light, heavy, other] = [{ a: 1 }, { a: 'x'.repeat(100) }, { b: 2 }]
  expect(fitting([light, undefined, heavy, other], 40)).toEqual([light, other])
  expect(fitting([light, other], JSON.stringify(light).length)).toEqual([light])
  expect(fitting([heavy], 1000)).toEqual([heavy])
})
