import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import { systemClock } from '#gateway/core/system-clock.ts'
import { bridgeDriver } from '#gateway/node/bridges.ts'
import { readCatalogueRules } from '#gateway/node/catalogue-rules.ts'
import { isolatedDriver } from '#gateway/node/isolated/driver.ts'

const soon = { timeout: 25_000, interval: 20 }
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A home that only listens, as the core would. */
function listening() {
  const devices = new Map<string, { status: number }>()
  const values = new Map<string, unknown>()
  const malformed = new Set<string>()
  const logged: string[] = []
  const bridge: (number | undefined)[] = []
  const host: DriverHost = {
    clock: systemClock,
    upsert: ({ id, status }) => void devices.set(id, { status }),
    remove: (id) => void devices.delete(id),
    inventory: () => {},
    link: () => {},
    report: ({ device, service, property, value }) =>
      void values.set(`${device}/${service}/${property}`, value),
    status: ({ device, status }) => void devices.set(device, { status }),
    bridge: (reason) => void bridge.push(reason),
    last: () => 'before',
    failed: () => {},
    joining: () => {},
    joined: () => {},
    joinFailed: () => {},
    notes: () => undefined,
    note: async () => {},
    log: (_level, message) => void logged.push(message),
    malformed: (source) => void malformed.add(source),
  }
  return { host, devices, values, malformed, logged, bridge }
}

async function started(driver: Driver) {
  const home = listening()
  await driver.start(home.host)
  ends.push(() => driver.stop())
  return home
}

const stuck = (announced: readonly string[]) =>
  isolatedDriver({
    name: 'stuck',
    entry: new URL('../stuck-thread.ts', import.meta.url),
    options: { announced },
    deadline: 400,
    memory: 64,
  })

const order = (value: unknown) => ({
  id: 'one',
  device: 'decent lamp',
  service: 'LightService',
  property: 'state',
  value: value as string,
})

describe('V-04 a driver in a thread of its own', () => {
  test.each(['endless', 'hoarding'])(
    'goes on without what is %s, and says what it left alone',
    async (work) => {
      const { devices, malformed } = await started(stuck(['decent lamp', `${work} thing`, 'decent plug']))
      await vi.waitFor(() => expect([...devices.keys()]).toEqual(['decent lamp', 'decent plug']), soon)
      expect(malformed).toContain(`${work} thing`)
      await vi.waitFor(() => expect(devices.get('decent lamp')).toEqual({ status: 2 }), soon)
    },
  )

  test('leaves everybody else their time while one of its messages takes too long', async () => {
    let turns = 0
    const counting = setInterval(() => (turns += 1), 5)
    const { devices } = await started(stuck(['endless one', 'endless two', 'decent lamp']))
    await vi.waitFor(() => expect(devices.has('decent lamp')).toBe(true), soon)
    clearInterval(counting)
    expect(turns).toBeGreaterThan(20)
  })

  test('answers orders, with what the home remembers and with the reason of a refusal', async () => {
    const driver = stuck(['decent lamp'])
    const { values } = await started(driver)
    await driver.set(order('on'))
    expect(values.get('decent lamp/LightService/state')).toEqual(['on', 'before'])
    await expect(driver.set(order('refuse'))).rejects.toThrow('No')
  })

  test('refuses the orders that were on their way when it ended, and takes the next', async () => {
    const driver = stuck(['decent lamp'])
    const { devices, values } = await started(driver)
    await expect(driver.set(order('endless'))).rejects.toThrow('started anew')
    expect(devices.get('decent lamp')).toEqual({ status: 5 })
    await vi.waitFor(() => expect(devices.get('decent lamp')).toEqual({ status: 2 }), soon)
    await driver.set(order('off'))
    expect(values.get('decent lamp/LightService/state')).toEqual(['off', 'before'])
  })

  test('ends with its driver and is not started again', async () => {
    const driver = stuck(['decent lamp'])
    const { logged } = await started(driver)
    await driver.stop()
    await expect(driver.set(order('on'))).rejects.toThrow('not started')
    expect(logged).toEqual([])
  })
})

describe('a broker that cannot be reached', () => {
  test.each(['homeassistant', 'zigbee2mqtt', 'tasmota'] as const)(
    'is named in the log of %s, without its password',
    async (name) => {
      const server = createServer()
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      await new Promise((closed) => server.close(closed))
      const logged: unknown[] = []
      const log: DriverHost['log'] = (...said) => void logged.push(said)
      const address = new URL(`mqtt://someone:secret@127.0.0.1:${port}`)
      const driver = (await bridgeDriver(name, { address, rules: readCatalogueRules, beside: [], log }))()
      ends.push(() => driver.stop())
      await driver.start({ ...listening().host, log })
      await vi.waitFor(
        () =>
          expect(logged).toContainEqual([
            'warn',
            `The broker of ${name} cannot be reached`,
            { broker: `127.0.0.1:${port}`, error: expect.stringContaining('ECONNREFUSED') },
          ]),
        soon,
      )
      expect(JSON.stringify(logged)).not.toContain('secret')
    },
  )
})

const tower = (name: string, levels: number) =>
  `{% set ${name} = 1 %}${`{% set ${name}=[${Array.from({ length: 10 }, () => name).join()}] %}`.repeat(levels)}`

describe('V-04 a hostile announcement that the broker keeps', () => {
  test.each([
    ['comparing', `${tower('a', 9)}${tower('b', 9)}{{ a == b }}`],
    ['writing JSON', `${tower('a', 6)}{{ a | tojson }}`],
  ])('by %s keeps nobody from anything, also after a restart', async (_what, template) => {
    const aedes = await Aedes.createBroker()
    const server = createServer(aedes.handle)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(
      () => new Promise((done) => server.close(done)),
      () => new Promise((done) => aedes.close(() => done(undefined))),
    )
    const keep = (topic: string, payload: string) =>
      new Promise((done) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain: true, dup: false },
          done,
        ),
      )
    const announce = (id: string, value_template: string) =>
      keep(
        `homeassistant/sensor/${id}/config`,
        JSON.stringify({
          unique_id: id,
          state_topic: `${id}/state`,
          unit_of_measurement: 'W',
          device_class: 'power',
          value_template,
          device: { identifiers: [id], name: id },
        }),
      )
    await announce('evil', template)
    await announce('good', '{{ value_json.power * 2 }}')
    await keep('evil/state', '{"power":1}')
    await keep('good/state', '{"power":21}')
    const make = await bridgeDriver('homeassistant', {
      address: new URL(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`),
      rules: readCatalogueRules,
      beside: [{ name: 'homeassistant' }],
      log: () => {},
    })
    for (let start = 0; start < 2; start += 1) {
      const driver = make()
      const { devices, values, malformed, host } = { ...listening() }
      await driver.start(host)
      await vi.waitFor(() => expect([...values]).toContainEqual([expect.stringMatching(/^good\//), 42]), soon)
      await vi.waitFor(() => expect([...malformed]).toContain('evil/state'), soon)
      expect([...devices.keys()].sort()).toEqual(['evil', 'good'])
      await driver.stop()
    }
  })
})
