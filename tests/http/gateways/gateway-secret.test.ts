import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { HomeSnapshot } from '#schemas/generated/entities/home-snapshot.ts'
import { lamp } from '../../gateway/kit.ts'
import { terminal } from '../../support/surroundings.ts'
import { newFolder, Site } from '../kit.ts'

const serialNumber = 'GW-OF-ITS-OWN'
const folder = newFolder()
const children: ChildProcess[] = []
let site: Site
let admin: string
let owner: string

beforeAll(async () => {
  writeFileSync(join(folder, 'devices.json'), JSON.stringify([{ device: lamp() }]))
  site = await Site.open({ GATEHOUSE_GATEWAY_PORT: '0' })
  admin = await site.sessionOf('demo-admin')
  owner = await site.sessionOf('demo-home')
  await site.store.gateways.create({
    _id: serialNumber,
    serialNumber,
    name: 'Keller',
    model: 'DOC400',
    type: 'oemg',
    userId: 'demo-home',
    connectionStatus: 'offline',
    operationMode: 0,
    subscriptionLockMode: 0,
  })
})

afterAll(async () => {
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null || child.signalCode !== null) return undefined
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      return ended
    }),
  )
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const issue = (sn: string) =>
  site.call('POST', `/api/udm/device/${sn}/secret`, { headers: { sessionId: admin } })

/** A gateway as a process of its own; gives what it has said so far. */
function begin(secret: string): () => string {
  const args = ['--broker', `mqtt://127.0.0.1:${site.running.gatewayPort}`, '--serial', serialNumber]
  const files = ['--devices', join(folder, 'devices.json'), '--data', join(folder, 'data')]
  const child = spawn(process.execPath, ['gateway/main.ts', ...args, '--driver', 'virtual', ...files], {
    env: { ...terminal, GATEHOUSE_GATEWAY_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)))
  return () => said
}

const snapshot = async () =>
  (await site.get(`/api/home/${serialNumber}/snapshot`, owner)).json<HomeSnapshot>()
const soon = { timeout: 20_000, interval: 50 }

describe('the secret of a gateway of its own', () => {
  test('is issued by an administrator, lets the gateway in, and is worthless once there is a newer one', async () => {
    const first = (await issue(serialNumber)).json<{ secret: string }>().secret
    const saidWithFirst = begin(first)
    await vi.waitFor(
      async () =>
        expect(await snapshot(), saidWithFirst()).toMatchObject({
          online: true,
          devices: [{ device: { id: 'lamp' } }],
        }),
      soon,
    )

    const second = (await issue(serialNumber)).json<{ secret: string }>().secret
    expect(second).not.toBe(first)
    // Thrown out at once, and not let in again.
    await vi.waitFor(async () => expect((await snapshot()).online).toBe(false), soon)
    await vi.waitFor(() => expect(saidWithFirst()).toContain('Gatehouse refused the connection'), soon)

    const saidWithSecond = begin(second)
    await vi.waitFor(async () => expect((await snapshot()).online, saidWithSecond()).toBe(true), soon)
  })

  test('is written down nowhere: the database keeps a hash, the audit only who asked for it', async () => {
    const { secret } = (await issue(serialNumber)).json<{ secret: string }>()
    expect(await site.store.gateways.secretHash(serialNumber)).not.toContain(secret)
    const rows = await site.store.audit.list({ what: 'issueGatewaySecret', gateway: serialNumber, limit: 10 })
    expect(rows[0]).toMatchObject({ who: 'demo-admin', result: 'ok' })
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('there is none for a gateway that does not exist', async () => {
    expect((await issue('GW-NOWHERE')).status).toBe(404)
  })
})
