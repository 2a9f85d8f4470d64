import { describe, expect, test } from 'vitest'
import { PacketReader } from './packet-reader.ts'

const CONNECT = 0x10
const PUBLISH = 0x30

/** A packet of this type whose body has so many bytes. */
function packet(first: number, body: number): Buffer {
  const length: number[] = []
  let left = body
  do {
    const rest = Math.floor(left / 128)
    length.push((left % 128) + (rest > 0 ? 128 : 0))
    left = rest
  } while (left > 0)
  return Buffer.concat([Buffer.from([first, ...length]), Buffer.alloc(body, 7)])
}

/** One that has let the CONNECT pass. */
function later(first = 10, most = 20_000): PacketReader {
  const reader = new PacketReader(first, most)
  expect(reader.read(packet(CONNECT, 1))).toEqual([packet(CONNECT, 1)])
  return reader
}

describe('M-06 a stream is cut into whole packets', () => {
  test.each([0, 1, 2, 3, 4, 5, 127, 128, 129, 16_383, 16_384])('M-06 a body of %i bytes', (body) => {
    const whole = packet(PUBLISH, body)
    expect(later().read(whole)).toEqual([whole])
    const bytewise = later()
    const found = [...whole].flatMap((byte) => bytewise.read(Buffer.from([byte])))
    expect(found).toEqual([whole])
  })

  test('M-06 several at once, and the last in two halves', () => {
    const reader = later()
    const [one, two, three] = [packet(PUBLISH, 3), packet(0xc0, 0), packet(PUBLISH, 200)]
    const all = Buffer.concat([one, two, three])
    expect(reader.read(all.subarray(0, all.length - 1))).toEqual([one, two])
    expect(reader.read(all.subarray(all.length - 1))).toEqual([three])
    expect(reader.read(Buffer.alloc(0))).toEqual([])
    expect(reader.read(one)).toEqual([one])
  })
})

describe('M-06 a packet is judged by its first bytes', () => {
  test('M-06 the first packet may have so many bytes, and no more', () => {
    expect(new PacketReader(10, 5).read(packet(CONNECT, 10))).toHaveLength(1)
    const tooLarge = packet(CONNECT, 11).subarray(0, 2)
    expect(() => new PacketReader(10, 50).read(tooLarge)).toThrow('packet too large')
  })

  test('M-06 later ones have a limit of their own', () => {
    expect(later(10, 300).read(packet(PUBLISH, 300))).toHaveLength(1)
    expect(() => later(10, 300).read(packet(PUBLISH, 301).subarray(0, 3))).toThrow('packet too large')
  })

  test('M-06 the first is a CONNECT, and none after it is', () => {
    expect(() => new PacketReader(10, 10).read(Buffer.from([PUBLISH]))).toThrow('first packet is no CONNECT')
    expect(() => later().read(Buffer.from([CONNECT]))).toThrow('second CONNECT')
  })

  test('M-06 a CONNECT of which only a part has come is still the first', () => {
    const reader = new PacketReader(10, 10)
    const whole = packet(CONNECT, 4)
    expect(reader.read(whole.subarray(0, 1))).toEqual([])
    expect(reader.read(whole.subarray(1))).toEqual([whole])
  })

  test('M-06 a length of five bytes is none, however small', () => {
    const four = Buffer.from([PUBLISH, 128, 128, 128, 0])
    expect(later().read(four)).toEqual([four])
    expect(() => later().read(Buffer.from([PUBLISH, 128, 128, 128, 128]))).toThrow('malformed length')
  })

  test('M-06 three bytes of a length say nothing yet', () => {
    const reader = later()
    expect(reader.read(Buffer.from([PUBLISH, 128, 128]))).toEqual([])
    expect(reader.read(Buffer.from([0]))).toEqual([Buffer.from([PUBLISH, 128, 128, 0])])
  })
})
