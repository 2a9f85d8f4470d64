import type { PublishPacket, Subscription } from 'aedes'
import { describe, expect, test } from 'vitest'
import type { Principal } from '#server/channel/principal.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { line } from '../memory-wire.ts'
import { anna, clientOf, gateway, world } from './authorizer-kit.ts'

const EVENTS = topics.events('GW1')

describe('M-02 what a client shows of a home', () => {
  const INTEREST = topics.interest('GW1', 'anna')
  const lamp = (value: number) =>
    Buffer.from(
      JSON.stringify({
        event: 'device_lamp_property_changed',
        seq: value,
        data: { device_id: 'lamp', service_name: 'S', property_name: 'p', property_value: value },
      }),
    )

  /** Says it, and is then told three values of a lamp in a row. */
  async function says(interest: unknown, more: { who?: Principal; topic?: string; retain?: boolean } = {}) {
    const { who = anna, topic = INTEREST, retain = false } = more
    const { authorizer, noted } = world()
    const { connection, wire, clock } = line({ who })
    const payload = JSON.stringify(interest)
    const packet = { topic, payload, retain } as PublishPacket
    await new Promise((resolve) => authorizer.authorizePublish(clientOf(connection), packet, resolve))
    let asItIs = 0
    for (const value of [1, 2, 3]) asItIs += Number(authorizer.forward(connection, EVENTS, lamp(value)))
    await clock.pass(1000)
    return { topic: packet.topic, size: packet.payload.length, asItIs, messages: wire.said().length, noted }
  }

  test('M-02 is kept with its connection, and heard by nobody', async () => {
    const shown = await says({ values: ['lamp/S/p'] })
    expect(shown).toMatchObject({ topic: '$refused', size: 0, noted: [], asItIs: 0, messages: 3 })
    expect(await says({ values: [] })).toMatchObject({ asItIs: 0, messages: 2 })
    expect(await says({})).toMatchObject({ asItIs: 3, messages: 0 })
  })

  test.each([
    ['in the name of somebody else', { topic: topics.interest('GW1', 'beat') }, 'denied publish'],
    ['of a home of somebody else', { topic: topics.interest('GW2', 'anna') }, 'denied publish'],
    ['to be kept for later', { retain: true }, 'denied publish'],
    ['as a gateway', { who: gateway }, 'denied publish'],
  ])('M-02 is not taken %s', async (_what, more, why) => {
    expect(await says({ values: [] }, more)).toMatchObject({ topic: '$refused', noted: [why] })
  })

  test.each([[[]], [7], [null], [{ values: 'lamp/S/p' }], [{ values: [1] }], [{ value: [] }]])(
    'M-02 that is none is noted, and changes nothing: %j',
    async (interest) => {
      expect(await says(interest)).toMatchObject({ noted: ['malformed interest'], asItIs: 3 })
    },
  )

  test('M-02 is not to be listened to', async () => {
    const { connection } = line({ who: anna })
    const { authorizer, noted } = world()
    const granted = await new Promise((resolve) =>
      authorizer.authorizeSubscribe(
        clientOf(connection),
        { topic: INTEREST, qos: 0 } as Subscription,
        (_, one) => resolve(one),
      ),
    )
    expect([granted, noted]).toEqual([null, ['denied subscribe']])
  })
})
