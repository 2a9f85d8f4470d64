import { expect, test } from 'vitest'
import { createEngine } from './engine.ts'

function english() {
  const engine = createEngine('en-CH')
  engine.add('en-CH', {
    list: {
      count_one: '{{count}} row',
      count_other: '{{count}} rows',
      of: '{{from}} of {{total}}',
      deep: { er: 'down' },
    },
  })
  return engine
}

test.each([
  [1, '1 row'],
  [0, '0 rows'],
  [17, '17 rows'],
])('%i takes its plural form', (count, text) => {
  expect(english().get('list.count', { count })).toBe(text)
})

test('values are put in, and only those that are given', () => {
  expect(english().get('list.of', { from: 3 })).toBe('3 of {{total}}')
})

test.each(['{{total}}', '$t(list.deep.er)'])('the value %s is no part of our texts', (from) => {
  expect(english().get('list.of', { from, total: 9 })).toBe(`${from} of 9`)
})

test('a value whose name is an option of the engine is a value', () => {
  const engine = english()
  engine.add('en-CH', { mail: { to: 'In {{lng}}, of {{context}}' } })
  expect(engine.get('mail.to', { lng: 'de-CH', context: 'hall' })).toBe('In de-CH, of hall')
})

test('a branch is no text', () => {
  const engine = english()
  expect(engine.knows('list.deep')).toBe(false)
  expect(engine.get('list.deep')).toBe('deep')
  expect(engine.get('list.deep.er')).toBe('down')
  expect(engine.knows('list.deep.er.still')).toBe(false)
})

test('a text in plural forms is known by its stem', () => {
  expect(english().knows('list.count')).toBe(true)
  expect(english().knows('list.counts')).toBe(false)
})

test('areas that come later stand beside the earlier ones', () => {
  const engine = english()
  engine.add('en-CH', { menu: { main: 'Menu' } })
  expect([engine.get('menu.main'), engine.get('list.deep.er')]).toEqual(['Menu', 'down'])
})
