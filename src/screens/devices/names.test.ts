import { describe, expect, test } from 'vitest'
import { doubled, faultOf, numbered } from './names.ts'
import { readPayload, samplePayload } from './SendCommandDialog.tsx'

describe('spec 2 §5 names of devices', () => {
  // 2.5-042
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['\u200b', 'empty'],
    ['D#E#L#A#Y', 'empty'],
    ['x'.repeat(129), 'long'],
    ['Lampe', undefined],
  ])('%j is %s', (name, fault) => {
    expect(faultOf(name)).toBe(fault)
  })

  test('a name that another device has is told, whatever its case; its own is not', () => {
    const devices = [
      { id: 'a', name: 'Lampe' },
      { id: 'b', name: 'Spot' },
      { id: 'c', name: 'Ofen' },
    ]
    expect([...doubled(devices, new Map([['b', 'lampe ']]))]).toEqual(['b'])
    expect([...doubled(devices, new Map([['a', 'Neu']]))]).toEqual([])
    // Two that change places do not meet.
    expect([
      ...doubled(
        devices,
        new Map([
          ['a', 'Spot'],
          ['b', 'Lampe'],
        ]),
      ),
    ]).toEqual([])
  })

  test('a pattern numbers: # is as wide as the last number, and without it the number follows', () => {
    expect(numbered('Spot #', 3)).toEqual(['Spot 1', 'Spot 2', 'Spot 3'])
    expect(numbered('Spot', 2)).toEqual(['Spot 1', 'Spot 2'])
    expect(numbered('# L', 10)[0]).toBe('01 L')
    expect(numbered('Spot', 1)).toEqual(['Spot'])
  })
})

describe('spec 2 §5 payloads', () => {
  // 2.5-041
  test.each([
    ['', 'notJson'],
    ['{"a": }', 'notJson'],
    ['undefined', 'notJson'],
    ['[1]', 'notObject'],
    ['7', 'notObject'],
    ['null', 'notObject'],
    ['{}', 'empty'],
  ])('%j is refused as %s', (typed, fault) => {
    expect(readPayload(typed)).toEqual({ ok: false, fault })
  })

  test('an object is taken as it is', () => {
    expect(readPayload(' {"state": "ON"} ')).toEqual({ ok: true, payload: { state: 'ON' } })
  })

  test('a device with nothing to set gives an empty example', () => {
    expect(samplePayload(undefined)).toBe('{}')
  })
})
