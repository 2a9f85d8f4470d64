/** A PUBLISH of QoS 0 (MQTT 3.1.1 §3.3), for messages that do not take the broker's way. */
export function encodePublish(topic: string, payload: Buffer): Buffer {
  const name = Buffer.from(topic)
  const length = [2 + name.length + payload.length]
  for (let last = length[0] ?? 0; last >= 128; last = length.at(-1) ?? 0) {
    length[length.length - 1] = (last % 128) + 128
    length.push(Math.floor(last / 128))
  }
  const head = Buffer.from([0x30, ...length, name.length >> 8, name.length & 255])
  return Buffer.concat([head, name, payload])
}
