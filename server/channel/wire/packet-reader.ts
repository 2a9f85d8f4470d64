import { Breach } from '../guard/breach.ts'

const CONNECT = 1
/** Single bytes may arrive one by one: so many parts are put together before they cost more than the packet. */
const PARTS = 64

/**
 * Cuts a byte stream into whole MQTT packets. Length and order are judged by the fixed header, before a byte of the
 * body is kept: a stranger can make nobody hold more than `firstBytes`.
 */
export class PacketReader {
  #parts: Buffer[] = []
  #size = 0
  /** Length of the packet that is arriving, header included; 0 while unknown. */
  #due = 0
  #first = true
  readonly #firstBytes: number
  readonly #laterBytes: number

  constructor(firstBytes: number, laterBytes: number) {
    this.#firstBytes = firstBytes
    this.#laterBytes = laterBytes
  }

  read(chunk: Buffer): Buffer[] {
    this.#parts.push(chunk)
    this.#size += chunk.length
    const whole: Buffer[] = []
    while (this.#size > 0) {
      this.#due ||= this.#lengthOf(this.#start())
      if (this.#due === 0 || this.#size < this.#due) break
      whole.push(this.#take(this.#due))
      this.#due = 0
    }
    if (this.#parts.length > PARTS) this.#join()
    return whole
  }

  /** Judges the fixed header; 0 while it isn't complete. */
  #lengthOf(start: Buffer): number {
    const type = start.readUInt8(0) >> 4
    if (this.#first !== (type === CONNECT))
      throw new Breach(this.#first ? 'first packet is no CONNECT' : 'second CONNECT')
    const cap = this.#first ? this.#firstBytes : this.#laterBytes
    let length = 0
    for (let at = 1; at < start.length; at++) {
      const byte = start.readUInt8(at)
      length += (byte & 127) * 128 ** (at - 1)
      if (length > cap) throw new Breach('packet too large')
      if (byte < 128) {
        this.#first = false
        return at + 1 + length
      }
      if (at === 4) throw new Breach('malformed length')
    }
    return 0
  }

  /** At most the five bytes of a fixed header. */
  #start(): Buffer {
    const [head] = this.#parts
    if (head && head.length >= 5) return head.subarray(0, 5)
    return this.#join().subarray(0, 5)
  }

  #take(length: number): Buffer {
    const all = this.#join()
    const rest = all.subarray(length)
    this.#parts = rest.length > 0 ? [rest] : []
    this.#size = rest.length
    return all.subarray(0, length)
  }

  #join(): Buffer {
    const [only] = this.#parts
    const all = only && this.#parts.length === 1 ? only : Buffer.concat(this.#parts)
    this.#parts = [all]
    return all
  }
}
