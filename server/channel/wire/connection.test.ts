import mqtt, { type Packet } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import { CONNECT, line, turn } from '../../../tests/channel/memory-wire.ts'
import { settle } from '../../../tests/gateway/test-clock.ts'

const bytes = (packet: object): Buffer => mqtt.generate(packet as Packet)
const HELLO = bytes(CONNECT)
const PING = bytes({ cmd: 'pingreq' })
const saying = (size: number): Buffer =>
  bytes({ cmd: 'publish', topic: 't', payload: Buffer.alloc(size), qos: 0, retain: false, dup: false })

/** What a parser that always wants more is handed, one packet after another. */
function read(connection: ReturnType<typeof line>['connection']): Buffer[] {
  const handed: Buffer[] = []
  connection.on('data', (chunk: Buffer) => handed.push(chunk))
  return handed
}

describe('M-06 what a client sends', () => {
  test('M-06 is handed on in whole packets', async () => {
    const { connection } = line()
    const handed = read(connection)
    connection.receive(Buffer.concat([HELLO, PING.subarray(0, 1)]))
    connection.receive(PING.subarray(1))
    await turn()
    expect(Buffer.concat(handed)).toEqual(Buffer.concat([HELLO, PING]))
  })

  test('M-06 is cut without a word when it breaks a rule, and nothing of it is read any more', async () => {
    const { connection, wire, breaches } = line()
    const handed = read(connection)
    connection.receive(PING)
    connection.receive(HELLO)
    await turn()
    expect(breaches).toEqual(['first packet is no CONNECT'])
    expect([wire.over, wire.sent, handed]).toEqual(['killed', [], []])
  })

  test('M-06 is told why when the protocol has words for it, and has the time to hear them', async () => {
    const { connection, wire, breaches } = line()
    connection.receive(Buffer.from(HELLO).fill(5, 8, 9))
    await turn()
    expect(breaches).toEqual(['not MQTT 3.1.1'])
    expect([wire.over, wire.sent]).toEqual(['ended', [Buffer.from([0x20, 2, 0, 1])]])
  })

  test.each([
    ['browser', 100],
    ['gateway', 200],
  ] as const)('M-06 a packet of a %s has at most so many bytes: %i', (kind, most) => {
    const limits = { packetBytes: 100, gatewayPacketBytes: 200 }
    const fits = line({ kind, limits })
    fits.connection.receive(HELLO)
    fits.connection.receive(saying(most - 3))
    expect(fits.breaches).toEqual([])
    const over = line({ kind, limits })
    over.connection.receive(HELLO)
    over.connection.receive(saying(most - 2))
    expect(over.breaches).toEqual(['packet too large'])
  })
})

describe('M-08 the pace', () => {
  test.each([
    ['browser', 2],
    ['gateway', 4],
  ] as const)(
    'M-08 what comes faster than a %s may send waits, and the sender with it',
    async (kind, burst) => {
      const limits = { packets: { perSecond: 10, burst: 2 }, gatewayPackets: { perSecond: 10, burst: 4 } }
      const { connection, wire, clock } = line({ kind, limits })
      const handed = read(connection)
      await turn()
      connection.receive(HELLO)
      for (let sent = 1; sent < burst; sent++) connection.receive(PING)
      await turn()
      expect([handed.length, wire.paused]).toEqual([burst, false])
      connection.receive(Buffer.concat([PING, PING]))
      expect([handed.length, wire.paused]).toEqual([burst, true])
      await clock.pass(99)
      await turn()
      expect([handed.length, wire.paused]).toEqual([burst, true])
      await clock.pass(1)
      await turn()
      expect([handed.length, wire.paused]).toEqual([burst + 1, true])
      await clock.pass(100)
      await turn()
      expect([handed.length, wire.paused]).toEqual([burst + 2, false])
    },
  )

  test('M-08 what waits is forgotten with its connection', async () => {
    const { connection, wire, clock } = line({ limits: { packets: { perSecond: 10, burst: 1 } } })
    const handed = read(connection)
    await turn()
    connection.receive(Buffer.concat([HELLO, PING]))
    connection.lost()
    await clock.pass(10_000)
    await turn()
    expect([handed.length, wire.over]).toEqual([1, 'ended'])
  })

  test('M-08 while the broker wants nothing, the sender waits', async () => {
    const { connection, wire } = line()
    connection.receive(HELLO)
    expect(wire.paused).toBe(true)
    const handed = read(connection)
    await turn()
    expect([handed.length, wire.paused]).toEqual([1, false])
  })
})

describe('M-08 a reader that does not keep up', () => {
  const limits = { waitingBytes: 100_000, mostWaitingBytes: 300_000, stuckMs: 10_000 }
  const much = Buffer.alloc(100_000, 'x')

  test('M-08 is cut when it has taken nothing for so long while much waits for it, and not before', async () => {
    const { connection, wire, clock, breaches } = line({ limits })
    await clock.pass(60_000)
    wire.stuck = true
    connection.tell('t', much)
    await clock.pass(9999)
    connection.tell('t', Buffer.from('two'))
    await turn()
    expect([breaches, wire.over]).toEqual([[], undefined])
    await clock.pass(1)
    connection.tell('t', Buffer.from('three'))
    await turn()
    expect([breaches, wire.over]).toEqual([['slow reader'], 'killed'])
    connection.breach('again')
    expect(breaches).toHaveLength(1)
  })

  test('M-08 stays however slow its link is, as long as it takes some of what waits', async () => {
    const { connection, wire, clock, breaches } = line({ limits })
    wire.stuck = true
    connection.tell('t', much)
    connection.tell('t', much)
    for (let piece = 0; piece < 5; piece++) {
      await clock.pass(9000)
      wire.takes()
      connection.tell('t', Buffer.from('more'))
    }
    wire.stuck = false
    for (let piece = 0; piece < 4; piece++) wire.takes()
    expect(breaches).toEqual([])
    const sizes = wire.packets().map((packet) => packet.cmd === 'publish' && packet.payload.length)
    expect(sizes).toEqual([100_000, 100_000, 4, 4, 4, 4, 4])
  })

  test('M-08 is cut when far too much waits for it, and one message of any size is sent', async () => {
    const { connection, wire, breaches } = line({ limits })
    wire.stuck = true
    connection.tell('t', Buffer.alloc(400_000, 'x'))
    expect(breaches).toEqual([])
    connection.tell('t', Buffer.from('two'))
    expect([breaches, wire.over]).toEqual([['slow reader'], 'killed'])
  })

  test('M-08 what little waits cuts nobody', async () => {
    const { connection, wire, clock, breaches } = line({ limits })
    wire.stuck = true
    connection.tell('t', Buffer.alloc(99_000, 'x'))
    await clock.pass(3_600_000)
    connection.tell('t', Buffer.from('two'))
    expect(breaches).toEqual([])
  })

  test('L-09 what still waits when it ends is sent before', async () => {
    const { connection, wire } = line({ limits })
    wire.stuck = true
    connection.tell('t', much)
    connection.dismiss()
    await turn()
    await turn()
    expect([wire.over, wire.said().map((text) => text.length)]).toEqual(['ended', [100_002]])
  })

  test('M-08 several messages written at once leave in their order', () => {
    const { connection, wire } = line()
    connection.cork()
    for (const text of ['one', 'two', 'three']) connection.tell('t', Buffer.from(text))
    connection.uncork()
    expect(wire.said()).toEqual(['t one', 't two', 't three'])
  })
})

describe('L-09 an end that was decided here', () => {
  test('L-09 what was told before leaves, what is told after does not, and it is over once', async () => {
    const { connection, wire } = line()
    connection.tell('t', Buffer.from('why'))
    connection.dismiss()
    connection.dismiss()
    connection.tell('t', Buffer.from('too late'))
    expect(wire.over).toBeUndefined()
    await turn()
    await turn()
    expect([wire.over, wire.said()]).toEqual(['ended', ['t why']])
    connection.tell('t', Buffer.from('much too late'))
    connection.receive(PING)
    expect(wire.said()).toEqual(['t why'])
  })
})

describe('M-02 what waits for an answer about a right', () => {
  const soon = () => {
    let say: (yes: boolean) => void = () => undefined
    let fail: (error: Error) => void = () => undefined
    const answer = new Promise<boolean>((resolve, reject) => {
      say = resolve
      fail = reject
    })
    return { answer, say, fail }
  }

  test('M-02 is delivered in its order, whichever answer comes first', async () => {
    const { connection, wire } = line()
    const first = soon()
    connection.hold('t', Buffer.from('one'), first.answer)
    connection.hold('t', Buffer.from('two'), true)
    await settle()
    expect([wire.said(), connection.holding]).toEqual([[], true])
    first.say(true)
    await settle()
    expect([wire.said(), connection.holding]).toEqual([['t one', 't two'], false])
  })

  test('M-02 is not delivered after a no, nor when nobody can say, and the next still is', async () => {
    const { connection, wire } = line()
    const unknown = soon()
    connection.hold('t', Buffer.from('refused'), false)
    connection.hold('t', Buffer.from('unknown'), unknown.answer)
    connection.hold('t', Buffer.from('allowed'), true)
    unknown.fail(new Error('the store does not answer'))
    await settle()
    expect([wire.said(), connection.holding]).toEqual([['t allowed'], false])
  })

  test('M-07 M-08 one message of any size may wait for it', async () => {
    const { connection, wire, breaches } = line({ limits: { waitingBytes: 10 } })
    connection.hold('t', Buffer.alloc(50, 'x'), Promise.resolve(true))
    await settle()
    expect([breaches, wire.said()]).toEqual([[], [`t ${'x'.repeat(50)}`]])
  })

  test('M-08 may be so many bytes, and is not counted any more once it was delivered', async () => {
    const { connection, wire, breaches } = line({ limits: { waitingBytes: 10 } })
    connection.hold('t', Buffer.alloc(10, 'x'), true)
    await settle()
    connection.hold('t', Buffer.alloc(9, 'x'), true)
    connection.hold('t', Buffer.alloc(1, 'x'), true)
    expect(breaches).toEqual([])
    connection.hold('t', Buffer.alloc(1, 'x'), true)
    expect([breaches, wire.over]).toEqual([['slow reader'], 'killed'])
  })
})
