import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { demoPin, demoSecureId } from '#server/demo/life.ts'
import { secureIdHash } from '#server/gateways/assignments.ts'
import { WAIT } from '../../channel/peer.ts'
import { type Caller, callerOf, device, Listener, quickSite, recordOf, snapshotFor } from '../gateway-kit.ts'
import type { Site } from '../kit.ts'
import { Mailbox } from '../mail-kit.ts'
import { settingsFile } from '../oauth-kit.ts'

let site: Site
let home: Caller
let admin: Caller
let other: Caller
beforeAll(async () => {
  site = await quickSite()
  home = await callerOf(site, 'demo-home')
  admin = await callerOf(site, 'demo-admin')
  other = await callerOf(site, 'demo-owner-0')
})
afterAll(() => site.close())

const SENTENCE = expect.stringMatching(/^[A-ZÄÖÜ][^{}]* .*[.!]$/)

describe('assigning', () => {
  const free = async (): Promise<string> => {
    const { data } = await site.store.gateways.query({ page: 1, limit: 1, unassigned: true })
    return data[0]?.serialNumber ?? ''
  }
  const wish = (serialNumber: string, userId: string, more = {}) => ({
    serialNumber,
    userId,
    name: 'Ferienhaus',
    secureId: demoSecureId,
    ...more,
  })

  // 1.5-023 1.5-024 1.7-051 3.5-030
  test('serial number and secure id count in any case; the user has the gateway and hears of it', async () => {
    const serialNumber = await free()
    const listener = await Listener.of(site, 'demo-home')
    const chief = await Listener.of(site, 'demo-admin')
    const lower = serialNumber.toLowerCase()
    const answer = await home(
      'PUT',
      device('/assign', lower),
      wish(lower, 'demo-home', { secureId: demoSecureId.toLowerCase() }),
    )
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ serialNumber, name: 'Ferienhaus', userId: 'demo-home' })
    expect(answer.json<Gateway>().secureId).toMatch(/^\*+$/)
    const [told] = await listener.heard('gateway_assigned')
    expect(told?.data).toMatchObject({ gateway: { serialNumber, userId: 'demo-home' } })
    expect(JSON.stringify(told)).not.toContain(demoSecureId)
    await vi.waitFor(
      async () =>
        expect(chief.admins('gateway_counts').at(-1)?.data).toEqual(await site.store.gateways.counts()),
      WAIT,
    )
    await home('PUT', device('/unassign', serialNumber))
  })

  // 1.8-030
  test('Z-02 an unknown serial number is answered like a wrong secure id, also of a gateway that is taken', async () => {
    const serialNumber = await free()
    const answers = await Promise.all([
      home('PUT', device('/assign', serialNumber), wish(serialNumber, 'demo-home', { secureId: 'WRONG-ID' })),
      home('PUT', device('/assign', 'DOC4-0000-0000'), wish('DOC4-0000-0000', 'demo-home')),
      home('PUT', device('/assign', SN), wish(SN, 'demo-home', { secureId: 'WRONG-ID' })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    // Whoever gets a refusal gets a word for machines and a sentence for people.
    expect(answers[0]?.json()).toMatchObject([{ errorCode: 'NOT_FOUND', message: SENTENCE }])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const taken = await other('PUT', device('/assign', SN), wish(SN, 'demo-owner-0'))
    expect(taken.status).toBe(409)
    expect(taken.json()).toMatchObject([{ errorCode: 'ALREADY_ASSIGNED', message: SENTENCE }])
  })

  // 3.8-015
  test('whatever refuses it, but the right to, comes with a code and a sentence', async () => {
    const serialNumber = await free()
    const refused = async (sn: string, body: object) => {
      const answer = await home('PUT', device('/assign', sn), body)
      const [first] = answer.json<{ errorCode: string; message: string }[]>()
      return [answer.status, first?.errorCode, first?.message]
    }
    expect(await refused(serialNumber, { ...wish(serialNumber, 'demo-home'), name: '' })).toEqual([
      ...[400, 'VALIDATION', SENTENCE],
    ])
    expect(await refused('DOC4-0000-0000', wish('DOC4-0000-0000', 'demo-home'))).toEqual([
      ...[404, 'NOT_FOUND', SENTENCE],
    ])
    expect(await refused(SN, wish(SN, 'demo-home'))).toEqual([409, 'ALREADY_ASSIGNED', SENTENCE])
    expect(
      (await home('PUT', device('/assign', serialNumber), wish(serialNumber, 'demo-guest'))).status,
    ).toBe(403)
  })

  test.each([
    ['another user', (serialNumber: string) => wish(serialNumber, 'demo-guest')],
    ['another serial number', () => wish(SN, 'demo-home')],
  ])('Z-03 %s in the body is refused and noted', async (_what, bodyOf) => {
    const serialNumber = await free()
    for (const [caller, who] of [
      [home, 'demo-home'],
      [admin, 'demo-admin'],
    ] as const) {
      const body = { ...bodyOf(serialNumber), ...(_what === 'another serial number' && { userId: who }) }
      expect((await caller('PUT', device('/assign', serialNumber), body)).status).toBe(403)
      const rows = await site.store.audit.list({
        who,
        what: 'assignGateway',
        gateway: serialNumber,
        limit: 5,
      })
      expect(rows.map(({ result }) => result)).toContain('refused')
    }
    expect((await recordOf(site, serialNumber)).userId).toBeNull()
  })

  test('Z-09 of fifty users who assign one gateway at once exactly one has it, the others are told that it is taken', async () => {
    const serialNumber = await free()
    // As many characters as are made here: few may be tried with a short one, whoever is right.
    const secureId = 'A1B2C3D4E5F6A7B8C9D0'
    await site.store.gatewayLife.setSecureIdHash(serialNumber, secureIdHash(serialNumber, secureId))
    const owners = Array.from({ length: 50 }, (_none, at) => `racer-${at}`)
    await Promise.all(
      owners.map((id) =>
        site.store.accounts.create(
          {
            id,
            username: `${id}@gatehouse.test`,
            groups: ['users'],
            preferredLanguage: 'ch_DE',
            contact: [],
          },
          { passwordHash: null, at: site.now },
        ),
      ),
    )
    const callers = await Promise.all(owners.map((id) => callerOf(site, id)))
    const answers = await Promise.all(
      callers.map((caller, at) =>
        caller('PUT', device('/assign', serialNumber), wish(serialNumber, owners[at] ?? '', { secureId })),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect((await recordOf(site, serialNumber)).userId).toBe(owners[statuses.indexOf(200)])
    await admin('PUT', device('/unassign', serialNumber))
    expect((await recordOf(site, serialNumber)).userId).toBeNull()
  })

  // 1.5-019 1.5-022 3.5-033 3.7-061 3.7-073
  test('LICENCE_SUPPORT is off as shipped; with it a gateway needs its licence key, which is used up', async () => {
    expect(flags.flags.LICENCE_SUPPORT.value).toBe(false)
    const licensed = await quickSite({}, { GATEHOUSE_SETTINGS: settingsFile({ LICENCE_SUPPORT: true }) })
    try {
      const [chief, user] = [await callerOf(licensed, 'demo-admin'), await callerOf(licensed, 'demo-home')]
      const built = { serialNumber: 'BUILT-1', secureId: 'SECURE-1', model: 'DOC400' }
      const { licenceKey } = (await chief('POST', '/udm/device/upload/one', built)).json<{
        licenceKey: string
      }>()
      const ask = (key?: string) =>
        user('PUT', device('/assign', 'BUILT-1'), {
          ...wish('BUILT-1', 'demo-home', { secureId: 'SECURE-1' }),
          ...(key !== undefined && { licenceKey: key }),
        })
      for (const key of [undefined, 'short', 'ABCDE-ABCDE-ABCDE-ABCDE', licenceKey.replaceAll(/./g, '0')]) {
        const answer = await ask(key)
        expect(answer.status).toBe(400)
        expect(answer.json()).toMatchObject([{ errorCode: 'LICENCE_KEY_INVALID', field: '/licenceKey' }])
      }
      expect((await licensed.store.gateways.find('BUILT-1'))?.userId).toBeNull()
      expect(licenceKey).toMatch(/^(?:[A-NP-Z1-9]{5}-){3}[A-NP-Z1-9]{5}$/)
      expect((await ask(licenceKey)).status).toBe(200)
      await user('PUT', device('/unassign', 'BUILT-1'))
      expect((await ask(licenceKey)).status).toBe(400)
      // Nobody has it now: an administrator sends whoever is to have it a new one, and nobody else does.
      const wanted = { serial: 'BUILT-1', username: 'Seraina', email: 'seraina@gatehouse.test' }
      expect((await user('POST', '/subs/licenceKeyForUser', wanted)).status).toBe(404)
      expect((await chief('POST', '/subs/licenceKeyForUser', wanted)).status).toBe(204)
      const { text = '' } = await new Mailbox(licensed).newest(wanted.email)
      const sent = /(?:[A-NP-Z1-9]{5}-){3}[A-NP-Z1-9]{5}/.exec(text)?.[0]
      expect(sent).not.toBe(licenceKey)
      expect((await ask(sent)).status).toBe(200)
    } finally {
      await licensed.close()
    }
  })

  // 1.7-052 3.7-062
  test('PIN and mode of the one before are gone for the next owner', async () => {
    // Not the one whose secure id others have guessed at before.
    const { data } = await site.store.gateways.query({ page: 1, limit: 100, unassigned: true })
    const serialNumber = data.at(-1)?.serialNumber ?? ''
    const assigned = await home('PUT', device('/assign', serialNumber), wish(serialNumber, 'demo-home'))
    expect(assigned.status).toBeLessThan(300)
    await home('PUT', device('/pin', serialNumber), { pin: '2468' })
    expect(await site.store.gatewayPins.hash(serialNumber)).toBeDefined()
    await home('POST', device('/activatePrivilege', serialNumber))
    expect((await home('PUT', device('/unassign', serialNumber))).status).toBeLessThan(300)
    expect((await recordOf(site, serialNumber)).userId).toBeNull()
    expect(await site.store.gatewayPins.hash(serialNumber)).toBeUndefined()
    expect((await recordOf(site, serialNumber)).privileged).toBe(false)
    expect(demoPin).not.toBe('2468')
  })
})

describe('virtual gateways', () => {
  // 1.6-019 1.7-064 1.8-032 1.9-027 3.6-022 3.7-066 3.7-069 3.7-070
  test('a number is handed out until it is used, the gateway has a home at once, and can be assigned', async () => {
    const number = (await admin('GET', '/udm/admin/generate-sn-and-sid')).json<{
      serialNumber: string
      secureId: string
    }>()
    // What is made here nobody guesses: 80 bits.
    expect(number.secureId).toMatch(/^[\dA-F]{20}$/)
    expect((await admin('GET', '/udm/admin/generate-sn-and-sid')).json()).toEqual(number)
    expect((await home('GET', '/udm/admin/generate-sn-and-sid')).json()).not.toEqual(number)
    const made = { hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId: 'demo-admin' }
    expect(
      (await admin('POST', '/udm/device/upload/one/vg', { ...made, creatorId: 'demo-home' })).status,
    ).toBe(403)
    expect(
      (await home('POST', '/udm/device/upload/one/vg', { ...made, creatorId: 'demo-home' })).status,
    ).toBe(403)
    for (const wrong of [
      { hardwareModel: 'DOC400' },
      { firmwareModel: '1.0.0' },
      { serialNumber: SN },
      { secureId: 'OTHER' },
    ]) {
      const answer = await admin('POST', '/udm/device/upload/one/vg', { ...made, ...wrong })
      expect(answer.json()).toMatchObject([{ errorCode: 'ERROR_CREATING_VIRTUAL_GATEWAY' }])
    }
    const imported = (await admin('POST', '/udm/device/upload/one/vg', { ...made, ...number })).json()
    expect(imported).toEqual({ imported: 1, ...number })
    const assigned = await home('PUT', device('/assign', number.serialNumber), {
      serialNumber: number.serialNumber,
      userId: 'demo-home',
      name: 'Versuch',
      secureId: number.secureId,
    })
    expect(assigned.json()).toMatchObject({
      type: 'vg',
      connectionStatus: 'online',
      currentFWVersion: '4.21.3',
    })
    expect((await snapshotFor(home, number.serialNumber)).total).toBeGreaterThan(0)
    expect((await admin('GET', '/udm/admin/generate-sn-and-sid')).json()).not.toEqual(number)
    await home('DELETE', device('', number.serialNumber))
  })

  // 1.6-064 1.8-033 3.4-077 3.8-014
  test('with VIRTUAL_GTW off nothing is made nor handed out', async () => {
    const off = await quickSite({}, { GATEHOUSE_SETTINGS: settingsFile({ VIRTUAL_GTW: false }) })
    try {
      const chief = await callerOf(off, 'demo-admin')
      const made = { hardwareModel: 'VOC200', firmwareModel: '4.21.3', creatorId: 'demo-admin' }
      for (const answer of [
        await chief('GET', '/udm/admin/generate-sn-and-sid'),
        await chief('POST', '/udm/device/upload/one/vg', made),
      ]) {
        expect(answer.status).toBe(403)
        expect(answer.json()).toMatchObject([{ errorCode: 'VIRTUALGV_CREATION_SETTINGS' }])
      }
      expect((await off.store.gateways.counts()).count).toBe(251)
    } finally {
      await off.close()
    }
  })
})
