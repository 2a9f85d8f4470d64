import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { Json } from '#server/http/openapi.ts'
import { root } from '../../http/kit.ts'
import { sampleOf } from '../../http/operations.ts'
import { Browser, deviceOf, remoteGateway, Street } from '../homes-kit.ts'
import { WAIT } from '../peer.ts'

/** Every command that people may send: what is added later is in this table at once. */
const commands = Object.entries(asyncapi.components.messages).flatMap(([name, message]) =>
  message['x-kind'] === 'command' && 'x-policy' in message && message['x-policy'] === 'gateway'
    ? [
        {
          name,
          changes: message['x-changes'],
          kept: 'x-answered-by' in message,
          params: message.payload as Json,
        },
      ]
    : [],
)

/** With the parts that other files describe in their places. */
function whole(schema: Json, file = ''): Json {
  const { $ref: from } = schema as { $ref?: string }
  if (from !== undefined) {
    const [other, pointer = ''] = from.replace(/^\.\.\//, '').split('#')
    const at = other || file
    const found: unknown = JSON.parse(readFileSync(join(root, 'schemas', at), 'utf8'))
    const part = pointer
      .split('/')
      .slice(1)
      .reduce((one, name) => (one as Record<string, unknown>)[name], found)
    return whole(part as Json, at)
  }
  const { properties } = schema as { properties?: Record<string, Json> }
  if (!properties) return schema
  const parts = Object.entries(properties).map(([name, part]) => [name, whole(part, file)] as const)
  return { ...schema, properties: Object.fromEntries(parts) }
}

const lamp = deviceOf('SWI100', 'lamp')
/** Params that the command would accept; the plainest ones where it does not matter what they say. */
const paramsOf = ({ name, params }: { name: string; params: Json }): unknown =>
  name === 'set_service_property_value'
    ? { device_id: 'lamp', service_name: 'SwitchService', property_name: 'state', property_value: true }
    : sampleOf(whole(params))

/** Thousands of answers, each there within a millisecond or two. */
const AT_ONCE = { ...WAIT, interval: 1 }

type State = readonly [name: string, facts: Partial<Gateway>, code: number, message: string]

/** In the order of the decisions; each state also holds what comes after it, so that the order shows. */
const states: readonly State[] = [
  [
    'replacing',
    { replacementInProgress: true, firmwareUpgradeInProgress: true },
    409,
    'The gateway is being replaced',
  ],
  [
    'upgrading',
    { firmwareUpgradeInProgress: true, backupRestoreInProgress: true },
    409,
    'The firmware is being upgraded',
  ],
  [
    'restoring',
    { backupRestoreInProgress: true, subscriptionLockMode: 1 },
    409,
    'A backup is being restored',
  ],
  [
    'subscription locked',
    { subscriptionLockMode: 2, lockStatus: 2 ** 31 },
    403,
    'The subscription is locked',
  ],
  ['PIN locked', { lockStatus: 2 ** 31 + 3, privileged: true }, 403, 'The gateway is locked by its PIN'],
  [
    'privileged',
    { privileged: true, privilegedBy: 'somebody', operationMode: 2 },
    -1,
    'Privileged mode is active',
  ],
  ['restricted', { operationMode: 2 }, 403, 'The gateway is in restricted mode'],
  [
    'restricted in the highest modes too',
    { operationMode: 2 ** 32 - 1 },
    403,
    'The gateway is in restricted mode',
  ],
]

/** A gateway of its own counts what it was asked to do. */
interface Place {
  browser: Browser
  done(): number
}

let street: Street
beforeAll(async () => {
  street = await Street.open()
})
afterAll(() => street.close())

async function hosted(facts: Partial<Gateway>): Promise<Place> {
  const { serialNumber, owner, driver } = await street.home([lamp], facts)
  return { browser: await Browser.at(street.world, owner, serialNumber), done: () => driver.orders.length }
}

async function elsewhere(facts: Partial<Gateway>): Promise<Place> {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { ...facts, connectionStatus: 'offline' })
  const { driver } = await remoteGateway(world, serialNumber, [lamp])
  await vi.waitFor(
    async () => expect((await world.store.gateways.find(serialNumber))?.connectionStatus).toBe('online'),
    WAIT,
  )
  return { browser: await Browser.at(world, owner, serialNumber), done: () => driver.orders.length }
}

describe.each([
  ['inside the server', hosted],
  ['of its own', elsewhere],
])('Z-08 a gateway %s', (_where, place) => {
  // 1.9-034 1.9-035
  test.each(states)(
    'Z-08 that is %s refuses what changes something, and answers what asks',
    async (_name, facts, code, message) => {
      const { browser, done } = await place(facts)
      for (const command of commands) {
        const answer = await browser.ask(command.name, paramsOf(command), AT_ONCE)
        if (command.changes) expect(answer, command.name).toMatchObject({ code, message })
        else expect([0, 404], command.name).toContain(answer.code)
      }
      expect(done()).toBe(0)
    },
  )

  test('Z-08 that is privileged obeys the one who holds the mode, and nobody else', async () => {
    const { browser, done } = await place({})
    const { serialNumber, visitor } = browser
    const { store } = street.world
    const order = () =>
      browser.ask('set_service_property_value', {
        device_id: 'lamp',
        service_name: 'SwitchService',
        property_name: 'state',
        property_value: true,
      })
    await store.gatewayLife.takePrivilege(serialNumber, visitor.userId)
    expect(await order()).toMatchObject({ code: 0 })
    expect(done()).toBe(1)
    await store.gatewayLife.endPrivilege(serialNumber)
    await store.gatewayLife.takePrivilege(serialNumber, await street.world.user())
    expect(await order()).toMatchObject({ code: -1, message: 'Privileged mode is active' })
    expect(done()).toBe(1)
  })

  test('Z-08 what only the server may ask for is no command of people', async () => {
    const { browser, done } = await place({})
    for (const [name, params] of [
      ['reboot', {}],
      ['factory_reset', {}],
      ['upgrade_firmware', { version: '9' }],
      ['cancel_firmware', {}],
      ['set_gateway_operation_mode', { mode: 0 }],
    ] as const)
      expect(await browser.ask(name, params)).toMatchObject({ code: 404 })
    expect(done()).toBe(0)
  })
})

/** Answered by the life of gateways, which these homes do without. */
const OF_THEIR_LIFE = new Set(['check_upgrade', 'privileged_mode'])

test('Z-08 a gateway that is offline answers nothing but that; what it did is known by the server', async () => {
  const { world } = street
  const owner = await world.user()
  const serialNumber = await world.gateway(owner, { connectionStatus: 'offline' })
  const browser = await Browser.at(world, owner, serialNumber)
  for (const command of commands)
    expect(await browser.ask(command.name, paramsOf(command)), command.name).toMatchObject(
      command.kept && !command.changes
        ? { code: OF_THEIR_LIFE.has(command.name) ? 404 : 0 }
        : { code: 503, message: 'The gateway is offline' },
    )
})
