import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import vocabulary from '#catalogue/scenes/vocabulary.json' with { type: 'json' }
import { createHome, type HomeCore } from '#gateway/core/home.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import { createZigbee2MqttDriver } from '#gateway/drivers/zigbee2mqtt/driver.ts'
import { openMqttPort } from '#gateway/node/mqtt-port.ts'
import type { SceneVocabulary } from '#schemas/generated/definitions/scene-vocabulary.ts'
import type { BackupRadios } from '#schemas/generated/entities/backup-radios.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { firmwareImage, NEW_VERSION } from '../../e2e/peers/zigbee2mqtt/image.ts'
import { start, type Zigbee2Mqtt } from '../../e2e/peers/zigbee2mqtt/start.ts'
import { MemoryStore, type SentEvent } from '../gateway/kit.ts'

const hue = '0x0017880100000001'
const plug = '0x0017880100000002'
const unknown = '0x00aabbcc00000007'
const soon = { timeout: 60_000, interval: 50 }

const events: SentEvent[] = []
let peer: Zigbee2Mqtt | undefined
let missing = ''
let home: HomeCore
let group = ''

const ask = (command: string, params: object = {}) =>
  home.handle({ id: randomUUID(), session: 's', command, params }, { userId: 'anna' })
const set = (device_id: string, service_name: string, property_name: string, property_value: unknown) =>
  ask('set_service_property_value', { device_id, service_name, property_name, property_value })
const device = (id: string) => home.devices().find((one) => one.id === id)
const property = (id: string, service: string, name: string) =>
  device(id)
    ?.service_list.find((one) => one.name === service)
    ?.property_list.find((one) => one.name === name)
const told = (event: string) => events.filter((one) => one.event === event).map(({ data }) => data)
const confirmed = (id: string) =>
  vi.waitFor(() => {
    const ended = told('order_ended').filter(({ request }) => request === id)
    expect(ended).toMatchObject([{ outcome: 'confirmed' }])
  }, soon)

beforeAll(async () => {
  const started = await start()
  if ('missing' in started) {
    missing = started.missing
    return
  }
  peer = started
  const rules = (await openCatalogue('catalogue')).rules()
  home = createHome({
    serialNumber: 'REAL-3',
    scenes: vocabulary as SceneVocabulary,
    clock: systemClock,
    store: new MemoryStore(),
    transport: { event: (event) => void events.push(event as SentEvent) },
    drivers: [createZigbee2MqttDriver({ mqtt: openMqttPort({ url: started.mqttUrl }), rules })],
  })
  await home.start()
  await started.join('hue', 'plug', 'unknown')
  await vi.waitFor(
    () => expect([hue, plug, unknown].map((id) => device(id)?.status)).toEqual([2, 2, 2]),
    soon,
  )
}, 240_000)

afterAll(async () => {
  await home?.stop()
  await peer?.stop()
}, 30_000)

describe('what the real Zigbee2MQTT does itself', { timeout: 120_000 }, () => {
  beforeEach((context) => {
    // Without the registry there is no program to test with: that is said, and counted.
    if (missing) context.skip(missing)
  })

  test('a group of two lamps is made, is a lamp with both as members, and obeys', async () => {
    const made = await ask('create_group', { name: 'Küche', device_ids: [hue, unknown] })
    expect(made).toMatchObject({ code: 0 })
    group = String((made.data as { device_id: string }).device_id)
    await vi.waitFor(
      () => expect(property(group, 'GroupService', 'members')?.value).toEqual([hue, unknown]),
      soon,
    )
    expect(device(group)).toMatchObject({ device_name: 'Küche', class: 'group' })
    const { id, code } = await set(group, 'LightService', 'state', 'ON')
    expect(code).toBe(0)
    await confirmed(id)
    expect(property(group, 'LightService', 'state')?.value).toBe('ON')
  })

  test('a member leaves the group by its list', async () => {
    const { id } = await set(group, 'GroupService', 'members', [hue])
    await confirmed(id)
    await vi.waitFor(() => expect(property(group, 'GroupService', 'members')?.value).toEqual([hue]), soon)
  })

  test('the group is renamed, then removed by force, and gone', async () => {
    expect(await ask('set_device_name', { device_id: group, name: 'Stube' })).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(device(group)?.device_name).toBe('Stube'), soon)
    expect(await ask('force_remove_node', { device_id: group })).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(device(group)).toBeUndefined(), soon)
  })

  test('the network is mapped on demand: each device has its way', async () => {
    expect(await ask('map_network')).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(told('network_map_changed').at(-1)).toMatchObject({ status: 'done' }), soon)
    for (const id of [hue, unknown])
      expect(device(id)).toMatchObject({ route: [], routeTimestamp: expect.any(String) })
  })

  test('it gives the backup of its radio network as a zip, with the network in it', async () => {
    const { code, data } = await ask('get_radio_backup')
    expect(code).toBe(0)
    const [radio, ...others] = (data as BackupRadios).radios
    expect([radio?.name, others]).toEqual(['zigbee2mqtt', []])
    const files = unzipSync(Buffer.from(radio?.zip ?? '', 'base64'))
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['configuration.yaml', 'database.db']))
    expect(strFromU8(files['database.db'] ?? new Uint8Array())).toContain(hue)
  })

  test('a device is bound to another one by what it has to tell, the bond is listed, and taken back', async () => {
    const bindings = () => property(plug, 'BindingService', 'bindings')?.value
    const bound = () => expect.objectContaining({ cluster: 'genOnOff', to: device(hue)?.device_name })
    const bond = { to: hue, clusters: ['genOnOff'] }
    const { id, code } = await set(plug, 'BindingService', 'bind', bond)
    expect(code).toBe(0)
    await vi.waitFor(() => {
      expect(told('order_ended').filter(({ request }) => request === id)).toMatchObject([
        { outcome: 'taken' },
      ])
      expect(bindings()).toEqual(expect.arrayContaining([bound()]))
    }, soon)
    expect((await set(plug, 'BindingService', 'unbind', bond)).code).toBe(0)
    await vi.waitFor(() => expect(bindings()).not.toEqual(expect.arrayContaining([bound()])), soon)
  })

  test('firmware of a lamp is looked for, loaded over the air to its end, and the lamp starts anew with it', async () => {
    const firmware = (name: string) => property(hue, 'FirmwareService', name)?.value
    const { id: check, code } = await set(hue, 'FirmwareService', 'check_update', 'check')
    expect(code).toBe(0)
    await vi.waitFor(() => expect(told('order_ended').map(({ request }) => request)).toContain(check), soon)
    await vi.waitFor(() => expect(firmware('update_state')).toBe('available'), soon)
    expect([firmware('installed_version'), firmware('latest_version')]).toEqual(['256', String(NEW_VERSION)])

    const { id: install } = await set(hue, 'FirmwareService', 'install_update', 'install')
    await vi.waitFor(() => expect(firmware('update_state')).toBe('updating'), soon)
    await vi.waitFor(
      () =>
        expect(told('order_ended').filter(({ request }) => request === install)).toMatchObject([
          { outcome: 'taken' },
        ]),
      soon,
    )
    await vi.waitFor(
      () =>
        expect([firmware('update_state'), firmware('installed_version')]).toEqual([
          'idle',
          String(NEW_VERSION),
        ]),
      soon,
    )
    // Every block went over the air, and the lamp tells of its new firmware.
    const blocks = ((await peer?.received()) ?? []).filter(
      ({ device: name, command }) => name === 'hue' && command === 'imageBlockResponse',
    )
    const loaded = blocks.reduce((sum, { payload }) => sum + Number(payload.dataSize), 0)
    expect(loaded).toBe(firmwareImage().length)
    await vi.waitFor(() => expect(device(hue)?.firmwareVersion).toBe(String(NEW_VERSION)), soon)
    // Nothing newer is there now.
    await set(hue, 'FirmwareService', 'check_update', 'check')
    await vi.waitFor(() => expect(firmware('update_state')).toBe('idle'), soon)
  })
})
