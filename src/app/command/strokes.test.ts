import { describe, expect, test } from 'vitest'
import { Sequence, strokeOf } from './strokes.ts'

const key = (name: string, held: { ctrlKey?: boolean; metaKey?: boolean } = {}) =>
  strokeOf({ key: name, ctrlKey: false, metaKey: false, ...held })

function pressing(...known: string[]) {
  const sequence = new Sequence(1000)
  return (stroke: string, at: number) => sequence.press(stroke, at, new Set(known))
}

describe('keys', () => {
  test.each([
    [key('k', { ctrlKey: true }), 'Mod+k'],
    [key('K', { metaKey: true }), 'Mod+k'],
    [key('?'), '?'],
    [key('Escape'), 'Escape'],
  ])('%s', (stroke, expected) => expect(stroke).toBe(expected))

  test('a sequence is complete with its last key', () => {
    const press = pressing('g d', '?')
    expect(press('g', 0)).toBeUndefined()
    expect(press('d', 900)).toBe('g d')
    expect(press('d', 950)).toBeUndefined()
  })

  test('is forgotten after a while, and by another key', () => {
    const press = pressing('g d', '?')
    press('g', 0)
    expect(press('d', 1001)).toBeUndefined()
    press('g', 2000)
    expect(press('?', 2100)).toBe('?')
    expect(press('d', 2200)).toBeUndefined()
  })

  test('a sequence may begin with the key that broke another', () => {
    const press = pressing('g d')
    press('g', 0)
    press('g', 100)
    expect(press('d', 200)).toBe('g d')
  })
})
