import { describe, expect, test } from 'vitest'
import { line, turn } from '../../../tests/channel/memory-wire.ts'
import { topics } from '../../lib/channel/topics.ts'

const EVENTS = topics.events('GW1')
let seq = 0
const changeOf = (device: string, value: unknown = 1): object => ({
  event: `device_${device}_property_changed`,
  seq: ++seq,
  data: { device_id: device, service_name: 'S', property_name: 'p', property_value: value },
})

/** A client that shows the value of a lamp, and of which a moment ago something else was told. */
async function shows(...values: string[]) {
  const { connection, wire, clock } = line({ who: { kind: 'user', userId: 'anna', sessionKey: 'desk' } })
  connection.shows(EVENTS, values)
  const say = (...events: object[]): void => {
    for (const event of events) connection.deliver(EVENTS, Buffer.from(JSON.stringify(event)))
  }
  /** What it was told, message by message. */
  const told = (): unknown[] =>
    wire.said().map((text) => {
      const [topic, ...body] = text.split(' ')
      return topic === EVENTS ? JSON.parse(body.join(' ')) : topic
    })
  return { connection, wire, clock, say, told }
}

describe('values that a client does not show (decision 0292)', () => {
  test('the first in a quiet home is told at once, the next ones together, in their order', async () => {
    const { clock, say, told } = await shows('lamp/S/p')
    const [first, ...next] = [changeOf('a'), changeOf('b'), changeOf('a', 2), changeOf('c')]
    say(first as object, ...next)
    expect(told()).toEqual([first])
    await clock.pass(249)
    expect(told()).toHaveLength(1)
    await clock.pass(1)
    expect(told()).toEqual([first, next])
    await clock.pass(250)
    const later = changeOf('d')
    say(later)
    expect(told().at(-1)).toEqual(later)
  })

  test('a value that it shows, and whatever is no value, is told at once, after all that waited', async () => {
    const { clock, say, told } = await shows('lamp/S/p')
    const [first, waits, lamp, other, status] = [
      changeOf('a'),
      changeOf('b'),
      changeOf('lamp'),
      changeOf('b', 2),
      { event: 'device_status_changed', seq: ++seq, data: { device_id: 'b', status: 5 } },
    ]
    say(first, waits, lamp, other, status)
    expect(told()).toEqual([first, [waits], lamp, [other], status])
    await clock.pass(1000)
    expect(told()).toHaveLength(5)
  })

  test('an answer comes after the events that were said before it', async () => {
    const { connection, say, told } = await shows()
    const [first, waits] = [changeOf('a'), changeOf('b')]
    say(first, waits)
    connection.tell('answers', Buffer.from('{}'))
    expect(told()).toEqual([first, [waits], 'answers'])
  })

  test('another property of the same device is another value', async () => {
    const { say, told } = await shows('lamp/S/p')
    const elsewhere = {
      ...changeOf('lamp'),
      data: { device_id: 'lamp', service_name: 'S', property_name: 'q' },
    }
    say(changeOf('a'), elsewhere)
    expect(told()).toHaveLength(1)
  })

  test('much leaves before its time', async () => {
    const { say, told } = await shows()
    say(changeOf('a'), ...Array.from({ length: 40 }, () => changeOf('b', 'x'.repeat(1000))))
    expect(told().length).toBeGreaterThan(2)
    expect(told().flat().length).toBeGreaterThan(30)
  })

  test('who shows something else loses nothing, and who no longer says what he shows hears all at once', async () => {
    const { connection, say, told } = await shows()
    const [first, waits, then, last] = [changeOf('a'), changeOf('b'), changeOf('c'), changeOf('d')]
    say(first, waits)
    connection.shows(EVENTS, ['c/S/p'])
    expect(told()).toEqual([first, [waits]])
    say(then)
    connection.shows(EVENTS, undefined)
    say(last, last)
    expect(told()).toEqual([first, [waits], then, last, last])
  })

  test('whoever is sent away is told nothing that waited', async () => {
    const { connection, clock, say, told } = await shows()
    say(changeOf('a'), changeOf('b'))
    connection.dismiss()
    await turn()
    await clock.pass(1000)
    expect(told()).toHaveLength(1)
  })

  test('what comes while rights are looked up keeps its place', async () => {
    const { connection, clock, say, told } = await shows()
    const [first, held, after] = [changeOf('a'), changeOf('b'), changeOf('c')]
    say(first)
    connection.hold(EVENTS, Buffer.from(JSON.stringify(held)), Promise.resolve(true))
    connection.hold(EVENTS, Buffer.from(JSON.stringify(after)), true)
    await turn()
    await clock.pass(250)
    expect(told()).toEqual([first, [held, after]])
  })
})
