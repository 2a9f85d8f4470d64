import mqtt, { type Packet } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { encodePublish } from './publish-bytes.ts'

// Where the length of the packet gets one byte more: 128, 16384 and 2097152, less the topic and its length.
test.each([0, 124, 125, 126, 16_380, 16_381, 2_097_148, 2_097_149])(
  'M-07 a message of %i bytes is what any client reads',
  (size) => {
    const read: Packet[] = []
    const parser = mqtt.parser()
    parser.on('packet', (packet) => read.push(packet))
    const payload = Buffer.alloc(size, 7)
    parser.parse(encodePublish('é', payload))
    expect(read).toHaveLength(1)
    expect(read[0]).toMatchObject({ cmd: 'publish', topic: 'é', qos: 0, retain: false, dup: false })
    expect(read[0] && 'payload' in read[0] && payload.equals(read[0].payload as Buffer)).toBe(true)
  },
)

test('M-07 a topic longer than 255 bytes has a length of two', () => {
  const read: Packet[] = []
  const parser = mqtt.parser()
  parser.on('packet', (packet) => read.push(packet))
  parser.parse(encodePublish('t'.repeat(300), Buffer.from('x')))
  expect(read[0]).toMatchObject({ topic: 't'.repeat(300) })
})
