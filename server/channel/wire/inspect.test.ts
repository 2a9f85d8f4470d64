import mqtt, { type Packet } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import { CONNECT } from '../../../tests/channel/memory-wire.ts'
import { Breach } from '../guard/breach.ts'
import { inspect } from './inspect.ts'

const bytes = (packet: Packet): Buffer => mqtt.generate(packet)

/** A packet by its first byte and what follows its length. */
const raw = (first: number, ...body: (number | Buffer)[]): Buffer => {
  const rest = Buffer.concat(body.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
  return Buffer.concat([Buffer.from([first, rest.length]), rest])
}
const text = (value: string | Buffer): Buffer => {
  const content = Buffer.from(value)
  return Buffer.concat([Buffer.from([content.length >> 8, content.length & 255]), content])
}
const saying = (topic: string, qos: 0 | 1 | 2 = 0, messageId = 5): Buffer =>
  bytes({ cmd: 'publish', topic, payload: 'x', qos, dup: false, retain: false, messageId })

const connect = (more: object = {}): Buffer => bytes({ ...CONNECT, ...more } as Packet)

describe('M-07 what clients may send passes', () => {
  const credentials = { username: 'anna', password: Buffer.from([0, 255]) }
  const will = { topic: 'a/b', payload: Buffer.from([0, 255]), qos: 0, retain: false }
  test.each([
    ['a CONNECT', connect()],
    ['a CONNECT with a user', connect({ username: 'anna' })],
    ['a CONNECT with credentials', connect(credentials)],
    ['a CONNECT with a will', connect({ will })],
    ['a CONNECT with both', connect({ ...credentials, will })],
    ['a message', saying('a/b')],
    ['a message of QoS 1', saying('a/b', 1)],
    ['a message of QoS 2', saying('a/b', 2)],
    ['a message that says nothing', raw(0x30, text('a'))],
    ['a subscription', bytes({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0 }] })],
    ['one of QoS 2', raw(0x82, 0, 1, text('a'), 2)],
    ['its end', bytes({ cmd: 'unsubscribe', messageId: 256, unsubscriptions: ['a', 'b'] })],
    ['an acknowledgement', raw(0x40, 0, 1)],
    ['one received', raw(0x50, 1, 0)],
    ['one released', raw(0x62, 0, 1)],
    ['one complete', raw(0x70, 0, 1)],
    ['a ping', raw(0xc0)],
    ['a goodbye', raw(0xe0)],
  ])('M-07 %s', (_what, packet) => {
    expect(() => inspect(packet)).not.toThrow()
  })
})

describe('M-07 the rest is a breach', () => {
  const body = connect().subarray(2)
  test.each([
    ['an answer to a CONNECT', raw(0x20, 0, 0), 'packet that clients do not send'],
    ['an answer to a subscription', raw(0x90, 0, 1, 0), 'packet that clients do not send'],
    ['an answer to its end', raw(0xb0, 0, 1), 'packet that clients do not send'],
    ['an answer to a ping', raw(0xd0), 'packet that clients do not send'],
    ['type 0', raw(0x00), 'packet that clients do not send'],
    ['type 15', raw(0xf0), 'packet that clients do not send'],
    ['a ping with a body', raw(0xc0, 1), 'body where none belongs'],
    ['a goodbye with a body', raw(0xe0, 1), 'body where none belongs'],
    ...[0x40, 0x50, 0x62, 0x70].map(
      (first) => [`an acknowledgement of nothing (${first})`, raw(first, 0, 0), 'packet id 0'] as const,
    ),
    ['an acknowledgement that is cut', raw(0x40, 1), 'packet too short'],
    ['a message of QoS 1 without an id', saying('a', 1, 1).fill(0, 5, 7), 'packet id 0'],
    ['a message of QoS 3', raw(0x36, text('a'), 0, 1), 'QoS 3'],
    ['a message to nobody', raw(0x30, text('')), 'empty topic'],
    ['a topic longer than its packet', raw(0x30, 0, 2, 97), 'packet too short'],
    ['a topic with NUL', raw(0x30, text('a\0b')), 'NUL in text'],
    ['a topic that is no UTF-8', raw(0x30, text(Buffer.from([0xc3, 0x28]))), 'invalid UTF-8'],
    ['a subscription to nothing', raw(0x82, 0, 1), 'no filter'],
    ['a subscription without an id', raw(0x82, 0, 0, text('a'), 0), 'packet id 0'],
    ['a subscription of QoS 3', raw(0x82, 0, 1, text('a'), 3), 'QoS 3'],
    ['a subscription without QoS', raw(0x82, 0, 1, text('a')), 'packet too short'],
    ['an end of nothing', raw(0xa2, 0, 1), 'no filter'],
    ['a CONNECT with more at its end', raw(0x10, body, 0), 'bytes after the end'],
    ['a CONNECT of another protocol', raw(0x10, text('MQXX'), 4, 2, 0, 60, text('c')), 'not MQTT 3.1.1'],
    ['a CONNECT of version 5', raw(0x10, text('MQTT'), 5, 2, 0, 60, text('c')), 'not MQTT 3.1.1'],
    ['a CONNECT whose id has NUL', raw(0x10, text('MQTT'), 4, 2, 0, 60, text('\0')), 'NUL in text'],
    [
      'a CONNECT with a will to nobody',
      raw(0x10, text('MQTT'), 4, 6, 0, 60, text('c'), text(''), text('')),
      'empty topic',
    ],
    [
      'a CONNECT whose user has NUL',
      raw(0x10, text('MQTT'), 4, 0x82, 0, 60, text('c'), text('\0')),
      'NUL in text',
    ],
    [
      'a CONNECT without its password',
      raw(0x10, text('MQTT'), 4, 0xc2, 0, 60, text('c'), text('u')),
      'packet too short',
    ],
  ] as const)('M-07 %s', (_what, packet, reason) => {
    expect(() => inspect(packet)).toThrow(reason)
  })

  test('M-07 another version of MQTT is told so before it is cut, and nothing else is', () => {
    const replyTo = (packet: Buffer): Buffer | undefined => {
      try {
        inspect(packet)
      } catch (error) {
        if (error instanceof Breach) return error.reply
      }
      throw new Error('not refused')
    }
    expect(replyTo(raw(0x10, text('MQTT'), 3, 2, 0, 60, text('c')))).toEqual(Buffer.from([0x20, 2, 0, 1]))
    expect(replyTo(raw(0x00))).toBeUndefined()
  })
})

describe('M-07 topics have limits', () => {
  test('M-07 256 bytes, and not one more', () => {
    expect(() => inspect(saying('x'.repeat(256)))).not.toThrow()
    expect(() => inspect(saying('x'.repeat(257)))).toThrow('topic too long')
  })

  test('M-07 ten levels, and not one more', () => {
    expect(() => inspect(saying('a/b/c/d/e/f/g/h/i/j'))).not.toThrow()
    expect(() => inspect(saying('a/b/c/d/e/f/g/h/i/j/k'))).toThrow('topic too deep')
  })

  test.each(['subscribe', 'unsubscribe'] as const)('M-07 fifty filters to %s, and not one more', (cmd) => {
    const packet = (count: number): Buffer => {
      const filters = Array.from({ length: count }, (_, at) => `f${at}`)
      return cmd === 'subscribe'
        ? bytes({ cmd, messageId: 1, subscriptions: filters.map((topic) => ({ topic, qos: 0 })) })
        : bytes({ cmd, messageId: 1, unsubscriptions: filters })
    }
    expect(() => inspect(packet(50))).not.toThrow()
    expect(() => inspect(packet(51))).toThrow('too many filters')
  })
})
