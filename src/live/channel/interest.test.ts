import { expect, test } from 'vitest'
import { FakeClock } from '../fake-clock.ts'
import { Interest } from './interest.ts'

function interest(most = 1000) {
  const clock = new FakeClock()
  const told: string[] = []
  let shown: string[] = []
  const made = new Interest({ clock, most, shown: () => shown, tell: (text) => void told.push(text) })
  const shows = (...values: string[]): void => {
    shown = values
    made.changed()
  }
  return { made, clock, told, shows }
}

test('what is shown is told at once, and whoever scrolls tells it four times a second, as it is then', () => {
  const { clock, told, shows } = interest()
  shows('a/S/p')
  expect(told).toEqual(['{"values":["a/S/p"]}'])
  for (let row = 0; row < 50; row++) {
    shows(`d${row}/S/p`)
    clock.pass(10)
  }
  clock.pass(250)
  expect(told).toEqual(['a', 'd24', 'd49'].map((device) => `{"values":["${device}/S/p"]}`))
  clock.pass(1000)
  expect(told).toHaveLength(3)
})

test('what was told is not told again, but to whom listens newly', () => {
  const { made, clock, told, shows } = interest()
  shows('a/S/p')
  clock.pass(1000)
  shows('a/S/p')
  expect(told).toHaveLength(1)
  made.tellNow()
  expect(told).toEqual(['{"values":["a/S/p"]}', '{"values":["a/S/p"]}'])
})

test('more than fits a message is not told: then all comes at once', () => {
  const { clock, told, shows } = interest(120)
  shows('ä'.repeat(50))
  expect(told).toEqual(['{}'])
  clock.pass(250)
  shows('a/S/p')
  expect(told.at(-1)).toBe('{"values":["a/S/p"]}')
})

test('after its end nothing is told any more', () => {
  const { made, clock, told, shows } = interest()
  shows('a/S/p')
  shows('b/S/p')
  made.close()
  clock.pass(1000)
  expect(told).toHaveLength(1)
})
