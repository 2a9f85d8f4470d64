import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import mqtt from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import { CONNECT, turn } from '../../../tests/channel/memory-wire.ts'
import { Addresses } from '../guard/addresses.ts'
import { defaultLimits } from '../limits.ts'
import { Connection } from './connection.ts'
import { acceptWebsockets, directClient } from './websocket.ts'
import type { Wire } from './wire.ts'

const OPENING = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'mqtt',
  host: 'home.example',
}

/** A door without a house: what knocks is a pair of streams. */
function door(more: { secure?: boolean; banned?: boolean; places?: number; others?: boolean } = {}) {
  const { secure = true, banned = false, places = 10, others = false } = more
  const server = new EventEmitter() as unknown as Server
  if (others) server.on('upgrade', () => undefined)
  const refused: string[] = []
  const inside: { connection: Connection; wire: Wire; breaches: string[] }[] = []
  const stop = acceptWebsockets({
    server,
    limits: defaultLimits,
    addresses: new Addresses(places),
    mayConnectFrom: (origin, host) => origin === `https://${host}`,
    clientOf: () => ({ address: '192.0.2.1', secure }),
    banned: () => banned,
    refused: (reason, address) => void refused.push(`${reason} ${address}`),
    admit(wire) {
      const breaches: string[] = []
      const own = new Connection({
        wire,
        address: '192.0.2.1',
        kind: 'browser',
        limits: defaultLimits,
        clock: { now: () => 0, after: () => () => undefined },
        onBreach: (_, reason) => void breaches.push(reason),
      })
      inside.push({ connection: own, wire, breaches })
      return own
    },
  })
  const knocks = async (headers: object = {}, url = '/mqtt') => {
    const [here, there] = duplexPair()
    const heard: Buffer[] = []
    here.on('data', (chunk: Buffer) => heard.push(chunk))
    const request = { url, headers: { ...OPENING, ...headers }, method: 'GET', socket: there }
    server.emit('upgrade', request as unknown as IncomingMessage, there as Duplex, Buffer.alloc(0))
    await settled()
    const text = () => Buffer.concat(heard).toString('latin1')
    const hangUp = () => there.destroy()
    return { here, hangUp, text, status: text().split('\r\n', 1)[0]?.replace('HTTP/1.1 ', '') ?? '' }
  }
  return { server, refused, inside, stop, knocks }
}
async function settled(): Promise<void> {
  for (let time = 0; time < 6; time++) await turn()
}
/** A frame as browsers send it: masked, here with noughts. */
const frame = (opcode: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])

describe('M-01 who is let in by the door of browsers', () => {
  test('M-01 whoever asks for MQTT, from a page of ours or from no page', async () => {
    const { knocks, inside, refused } = door()
    const { status, text } = await knocks()
    expect(status).toBe('101 Switching Protocols')
    expect(text()).toContain('Sec-WebSocket-Protocol: mqtt')
    expect((await knocks({ origin: 'https://home.example' })).status).toMatch(/^101/)
    expect((await knocks({ 'sec-websocket-protocol': 'chat, mqtt' })).status).toMatch(/^101/)
    expect((await knocks({}, '/mqtt?from=here')).status).toMatch(/^101/)
    expect([inside.length, refused]).toEqual([4, []])
  })

  test.each([
    ['without TLS from afar', { secure: false }, {}, '403 Forbidden', 'plain websocket from afar'],
    ['that does not ask for MQTT', {}, { 'sec-websocket-protocol': 'chat' }, '400 Bad Request', 'not mqtt'],
    ['that asks for nothing', {}, { 'sec-websocket-protocol': undefined }, '400 Bad Request', 'not mqtt'],
    ['of a page of somebody else', {}, { origin: 'https://evil.example' }, '403 Forbidden', 'foreign origin'],
    ['of a page that says of none', {}, { origin: '' }, '403 Forbidden', 'foreign origin'],
    ['of an address that is banned', { banned: true }, {}, '429 Too Many Requests', 'banned address'],
    ['of a full address', { places: 0 }, {}, '429 Too Many Requests', 'too many sockets of an address'],
  ])('M-08 one %s is not, and is told why', async (_what, given, headers, status, reason) => {
    const { knocks, inside, refused } = door(given)
    expect((await knocks(headers)).status).toBe(status)
    expect([inside.length, refused]).toEqual([0, [`${reason} 192.0.2.1`]])
  })

  test('M-08 a place is free again when its socket is gone', async () => {
    const { knocks } = door({ places: 1 })
    const first = await knocks()
    expect((await knocks()).status).toMatch(/^429/)
    first.hangUp()
    await settled()
    expect((await knocks()).status).toMatch(/^101/)
  })

  test('another path is not there, unless somebody else serves it', async () => {
    expect((await door().knocks({}, '/other')).status).toBe('404 Not Found')
    expect((await door().knocks({}, '/mqtt/more')).status).toBe('404 Not Found')
    const { knocks, refused } = door({ others: true })
    expect([(await knocks({}, '/other')).status, refused]).toEqual(['', []])
  })

  test('nobody is, once the door is shut', () => {
    const { server, stop } = door()
    stop()
    expect(server.listenerCount('upgrade')).toBe(0)
  })
})

describe('M-06 what comes over a websocket', () => {
  const connect = mqtt.generate(CONNECT)

  test('M-06 is read as bytes', async () => {
    const { knocks, inside } = door()
    const { here } = await knocks()
    const read: Buffer[] = []
    inside[0]?.connection.on('data', (chunk: Buffer) => read.push(chunk))
    here.write(frame(2, connect))
    await settled()
    expect(Buffer.concat(read)).toEqual(connect)
  })

  test('M-06 text is none, and what is no frame is none either', async () => {
    const { knocks, inside } = door()
    const { here } = await knocks()
    here.write(frame(1, connect))
    await settled()
    expect(inside[0]?.breaches).toEqual(['text frame'])
    const other = await knocks()
    other.here.write(Buffer.from([0xff, 0xff, 0xff]))
    await settled()
    expect(inside[1]?.breaches[0]).toMatch(/^websocket: /)
  })

  test('M-08 a ping is answered, a hang-up ends the connection', async () => {
    const { knocks, inside } = door()
    const { here, hangUp, text } = await knocks()
    here.write(frame(9, Buffer.from('hi')))
    await settled()
    expect(text().endsWith(String.fromCharCode(0x8a, 2, 0x68, 0x69))).toBe(true)
    hangUp()
    await settled()
    expect(inside[0]?.connection.destroyed).toBe(true)
  })

  test('L-09 what is sent is one binary frame, then comes the goodbye', async () => {
    const { knocks, inside } = door()
    const { text } = await knocks()
    const wire = inside[0]?.wire
    wire?.send(Buffer.from('hi'))
    wire?.end()
    wire?.send(Buffer.from('too late'))
    await settled()
    expect(text().endsWith(`${String.fromCharCode(0x82, 2)}hi${String.fromCharCode(0x88, 2, 3, 0xe8)}`)).toBe(
      true,
    )
  })
})

test('M-10 without a proxy a client is secure on this machine or over TLS', () => {
  const from = (socket: object) => directClient({ socket } as IncomingMessage)
  expect(from({ remoteAddress: '127.0.0.1' })).toEqual({ address: '127.0.0.1', secure: true })
  expect(from({ remoteAddress: '192.0.2.1' })).toEqual({ address: '192.0.2.1', secure: false })
  expect(from({ remoteAddress: '192.0.2.1', encrypted: true }).secure).toBe(true)
  expect(from({})).toEqual({ address: '', secure: false })
})
