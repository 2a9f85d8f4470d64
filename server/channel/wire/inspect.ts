import { isUtf8 } from 'node:buffer'
import { Breach } from '../guard/breach.ts'

const TOPIC_BYTES = 256
const TOPIC_LEVELS = 10
const FILTERS_PER_PACKET = 50

/** Reads the fields of one packet; running out of bytes is a breach like any other. */
class Cursor {
  readonly #packet: Buffer
  at: number

  constructor(packet: Buffer) {
    this.#packet = packet
    this.at = 1
    while (this.byte() >= 128);
  }

  get done(): boolean {
    return this.at >= this.#packet.length
  }

  byte(): number {
    if (this.done) throw new Breach('packet too short')
    return this.#packet.readUInt8(this.at++)
  }

  short(): number {
    return this.byte() * 256 + this.byte()
  }

  bytes(): Buffer {
    const length = this.short()
    const end = this.at + length
    if (end > this.#packet.length) throw new Breach('packet too short')
    const part = this.#packet.subarray(this.at, end)
    this.at = end
    return part
  }

  /** MQTT-1.5.3-1, MQTT-1.5.3-2: text is UTF-8 without NUL. aedes doesn't look. */
  text(): Buffer {
    const part = this.bytes()
    if (part.includes(0)) throw new Breach('NUL in text')
    if (!isUtf8(part)) throw new Breach('invalid UTF-8')
    return part
  }

  topic(): void {
    const topic = this.text()
    if (topic.length === 0) throw new Breach('empty topic')
    if (topic.length > TOPIC_BYTES) throw new Breach('topic too long')
    let levels = 1
    for (const byte of topic) if (byte === 0x2f) levels++
    if (levels > TOPIC_LEVELS) throw new Breach('topic too deep')
  }
}

/** Refuses what the broker's own parser lets pass: MQTT 3.1.1 §1.5.3 (text), §2.3.1 (packet ids), §3 (who sends what). */
export function inspect(packet: Buffer): void {
  const first = packet.readUInt8(0)
  const at = new Cursor(packet)
  switch (first >> 4) {
    case 1:
      return inspectConnect(at)
    case 3:
      return inspectPublish(at, (first >> 1) & 3)
    case 8:
    case 10:
      return inspectFilters(at, first >> 4 === 8)
    case 4:
    case 5:
    case 6:
    case 7:
      if (at.short() === 0) throw new Breach('packet id 0')
      return
    case 12:
    case 14:
      if (!at.done) throw new Breach('body where none belongs')
      return
    default:
      throw new Breach('packet that clients do not send')
  }
}

/** CONNACK "unacceptable protocol level", MQTT-3.1.2-2. */
const OTHER_LEVEL = Buffer.from([0x20, 2, 0, 1])

function inspectConnect(at: Cursor): void {
  const protocol = at.text().toString()
  if (protocol !== 'MQTT' || at.byte() !== 4) throw new Breach('not MQTT 3.1.1', OTHER_LEVEL)
  const flags = at.byte()
  at.short()
  at.text()
  if (flags & 0x04) {
    at.topic()
    at.bytes()
  }
  if (flags & 0x80) at.text()
  if (flags & 0x40) at.bytes()
  if (!at.done) throw new Breach('bytes after the end')
}

function inspectPublish(at: Cursor, qos: number): void {
  if (qos === 3) throw new Breach('QoS 3')
  at.topic()
  if (qos > 0 && at.short() === 0) throw new Breach('packet id 0')
}

function inspectFilters(at: Cursor, withQos: boolean): void {
  if (at.short() === 0) throw new Breach('packet id 0')
  let filters = 0
  while (!at.done) {
    if (++filters > FILTERS_PER_PACKET) throw new Breach('too many filters')
    at.topic()
    if (withQos && at.byte() > 2) throw new Breach('QoS 3')
  }
  if (filters === 0) throw new Breach('no filter')
}
