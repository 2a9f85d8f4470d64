import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import asyncapi from '#schemas/channel/asyncapi.json' with { type: 'json' }
import type { Event } from '#schemas/generated/channel.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoPin, demoSecureId } from '#server/demo/life.ts'
import { topics } from '#server/lib/channel/topics.ts'
import { ajvWithSchemas } from '../../../scripts/gen/validators.ts'
import { WAIT } from '../../channel/peer.ts'
import { callerOf, device, Listener, quickSite, recordOf, settled, snapshotFor } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'
import { settingsFile } from '../oauth-kit.ts'

type Caller = Awaited<ReturnType<typeof callerOf>>

let site: Site
let home: Caller
let guest: Caller
let carer: Caller
let admin: Caller
beforeAll(async () => {
  site = await quickSite(
    {},
    { GATEHOUSE_SETTINGS: settingsFile({ RPL_GTW: true, HIDE_SENSITIVE_DATA: true }) },
  )
  home = await callerOf(site, 'demo-home')
  guest = await callerOf(site, 'demo-guest')
  carer = await callerOf(site, 'demo-support')
  admin = await callerOf(site, 'demo-admin')
})
afterAll(() => site.close())

const bodies = new Map(
  Object.entries(asyncapi.components.messages).flatMap(([, message]) =>
    message['x-kind'] === 'event' ? [[message.name, message.payload] as const] : [],
  ),
)
const ajv = ajvWithSchemas()

/** What is wrong with the body of an event, by the document that describes it. */
function fault({ event, data }: Event): string {
  const payload = bodies.get(event)
  if (!payload) return `${event} is not described`
  const schema = JSON.parse(JSON.stringify(payload).replaceAll('"../entities/', '"entities/')) as object
  const check = ajv.compile(schema)
  return check(data) ? '' : `${event}: ${ajv.errorsText(check.errors)}`
}

const four = async (): Promise<[Listener, Listener, Listener, Listener]> => [
  await Listener.of(site, 'demo-home', SN),
  await Listener.of(site, 'demo-guest', SN),
  await Listener.of(site, 'demo-admin'),
  await Listener.of(site, 'demo-owner-0', SN),
]

/** Who hears what: each case does something, and names the event that it leads to. */
const cases: readonly (readonly [event: string, act: () => Promise<unknown>])[] = [
  ['gateway_changed', () => home('PUT', device('/rename'), { name: 'Neuer Name' })],
  ['gateway_mode_changed', () => admin('PUT', device('/restricted'), { restricted: true })],
  ['gateway_mode_changed', () => admin('PUT', device('/restricted'), { restricted: false })],
  ['privilege_changed', () => carer('POST', device('/activatePrivilege'))],
  ['privilege_changed', () => home('POST', device('/deactivatePrivilege'))],
  ['lock_changed', () => home('POST', device('/activateGtwPinLockedMode'), {})],
  ['lock_changed', () => home('POST', device('/deactivateGtwPinLockedMode'), { pin: demoPin })],
  ['gateway_connection_changed', () => home('POST', device('/reboot'))],
  [
    'firmware_progress',
    () => home('POST', device('/firmware'), { gatewayID: 'demo-gateway', campaignID: 'autumn-doc400' }),
  ],
  ['subscription_changed', () => home('POST', '/subs/deactivate', { serialNumber: SN })],
]

test('Z-03 a guest does not begin the privileged mode, which would keep the owner out; owner, support and administrators do', async () => {
  expect((await guest('POST', device('/activatePrivilege'))).json()).toMatchObject([
    { errorCode: 'UDM_NOT_YOUR_DEVICE' },
  ])
  expect((await site.store.gateways.find(SN))?.privileged).not.toBe(true)
  for (const caller of [home, carer, admin]) {
    expect((await caller('GET', device('/checkUserPrivilegeMode'))).json()).toMatchObject({ allowed: true })
    expect((await caller('POST', device('/activatePrivilege'))).status).toBe(204)
    expect((await home('POST', device('/deactivatePrivilege'))).status).toBe(204)
  }
})

describe('Z-02 what happens to a gateway is heard by those who may use it, by administrators, and by nobody else', () => {
  // 1.4-041
  test.each(cases)('Z-02 %s', async (event, act) => {
    const [owner, linked, chief, stranger] = await four()
    await act()
    for (const listener of [owner, linked]) await listener.heard(event)
    await vi.waitFor(() => expect(chief.admins(event)).not.toEqual([]), WAIT)
    await settled(site)
    for (const listener of [owner, linked, chief, stranger]) await listener.quiet()
    expect(stranger.own()).toEqual([])
    expect([stranger, owner, linked].flatMap((one) => one.admins())).toEqual([])
    const all = [...owner.own(), ...linked.own(), ...chief.own(), ...chief.admins()]
    expect(all.map(fault).filter(Boolean)).toEqual([])
    // Z-05: what lists do not show, events do not either.
    expect(JSON.stringify(all)).not.toMatch(/Seraina|Bühler|home@gatehouse\.test/)
    for (const listener of [owner, linked, chief, stranger]) listener.peer.kill()
  })
})

describe('Z-07 who loses a gateway loses it at once', () => {
  const wish = (userId: string) => ({
    serialNumber: SN,
    userId,
    name: 'Lindenweg 14',
    secureId: demoSecureId,
  })
  const again = async () => {
    await admin('PUT', device('/unassign'))
    expect((await home('PUT', device('/assign'), wish('demo-home'))).status).toBe(200)
    await site.store.gateways.setState(SN, { subscriptionLockMode: 0 })
  }
  // 1.7-052
  test.each([
    ['unassigned by its owner', 'gateway_unassigned', () => home('PUT', device('/unassign'))],
    ['unassigned by an administrator', 'gateway_unassigned', () => admin('PUT', device('/unassign'))],
    ['removed by its owner', 'gateway_removed', () => home('DELETE', device(''))],
  ] as const)(
    'Z-07 a gateway that is %s: told once, then silence, on the channel and over HTTP',
    async (_how, event, act) => {
      await again()
      const [owner, linked, chief, stranger] = await four()
      await home('POST', device('/activatePrivilege'))
      expect((await act()).status).toBe(204)
      for (const listener of [owner, linked]) {
        const [told] = await listener.heard(event)
        expect(told?.data).toEqual({ serialNumber: SN })
      }
      await vi.waitFor(() => expect(chief.admins('gateway_counts')).not.toEqual([]), WAIT)
      // What comes later is heard by nobody who has no right any more.
      const count = [owner, linked].map((one) => one.own().length)
      await admin('PUT', device('/restricted'), { restricted: true })
      await admin('PUT', device('/restricted'), { restricted: false })
      await vi.waitFor(() => expect(chief.admins('gateway_mode_changed')).toHaveLength(2), WAIT)
      for (const listener of [owner, linked, stranger]) await listener.quiet()
      expect([owner, linked].map((one) => one.own().length)).toEqual(count)
      expect(stranger.own()).toEqual([])
      for (const listener of [owner, linked]) {
        expect(await listener.peer.subscribe(topics.events(SN))).toEqual([128])
        expect(await listener.ask(SN, 'get_layout').catch(() => ({ code: 403 }))).toMatchObject({ code: 403 })
      }
      for (const caller of [home, guest]) expect((await caller('GET', device('/hg'))).status).toBe(404)
      expect((await home('GET', `/udm/device/hg/${SN}/info`)).status).toBe(404)
      expect((await site.store.gateways.find(SN))?.privileged).toBe(false)
      for (const listener of [owner, linked, chief, stranger]) listener.peer.kill()
    },
  )
  // 1.7-054
  test('Z-07 a user who is disconnected loses live connections and privileged mode, and stays signed in', async () => {
    await again()
    const [owner, linked] = await four()
    await site.store.gatewayLife.takePrivilege(SN, 'demo-guest')
    expect(
      (await guest('POST', '/udm/device/disconnectUser', { serialNumber: SN, userId: 'demo-home' })).status,
    ).toBe(403)
    expect(
      (await home('POST', '/udm/device/disconnectUser', { serialNumber: SN, userId: 'demo-guest' })).status,
    ).toBe(204)
    await linked.peer.gone()
    expect(linked.own('session_ended')).toEqual([])
    expect(owner.peer.closed).toBe(false)
    expect((await guest('GET', device('/checkUserPrivilegeMode'))).json()).toEqual({
      privileged: false,
      byMe: false,
      allowed: false,
    })
    const back = await Listener.of(site, 'demo-guest', SN)
    expect(await back.ask(SN, 'ping')).toMatchObject({ code: 0 })
    for (const listener of [owner, back]) listener.peer.kill()
  })
})

describe('privileged mode', () => {
  // 1.7-048 1.7-049 1.7-055 1.7-056
  test('one user works alone: others are refused, and hear who it is; the check tells whose it is', async () => {
    const [owner, linked] = await four()
    expect((await home('POST', device('/activatePrivilege'))).status).toBe(204)
    expect((await home('POST', device('/activatePrivilege'))).status).toBe(204)
    expect((await carer('POST', device('/activatePrivilege'))).json()).toMatchObject([
      { errorCode: 'PRIVILEGED' },
    ])
    expect((await guest('POST', device('/deactivatePrivilege'))).status).toBe(403)
    const [told, ...more] = await linked.heard('privilege_changed')
    expect(told?.data).toEqual({ serialNumber: SN, privileged: true, userId: 'demo-home' })
    expect(more).toEqual([])
    expect((await home('GET', device('/checkGtwPrivilegeMode'))).json()).toEqual({ privileged: false })
    expect((await guest('GET', device('/checkGtwPrivilegeMode'))).json()).toEqual({ privileged: true })
    expect((await home('GET', device('/checkUserPrivilegeMode'))).json()).toEqual({
      privileged: true,
      byMe: true,
      allowed: true,
    })
    const rename = { device_id: 'none', name: 'x' }
    expect(await linked.ask(SN, 'set_device_name', rename)).toMatchObject({ code: -1 })
    expect(await owner.ask(SN, 'set_device_name', rename)).toMatchObject({ code: 404 })
    await home('POST', device('/deactivatePrivilege'))
    for (const listener of [owner, linked]) listener.peer.kill()
  })
})

test('privileged mode of somebody who may no longer use the gateway is in nobody’s way', async () => {
  await site.store.gatewayLife.takePrivilege(SN, 'demo-owner-0')
  expect((await guest('GET', device('/checkGtwPrivilegeMode'))).json()).toEqual({ privileged: true })
  expect((await carer('POST', device('/activatePrivilege'))).status).toBe(204)
  expect((await carer('GET', device('/checkUserPrivilegeMode'))).json()).toEqual({
    privileged: true,
    byMe: true,
    allowed: true,
  })
  await carer('POST', device('/deactivatePrivilege'))
})

describe('replacement', () => {
  const make = async (serialNumber: string, facts: object = {}) =>
    site.store.gateways.create({
      _id: serialNumber,
      serialNumber,
      name: 'Ersatz',
      model: 'DOC400',
      type: 'vg',
      userId: null,
      connectionStatus: 'online',
      currentFWVersion: '4.19.0',
      operationMode: 0,
      subscriptionLockMode: 0,
      ...facts,
    })

  const wish = { userId: 'demo-home', serialNumber: SN, type: 'manual', snapshotName: 'Vor dem Ausfall' }
  let made: Promise<string> | undefined
  const point = (): Promise<string> => {
    made ??= home('POST', '/backup/saveBackup', wish).then((answer) => answer.json<{ _id: string }>()._id)
    return made
  }
  const asked = async (newGtwSN: string, facts: object = {}) => ({
    ...{ failedGtwSN: SN, newGtwSN, restorePoint: await point(), userId: 'demo-home' },
    automaticFactoryReset: false,
    ...facts,
  })
  const REFUSED = [{ errorCode: 'REPLACE_GTW_ERROR' }]
  const successors = async (failed: string): Promise<readonly string[]> => {
    const answer = await admin('GET', `/udm/device/fetchGtwWithoutUser?limit=100&replaces=${failed}`)
    const { data, count } = answer.json<{ data: { serialNumber: string }[]; count: number }>()
    expect(count).toBe(data.length)
    return data.map(({ serialNumber }) => serialNumber)
  }

  // 1.4-023 1.6-097 1.8-035 3.4-071 3.4-072 3.4-073 3.8-016
  test.each([
    ['that is offline', { connectionStatus: 'offline' }],
    ['of somebody', { userId: 'demo-owner-0' }],
    ['of another model', { model: 'HA101' }],
    ['with software older than 4.19.0', { currentFWVersion: '4.9.0' }],
    ['in another process', { type: 'oemg' }],
  ])('V-12 a gateway %s replaces nothing', async (what, facts) => {
    const serialNumber = `NOT-${what.replaceAll(/\W/g, '-')}`
    await make(serialNumber, facts)
    const answer = await admin('POST', '/replace/gw', await asked(serialNumber))
    expect(answer.json()).toMatchObject(REFUSED)
    expect(await site.store.gateways.find(SN)).not.toMatchObject({ replacementInProgress: true })
    expect(await site.store.gatewayJobs.find(serialNumber)).toBeUndefined()
    expect(await successors(SN)).not.toContain(serialNumber)
  })

  // 3.4-069 3.7-196
  test('without a restore point of the gateway that failed nothing is replaced', async () => {
    await make('NEW-0')
    for (const facts of [{ restorePoint: 'nothing' }, { userId: 'demo-owner-0' }])
      expect((await admin('POST', '/replace/gw', await asked('NEW-0', facts))).json()).toMatchObject(REFUSED)
    const { restorePoint: _none, ...without } = await asked('NEW-0')
    expect((await admin('POST', '/replace/gw', without)).status).toBe(400)
    expect((await recordOf(site, 'NEW-0')).replacementInProgress).not.toBe(true)
    const offered = (await admin('GET', `/backup/demo-admin/list/${SN}`)).json<{
      data: { status: string }[]
    }>()
    expect(offered.data.length).toBeGreaterThan(0)
    const kept = { ...wish, snapshotName: 'Verschlossen', passphrase: 'Lindenblatt-7-Wolke' }
    const closed = (await home('POST', '/backup/saveBackup', kept)).json<{ _id: string }>()._id
    const listed = async (query: string) =>
      (await admin('GET', `/backup/demo-admin/list/${SN}${query}`))
        .json<{ data: { _id: string }[] }>()
        .data.map(({ _id }) => _id)
    expect(await listed('')).toEqual(expect.arrayContaining([closed, await point()]))
    expect(await listed('?open=true')).toContain(await point())
    expect(await listed('?open=true')).not.toContain(closed)
  })

  // 3.4-074
  test.each([
    ['HA101', 'HA102', 202],
    ['JCOW401', 'JCOW414', 202],
    ['HA101', 'JCOW401', 409],
    ['DOC400', 'HA101', 409],
  ])('a %s is replaced by a %s only within the same family', async (model, other, status) => {
    const [failed, fresh] = [`F-${model}-${other}`, `N-${model}-${other}`]
    await make(failed, { model, userId: 'demo-home', connectionStatus: 'offline' })
    await make(fresh, { model: other })
    const file = await site.store.backups.fileOf(await point())
    await site.store.backups.keep({
      ...{ id: failed.toLowerCase(), serialNumber: failed, status: 'success', type: 'manual' },
      ...{ snapshotName: 'Punkt', createdAt: site.now, size: 1, devices: 0, rooms: 0, scenes: 0 },
      file: file ?? new Uint8Array(),
    })
    expect((await successors(failed)).includes(fresh)).toBe(status === 202)
    const body = await asked(fresh, { failedGtwSN: failed, restorePoint: failed.toLowerCase() })
    expect((await admin('POST', '/replace/gw', body)).status).toBe(status)
    await settled(site, failed)
    await settled(site, fresh)
    expect((await recordOf(site, fresh)).userId).toBe(status === 202 ? 'demo-home' : null)
  })

  // 1.4-036 1.4-037 3.1-016 3.3-065 3.3-066 3.3-067 3.3-068 3.7-193
  test('home, name, PIN and owner go over to the other gateway; both are marked meanwhile, and all hear of begin and end', async () => {
    await make('NEW-1')
    expect((await home('PUT', device('/pin'), { pin: demoPin })).status).toBe(204)
    const [owner, linked, chief, stranger] = await four()
    const before = (await home('GET', `/home/${SN}/snapshot`)).json<{ total: number }>().total
    const body = await asked('new-1', { automaticFactoryReset: true })
    const { id, device_name } = (await snapshotFor(home)).devices[0]?.device ?? { id: '', device_name: '' }
    const worker = await Listener.of(site, 'demo-home', SN)
    expect(
      await worker.ask(SN, 'set_device_name', { device_id: id, name: 'After the backup' }),
    ).toMatchObject({
      code: 0,
    })
    expect((await home('POST', '/replace/gw', body)).status).toBe(403)
    expect((await admin('POST', '/replace/gw', body)).status).toBe(202)
    const [created] = await owner.heard('replacement_created')
    expect(created?.data).toEqual({ serialNumber: SN, with: 'NEW-1' })
    for (const listener of [owner, linked]) {
      await listener.heard('gateway_unassigned')
      await listener.heard('gateway_assigned')
      await listener.heard('replacement_finished')
    }
    await vi.waitFor(() => expect(chief.admins('replacement_finished')).not.toEqual([]), WAIT)
    await settled(site)
    await settled(site, 'NEW-1')
    expect(await site.store.gateways.find('NEW-1')).toMatchObject({
      userId: 'demo-home',
      replacementInProgress: false,
      replacementFinsihed: true,
    })
    expect((await site.store.gateways.find(SN))?.userId).toBeNull()
    expect((await home('GET', '/home/NEW-1/snapshot')).json()).toMatchObject({ total: before })
    expect((await home('POST', device('/pin/verify', 'NEW-1'), { pin: demoPin })).status).toBe(204)
    // As it was at the restore point; the old gateway has forgotten its home.
    const after = await snapshotFor(home, 'NEW-1')
    expect(after.devices.find((one) => one.device.id === id)?.device.device_name).toBe(device_name)
    expect((await snapshotFor(admin)).total).toBe(0)
    expect((await admin('GET', '/replace/gw/log')).json()).toMatchObject({
      data: [
        {
          ...{ failedGtwSN: SN, newGtwSN: 'NEW-1', snapshotName: 'Vor dem Ausfall', state: 'finished' },
          ...{ automaticFactoryReset: true, startedBy: expect.stringMatching(/^a\*+@/) },
        },
        ...[{}, {}],
      ],
    })
    expect((await home('GET', '/replace/gw/check/NEW-1')).json()).toEqual({
      inProgress: false,
      finished: true,
      with: SN,
    })
    expect([...owner.own(), ...linked.own(), ...chief.admins()].map(fault).filter(Boolean)).toEqual([])
    await stranger.quiet()
    expect(stranger.own()).toEqual([])
  })
})
