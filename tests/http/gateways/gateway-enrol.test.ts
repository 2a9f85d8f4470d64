import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { lamp } from '../../gateway/kit.ts'
import { terminal } from '../../support/surroundings.ts'
import { callerOf, device, Listener, quickSite, settled } from '../gateway-kit.ts'
import { newFolder, root, type Site } from '../kit.ts'

const SN = 'BOARD-1'
const built = { serialNumber: SN, secureId: 'ON-ITS-LABEL', model: 'DOC400' }
const soon = { timeout: 25_000, interval: 50 }
type Caller = Awaited<ReturnType<typeof callerOf>>

const folder = newFolder()
let site: Site
let home: Caller
let guest: Caller
let admin: Caller
let child: ChildProcess
let said = ''

beforeAll(async () => {
  writeFileSync(join(folder, 'devices.json'), JSON.stringify([{ device: lamp() }]))
  site = await quickSite({}, { GATEHOUSE_GATEWAY_PORT: '0' })
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-owner-0')
  admin = await callerOf(site, 'demo-admin')
})
afterAll(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The gateway as a process of its own; it knows what stands on its label and nothing else. */
function begin(): void {
  const where = ['--broker', `mqtt://127.0.0.1:${site.running.gatewayPort}`, '--server', site.url]
  const files = ['--devices', join(folder, 'devices.json'), '--data', join(folder, 'data')]
  child = spawn(
    process.execPath,
    [join(root, 'gateway/main.ts'), ...where, '--serial', SN, '--driver', 'virtual', ...files],
    {
      env: { ...terminal, GATEHOUSE_SECURE_ID: built.secureId },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)))
}

const record = async (): Promise<Gateway | undefined> => site.store.gateways.find(SN)
const announced = (secureId = built.secureId) =>
  guest('POST', '/udm/device/announce', { serialNumber: SN, secureId })
const wish = (userId: string) => ({ serialNumber: SN, userId, name: 'Keller', secureId: built.secureId })
const isOnline = (yes: boolean) =>
  vi.waitFor(async () => {
    if (((await record())?.connectionStatus === 'online') !== yes) throw new Error(said)
  }, soon)

describe('a gateway that was built comes to its owner', () => {
  test('an administrator registers it; until then nobody can be assigned it, and it is told nothing', async () => {
    expect((await announced()).status).toBe(404)
    expect((await home('PUT', device('/assign', SN), wish('demo-home'))).status).toBe(404)
    expect((await admin('POST', '/udm/device/upload/one', built)).json()).toEqual({
      imported: 1,
      serialNumber: SN,
    })
    const twice = await admin('POST', '/udm/device/upload/one', built)
    expect(twice.status).toBe(409)
    expect(twice.json()).toMatchObject([{ errorCode: 'SERIAL_NUMBER_TAKEN', field: '/serialNumber' }])
    expect((await announced()).json()).toEqual({ assigned: false })
    expect((await announced('GUESSED')).status).toBe(404)
    expect(JSON.stringify(await record())).not.toContain(built.secureId)
  })

  // 1.7-051
  test('once it is assigned it is given its secret, once, and signs in by itself', async () => {
    begin()
    await vi.waitFor(() => expect(said).toContain('nobody has been assigned'), soon)
    expect((await home('PUT', device('/assign', SN), wish('demo-home'))).status).toBe(200)
    await isOnline(true)
    expect((await announced()).json()).toEqual({ assigned: true })
    expect(statSync(join(folder, 'data', 'secret')).mode & 0o077).toBe(0)
    expect(said).not.toContain(built.secureId)
    await vi.waitFor(async () => {
      const { devices } = (await home('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>()
      expect(devices).toMatchObject([{ device: { id: 'lamp' } }])
    }, soon)
    // It said itself what runs on it.
    await vi.waitFor(async () => expect((await record())?.currentFWVersion).toMatch(/^\d+\.\d+/), soon)
  })

  // 1.7-045
  test('it restarts when its owner asks for it', async () => {
    const listener = await Listener.of(site, 'demo-home')
    expect((await home('POST', device('/reboot', SN))).status).toBe(202)
    const heard = await listener.heard('gateway_connection_changed', 2)
    expect(heard.map(({ data }) => data)).toMatchObject([
      { serialNumber: SN, connectionStatus: 'offline' },
      { serialNumber: SN, connectionStatus: 'online' },
    ])
  })

  // 1.4-020
  test('an administrator repairs it: it is started anew with what it knew, and its people see so meanwhile', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    await listener.ask(SN, 'set_device_name', { device_id: 'lamp', name: 'Leselampe' })
    const before = (await home('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>()
    // What an interrupted upgrade has left.
    await site.store.gateways.setState(SN, { firmwareUpgradeInProgress: true })
    expect((await home('POST', device('/repair', SN))).status).toBe(403)
    expect((await admin('POST', device('/repair', SN))).status).toBe(202)
    // A real process: on a machine that is busy with others its start takes long.
    await vi.waitFor(
      async () => {
        if (await site.store.gatewayJobs.find(SN)) throw new Error(said)
      },
      { timeout: 70_000, interval: 100 },
    )
    const told = await listener.heard('backup_progress', 2)
    expect(told.map(({ data }) => data)).toEqual([
      { serialNumber: SN, status: 'inProgress' },
      { serialNumber: SN, status: 'restoreCompleted' },
    ])
    expect((await listener.heard('gateway_connection_changed', 2)).map(({ data }) => data)).toMatchObject([
      { connectionStatus: 'offline' },
      { connectionStatus: 'online' },
    ])
    await settled(site, SN)
    expect(await record()).toMatchObject({
      connectionStatus: 'online',
      backupRestoreInProgress: false,
      firmwareUpgradeInProgress: false,
    })
    await vi.waitFor(async () => {
      const after = (await home('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>()
      expect(after.devices).toMatchObject([{ device: { id: 'lamp', device_name: 'Leselampe' } }])
      expect(after.seq).toBeGreaterThan(before.seq)
    }, soon)
  })

  // 2.7-058
  test('it is told in which mode it works and keeps that; what changed while it was away it learns when it is back', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    const modeSaid = async () =>
      (
        (await listener.ask(SN, 'get_platform_info')) as {
          data?: { gateway: { operation_mode?: number } }
        }
      ).data?.gateway.operation_mode
    expect(await modeSaid()).toBe(0)
    const bridge = (remoteBridge: number) => home('PUT', device('/operationMode', SN), { remoteBridge })
    expect((await bridge(1)).json()).toMatchObject({ operationMode: 1 })
    expect(await modeSaid()).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await isOnline(false)
    await site.store.gateways.setState(SN, { operationMode: 0 })
    begin()
    await isOnline(true)
    await vi.waitFor(async () => expect(await modeSaid()).toBe(0), soon)
  })

  // 1.7-046
  test('a factory reset lets it forget names; its devices are what they are', async () => {
    const listener = await Listener.of(site, 'demo-home', SN)
    await listener.ask(SN, 'set_device_name', { device_id: 'lamp', name: 'Stehlampe' })
    const nameOf = async () =>
      (await home('GET', `/home/${SN}/snapshot`)).json<HomeSnapshot>().devices[0]?.device.device_name
    await vi.waitFor(async () => expect(await nameOf()).toBe('Stehlampe'), soon)
    expect((await home('POST', device('/factoryReset', SN), { serialNumber: SN })).status).toBe(202)
    await listener.heard('gateway_connection_changed', 2)
    await vi.waitFor(async () => expect(await nameOf()).toBe(lamp().device_name), soon)
    expect(listener.ofHome(SN, 'device_removed')).toHaveLength(1)
  })

  test('it cannot change its own program: an upgrade fails in words, and stands in the way of nothing', async () => {
    await site.store.firmware.create({
      id: 'next',
      model: 'DOC400',
      version: '99.0.0',
      description: 'Next',
      at: site.now,
    })
    const listener = await Listener.of(site, 'demo-home')
    const gatewayID = (await record())?._id
    expect((await home('POST', device('/firmware', SN), { gatewayID, campaignID: 'next' })).status).toBe(202)
    const told = await listener.heard('firmware_progress', 2)
    expect(told.map(({ data }) => data)).toMatchObject([{ status: 'accepted' }, { status: 'failed' }])
    await settled(site, SN)
    expect((await record())?.firmwareUpgradeInProgress).toBe(false)
  })

  test('with its owner its secret goes: it is cut off, and comes back with a new one for the next owner', async () => {
    await home('PUT', device('/unassign', SN))
    await isOnline(false)
    await vi.waitFor(() => expect(existsSync(join(folder, 'data', 'secret'))).toBe(false), soon)
    expect((await guest('PUT', device('/assign', SN), wish('demo-owner-0'))).status).toBe(200)
    await isOnline(true)
    expect((await home('GET', device('/checkConnectionStatus', SN))).status).toBe(404)
  })

  test('when it is gone, it is told that it is gone', async () => {
    child.kill('SIGKILL')
    await isOnline(false)
    const answer = await guest('POST', device('/reboot', SN))
    expect(answer.json()).toMatchObject([{ errorCode: 'GATEWAY_OFFLINE' }])
  })
})
