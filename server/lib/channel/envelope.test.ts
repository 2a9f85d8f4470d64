import { describe, expect, test } from 'vitest'
import { changesSomething, isForAdmins, isForPersons, readJson, readRequest, scopeOf } from './envelope.ts'

const read = (text: string): unknown => readJson(Buffer.from(text))
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('M-06 a message is no deeper and no broader than any needs to be', () => {
  test.each([nested, nestedObjects])('M-06 32 levels, and not one more (%#)', (levels) => {
    expect(read(levels(32))).toBeDefined()
    expect(read(levels(33))).toBeUndefined()
  })

  test('M-06 10,000 parts side by side, and not one more', () => {
    const list = (length: number): string => JSON.stringify(Array.from({ length }, () => 0))
    const object = (length: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, at) => [`k${at}`, 0])))
    for (const of of [list, object]) {
      expect(read(of(10_000))).toBeDefined()
      expect(read(of(10_001))).toBeUndefined()
    }
  })

  test('M-06 one part that is unbearable makes the whole so, wherever it is', () => {
    expect(read(`[1,${nested(32)}]`)).toBeUndefined()
    expect(read(`{"a":1,"b":${nested(32)}}`)).toBeUndefined()
    expect(read('{"a":[{"__proto__":1}]}')).toBeUndefined()
    expect(read('{"__proto__":1}')).toBeUndefined()
  })

  test.each(['null', '"text"', '1', 'true', '[]', '{}'])('M-06 %s is read', (text) => {
    expect(read(text)).toEqual(JSON.parse(text))
  })

  test('M-06 what is no JSON is nothing', () => {
    expect(read('{"a":')).toBeUndefined()
    expect(read('')).toBeUndefined()
  })
})

test('M-06 only a request is read as one', () => {
  const request = {
    id: 'b4b1ea73-55c5-4a39-9c3e-9d3a0d5f2d1d',
    session: 's',
    command: 'ping',
    params: {},
    version: 'v2.18.8',
  }
  expect(readRequest(Buffer.from(JSON.stringify(request)))).toEqual(request)
  const { session: _, ...without } = request
  expect(readRequest(Buffer.from(JSON.stringify(without)))).toBeUndefined()
  expect(readRequest(Buffer.from('[]'))).toBeUndefined()
})

describe('M-05 what a command asks for', () => {
  test.each([
    // command, for persons, for administrators only, what a program needs, changes something
    ['get_layout', true, false, 'gateway', false],
    ['set_service_property_value', true, false, 'gateway', true],
    ['get_zones', true, false, undefined, false],
    ['set_device_name', true, false, undefined, true],
    ['send_default_command', true, true, undefined, true],
    ['reboot', false, false, undefined, true],
    ['get_layout_answer', false, false, undefined, true],
    ['unheard_of', false, false, undefined, true],
  ] as const)('M-05 %s', (command, persons, admins, scope, changes) => {
    expect(isForPersons(command)).toBe(persons)
    expect(isForAdmins(command)).toBe(admins)
    expect(scopeOf(command)).toBe(scope)
    expect(changesSomething(command)).toBe(changes)
  })
})
