import { describe, expect, test } from 'vitest'
import { failureOf } from './failures.ts'

const known = (name: string): boolean => ['living/hue', "Anna's lamp", "it's to 'left' failed"].includes(name)

describe('a failed order in the log of Zigbee2MQTT', () => {
  test('tells key, name and the heart of the reason', () => {
    const line =
      "z2m: Publish 'set' 'state' to 'living/hue' failed: 'Error: ZCL command 0x0017880100000001/11 genOnOff.off({}, {\"timeout\":10000}) failed (Data request failed with error: 'MAC no ack' (0xe9))'"
    expect(failureOf(line, known)).toEqual({
      key: 'state',
      name: 'living/hue',
      code: 'NO_ACK',
      message: "Data request failed with error: 'MAC no ack' (0xe9)",
    })
  })

  test.each([
    [
      "Publish 'set' 'brightness' to 'Anna's lamp' failed: 'Error: value out of range'",
      "Anna's lamp",
      'REFUSED',
    ],
    [
      "Publish 'set' 'state' to 'it's to 'left' failed' failed: 'Error: Timeout - 1 - 2'",
      "it's to 'left' failed",
      'TIMEOUT',
    ],
    ["No converter available for 'disco' on 'living/hue': (\"on\")", 'living/hue', 'NOT_SUPPORTED'],
  ])('%s', (line, name, code) => {
    expect(failureOf(line, known)).toMatchObject({ name, code })
  })

  test.each([
    ["Publish 'get' 'state' to 'living/hue' failed: 'Error: x'"],
    ["Publish 'set' 'state' to 'stranger' failed: 'Error: x'"],
    ['Device announced itself'],
    [''],
  ])('%s is none', (line) => {
    expect(failureOf(line, known)).toBeUndefined()
  })
})
