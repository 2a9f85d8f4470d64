import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import { createZigbee2MqttDriver } from '#gateway/drivers/zigbee2mqtt/driver.ts'
import { openMqttPort } from '#gateway/node/mqtt-port.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { start, type Zigbee2Mqtt } from '../../e2e/peers/zigbee2mqtt/start.ts'
import { MemoryStore, type SentEvent } from '../gateway/kit.ts'

const plug = '0x0017880100000002'
const hue = '0x0017880100000001'
const soon = { timeout: 60_000, interval: 50 }

const events: SentEvent[] = []
let peer: Zigbee2Mqtt | undefined
let missing = ''
let home: HomeCore

const world = (): Zigbee2Mqtt => {
  if (!peer) throw new Error('Zigbee2MQTT does not run')
  return peer
}
const ask = (command: string, params: object = {}) =>
  home.handle({ id: randomUUID(), session: 's', command, params }, { userId: 'anna' })
const told = (event: string) => events.filter((one) => one.event === event).map(({ data }) => data)
/** Zigbee2MQTT is asked only once it is known to be there. */
const opened = () =>
  vi.waitFor(async () => {
    const answer = await ask('open_network', { type: 'inclusion', network: 'zigbee' })
    expect(answer).toMatchObject({ code: 0, data: { timeout: 180 } })
  }, soon)
const closed = () =>
  vi.waitFor(async () => expect((await ask('network_timeout')).data).toMatchObject({ state: 'closed' }), soon)

beforeAll(async () => {
  const started = await start()
  if ('missing' in started) {
    missing = started.missing
    return
  }
  peer = started
  const rules = (await openCatalogue('catalogue')).rules()
  home = createHome({
    serialNumber: 'REAL-2',
    scenes: vocabulary as SceneVocabulary,
    clock: systemClock,
    store: new MemoryStore(),
    transport: { event: (event) => void events.push(event as SentEvent) },
    drivers: [createZigbee2MqttDriver({ mqtt: openMqttPort({ url: started.mqttUrl }), rules })],
  })
  await home.start()
}, 240_000)

afterAll(async () => {
  await home?.stop()
  await peer?.stop()
}, 30_000)

describe('devices that join the real Zigbee2MQTT', { timeout: 180_000 }, () => {
  beforeEach((context) => {
    // Without the registry there is no program to test with: that is said, and counted.
    if (missing) context.skip(missing)
  })

  test('the network opens, two devices join at once, each found, interviewed and added; then it closes', async () => {
    await opened()
    await world().join('plug', 'hue')
    await vi.waitFor(
      () =>
        expect(told('device_added').map(({ device_id }) => device_id)).toEqual(
          expect.arrayContaining([plug, hue]),
        ),
      soon,
    )
    for (const address of [plug, hue]) {
      const steps = told('adding_device_in_progress').filter((one) => one.address === address)
      expect(steps.map(({ status }) => status)).toEqual(['found', 'interviewing'])
    }
    expect(home.devices().find(({ id }) => id === plug)).toMatchObject({ class: 'SP600' })
    await ask('close_network')
    await closed()
  })

  test('devices are removed from its network, one that is dead by force', async () => {
    expect(await ask('remove_failed_node', { device_id: plug })).toMatchObject({ code: 0 })
    expect(home.devices().map(({ id }) => id)).toEqual([hue])
    await world().dead('hue', true)
    expect(await ask('force_remove_node', { device_id: hue })).toMatchObject({ code: 0 })
    expect(home.devices()).toEqual([])
    expect(told('device_removed').map(({ device_id }) => device_id)).toEqual([plug, hue])
  })
})
