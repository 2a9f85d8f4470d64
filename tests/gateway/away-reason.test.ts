import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createHomeAssistantDriver } from '#gateway/drivers/homeassistant/driver.ts'
import { createTasmotaDriver } from '#gateway/drivers/tasmota/driver.ts'
import { createZigbee2MqttDriver } from '#gateway/drivers/zigbee2mqtt/driver.ts'
import { awayReason } from '#gateway/lib/gateways/away-reason.ts'
import { HandBroker } from './hand-broker.ts'
import { discoveredHome } from './homeassistant-kit.ts'
import { homeWith } from './kit.ts'
import { settle } from './test-clock.ts'
import { bridgedHome, rules } from './zigbee2mqtt-kit.ts'

const plug = '0x0017880100000002'

describe('a home without devices', () => {
  test('radios 9 says that its bridge is silent on a broker that is there, and that it has come', async () => {
    const { home, clock, says, mqtt } = await bridgedHome()
    expect(home.bridges()).toEqual([])
    await clock.pass(10_000)
    expect(home.bridges()).toEqual([{ bridge: 'zigbee2mqtt', reason: awayReason.bridge }])
    await says('bridge/state', { state: 'online' })
    expect(home.bridges()).toEqual([])
    mqtt.connected(false)
    await clock.pass(10_000)
    expect(home.bridges()).toEqual([{ bridge: 'zigbee2mqtt', reason: awayReason.broker }])
    mqtt.connected(true)
    await clock.pass(10_000)
    expect(home.bridges()).toEqual([{ bridge: 'zigbee2mqtt', reason: awayReason.bridge }])
  })

  test('radios 9 says that its broker never came, with every driver', async () => {
    for (const make of [createTasmotaDriver, createHomeAssistantDriver, createZigbee2MqttDriver]) {
      const mqtt = new HandBroker()
      const { home, clock } = await homeWith([], { drivers: [make({ mqtt, rules })] })
      // As a port that tries again and again says it.
      for (let attempt = 0; attempt < 3; attempt++) {
        mqtt.connected(false)
        await clock.pass(5000)
      }
      expect(home.bridges().map(({ reason }) => reason)).toEqual([awayReason.broker])
    }
  })

  test('radios 9 tells it once, to those who look and to those who ask', async () => {
    const { clock, events, home } = await bridgedHome()
    await clock.pass(60_000)
    expect(events.filter(({ event }) => event === 'bridges_changed').map(({ data }) => data)).toEqual([
      { bridges: home.bridges() },
    ])
  })
})

describe('a device that cannot be reached although nothing is wrong with it', () => {
  test('says whether the bridge or its broker is missing, and forgets it when they are back', async () => {
    const { play, says, mqtt, clock, device } = await bridgedHome()
    await play(34_000)
    const standing = () => ({ status: device(plug)?.status, reason: device(plug)?.status_reason })
    expect(standing().reason).toBeUndefined()

    await says('bridge/state', { state: 'offline' })
    expect(standing()).toEqual({ status: 5, reason: awayReason.bridge })
    mqtt.connected(false)
    await clock.pass(10_000)
    expect(standing()).toEqual({ status: 5, reason: awayReason.bridge })
    mqtt.connected(true)
    await says('bridge/state', { state: 'online' })
    expect(standing().status).not.toBe(5)
    expect(standing().reason).toBeUndefined()

    mqtt.connected(false)
    await clock.pass(10_000)
    expect(standing()).toEqual({ status: 5, reason: awayReason.broker })
    mqtt.connected(true)
    await says('bridge/state', { state: 'online' })
    expect(standing().reason).toBeUndefined()
  })

  test('is told so by discovery, too', async () => {
    const { says, broker, clock, device } = await discoveredHome()
    await says('homeassistant/switch/thing/config', {
      unique_id: 'u1',
      command_topic: 'thing/set',
      state_topic: 'thing/state',
      device: { identifiers: ['thing'], name: 'Thing' },
    })
    expect(device('thing')?.status_reason).toBeUndefined()
    broker.connected(false)
    await clock.pass(10_000)
    expect(device('thing')).toMatchObject({ status: 5, status_reason: awayReason.broker })
    broker.connected(true)
    await clock.pass(1)
    expect(device('thing')?.status_reason).toBeUndefined()
    expect(device('thing')?.status).not.toBe(5)
  })

  test('is told so by Tasmota, too, also one that is described while the broker is away', async () => {
    const broker = new HandBroker()
    const { home, clock } = await homeWith([], { drivers: [createTasmotaDriver({ mqtt: broker, rules })] })
    const [config] = JSON.parse(readFileSync('tests/fixtures/tasmota/washer.json', 'utf8')) as [
      { topic: string; payload: object },
    ]
    const washer = () => home.devices()[0]
    broker.say(config.topic, config.payload)
    await settle()
    expect(washer()).toBeDefined()
    expect(washer()?.status_reason).toBeUndefined()

    broker.connected(false)
    await clock.pass(10_000)
    expect(washer()).toMatchObject({ status: 5, status_reason: awayReason.broker })
    broker.say(config.topic, { ...config.payload, dn: 'Renamed' })
    await settle()
    expect(washer()).toMatchObject({ status: 5, status_reason: awayReason.broker })
    broker.connected(true)
    await settle()
    expect(washer()?.status_reason).toBeUndefined()
    expect(washer()?.status).not.toBe(5)
  })
})
