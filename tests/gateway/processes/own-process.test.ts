import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { issueGatewaySecret } from '#server/auth/gateway-secret.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { SERVER } from '#server/homes/asker.ts'
import { type Homes, openHomes } from '#server/homes/homes.ts'
import { World } from '../../channel/kit.ts'
import { terminal } from '../../support/surroundings.ts'
import { lamp } from '../kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-gateway-'))
const soon = { timeout: 25_000, interval: 50 }
let world: World
let homes: Homes
let serialNumber: string
let secret: string
let said = ''
let gateway: ChildProcess

function begin(withSecret = secret): ChildProcess {
  const args = [
    '--broker',
    `mqtt://127.0.0.1:${world.broker.tcp?.port}`,
    '--serial',
    serialNumber,
    '--driver',
    'virtual',
  ]
  const files = ['--devices', join(folder, 'devices.json'), '--data', join(folder, 'data')]
  const child = spawn(process.execPath, ['gateway/main.ts', ...args, ...files], {
    env: { ...terminal, GATEHOUSE_GATEWAY_SECRET: withSecret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)))
  return child
}

const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') =>
  new Promise((done) => {
    child.once('exit', done)
    child.kill(signal)
  })

beforeAll(async () => {
  writeFileSync(join(folder, 'devices.json'), JSON.stringify([{ device: lamp() }]))
  world = await World.open({ tcp: { port: 0 } })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  homes = await openHomes({
    store: world.store,
    broker: world.broker,
    catalogue: await openCatalogue('catalogue'),
    rights: world.rights,
    log,
    inside: () => undefined,
  })
  serialNumber = await world.gateway(await world.user())
  secret = await issueGatewaySecret(world.store.gateways, serialNumber)
  gateway = begin()
}, 30_000)

afterAll(async () => {
  if (gateway.exitCode === null && gateway.signalCode === null) await end(gateway, 'SIGKILL')
  await homes.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a gateway that is a process of its own', () => {
  test('signs in with serial number and secret, and its devices are there', async () => {
    await vi.waitFor(async () => {
      const snapshot = await homes.snapshot(serialNumber)
      expect(snapshot, said).toMatchObject({
        online: true,
        total: 1,
        devices: [{ device: { id: 'lamp', device_name: 'Lamp' } }],
      })
    }, soon)
  })

  // 3.1-004
  test('tells the server how it is set up, and is set up anew while it is marked as being restored', async () => {
    const content = async (): Promise<HomeContent> => {
      const { code, data } = await homes.order(serialNumber, SERVER, 'get_backup', {})
      expect(code).toBe(0)
      return (data as { content: HomeContent }).content
    }
    const before = await content()
    expect(before.devices).toMatchObject([{ device_id: 'lamp' }])
    await world.store.gateways.setState(serialNumber, { backupRestoreInProgress: true })
    const floors = [
      {
        floor_id: 'f',
        floor_name: 'Estrich',
        rooms: [{ room_id: 'r', room_name: 'Büro', devices: ['lamp'] }],
      },
    ]
    const wanted = { ...before, floors }
    const restored = await homes.order(serialNumber, SERVER, 'restore_backup', {
      content: wanted,
      base: before,
    })
    expect(restored.code).toBe(0)
    expect(await content()).toEqual(wanted)
    expect((await homes.order(serialNumber, 'somebody', 'add_floor', { floor_name: 'X' })).code).toBe(409)
    expect(
      (await homes.order(serialNumber, SERVER, 'restore_backup', { content: before, base: wanted })).code,
    ).toBe(0)
    await world.store.gateways.setState(serialNumber, { backupRestoreInProgress: false })
  })

  test('is offline for everybody when it is killed, and comes back with what it knew', async () => {
    const before = await homes.snapshot(serialNumber)
    await end(gateway, 'SIGKILL')
    await vi.waitFor(async () => expect((await homes.snapshot(serialNumber))?.online).toBe(false), soon)
    gateway = begin()
    await vi.waitFor(async () => {
      const after = await homes.snapshot(serialNumber)
      expect(after?.online, said).toBe(true)
      // L-04: its numbers never go backwards.
      expect(after?.seq).toBeGreaterThan(before?.seq ?? 0)
    }, soon)
  })

  test('says goodbye when it is stopped', async () => {
    await end(gateway, 'SIGTERM')
    await vi.waitFor(async () => expect((await homes.snapshot(serialNumber))?.online).toBe(false), soon)
    expect(gateway.exitCode).toBe(0)
  })

  test('with a wrong secret stays outside, and says so', async () => {
    said = ''
    gateway = begin('wrong')
    await vi.waitFor(() => expect(said).toContain('Gatehouse refused the connection'), soon)
    expect((await homes.snapshot(serialNumber))?.online).toBe(false)
  })
})
