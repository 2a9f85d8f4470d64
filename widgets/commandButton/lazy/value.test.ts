import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../../shared/examples.ts'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { decode, encode, options, read, wordOfCommand } from './value.ts'

const of = (value: Partial<Value>) => {
  const whole: Value = { kind: 'option', access: ['write'], ...value }
  return options(whole, placedOf('commandButton', 'CommandService', 'identify', whole))
}
const words = (spec: ReturnType<typeof of>) =>
  spec.commands.map((command) => wordOfCommand(command, spec, 'The name', plainWords))

describe('which commands there are', () => {
  test('an option with one value is one command, a switch with two words two', () => {
    expect(words(of({ options: [{ value: 'identify' }] }))).toEqual(['Identify'])
    expect(words(of({ kind: 'bool', on: 'start', off: 'stop' }))).toEqual(['Start', 'Stop'])
  })

  test('a command whose word says nothing is called like its property', () => {
    expect(words(of({ kind: 'bool', on: 'ON' }))).toEqual(['The name'])
    expect(words(of({ kind: 'bool' }))).toEqual(['The name'])
    expect(words(of({ options: [{ value: 0 }] }))).toEqual(['The name'])
  })
})

describe('whatever a gateway sends', () => {
  const specs = fc.constantFrom(
    of({ options: [{ value: 'identify' }] }),
    of({ kind: 'bool', on: 1, off: 0 }),
    of({ options: [{ value: 'a' }, { value: 2 }, { value: true }] }),
  )

  test('what goes out is one of the commands', () => {
    fc.assert(
      fc.property(specs, wild, (spec, raw) => {
        expect(spec.commands.map(({ value }) => value)).toContain(encode(decode(raw, spec), spec))
      }),
    )
  })

  test('a command comes back as itself', () => {
    fc.assert(
      fc.property(specs, fc.nat(), (spec, pick) => {
        const { value } = spec.commands[pick % spec.commands.length] ?? { value: true }
        expect(decode(encode(value, spec), spec)).toBe(value)
      }),
    )
  })

  test('nothing is told of what only takes orders', () => {
    fc.assert(
      fc.property(specs, wild, (spec, raw) => {
        expect(read(decode(raw, spec), spec).text).toBe('–')
      }),
    )
  })
})
