import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoSerialNumber as SN } from '#server/demo/accounts.ts'
import { LinkedAccounts } from '#server/gateways/linked-accounts.ts'
import { readSettings } from '#server/settings.ts'
import { type Caller, callerOf, device, Listener } from '../gateway-kit.ts'
import { newFolder, Site } from '../kit.ts'
import { Mailbox, settledMails } from '../mail-kit.ts'

interface Row {
  _id: string
  standing: string
  person: { username: string; firstName?: string }
  endsAt?: string
}

let site: Site
let mailbox: Mailbox
let home: Caller
let people = 0
beforeAll(async () => {
  site = await Site.open()
  mailbox = new Mailbox(site)
  home = await callerOf(site, 'demo-home')
})
afterAll(() => site.close())

async function somebody(...groups: string[]) {
  people++
  const id = `somebody-${people}`
  const username = `${id}@gatehouse.test`
  await site.store.accounts.create(
    {
      ...{ id, username, firstName: 'Anna', lastName: '<b>Moser</b>' },
      ...{ groups: groups.length > 0 ? (groups as [string]) : ['users'] },
      ...{ preferredLanguage: 'ch_EN', contact: [] },
    },
    { passwordHash: null, at: site.now },
  )
  const caller = await callerOf(site, id)
  const { linkedAccountId = '' } = (await caller('GET', `/crm/profile/${id}`)).json<{
    linkedAccountId?: string
  }>()
  return { id, username, caller, linkedAccountId }
}

const invite = (who: { linkedAccountId: string }, by = home) =>
  by('POST', '/crm/linked/create', { linkedAccountId: who.linkedAccountId })
const idOf = async (answer: ReturnType<Caller>) => (await answer).json<{ _id: string }>()._id
const mySecondary = async (id = 'demo-home', by = home) =>
  (await by('GET', `/crm/linked/getMySecondary/${id}?limit=100`)).json<{ data: Row[]; count: number }>()
const codeOf = (answer: { json<T>(): T }) => answer.json<{ errorCode: string }[]>()[0]?.errorCode

async function linked() {
  const who = await somebody()
  const link = await idOf(invite(who))
  const otp = await mailbox.code(who.username)
  const answer = await who.caller('POST', '/crm/linked/verify', { id: link, otp })
  expect(answer.status).toBe(204)
  return { ...who, link }
}

describe('linked accounts', () => {
  // 1.9-010 3.9-018
  test('of somebody with more than a hundred gateways a hundred appear at once with whom is linked', async () => {
    const owner = await somebody()
    const count = 103
    await site.store.gateways.createMany(
      Array.from({ length: count }, (_, n) => ({
        ...{
          _id: `many-${n}`,
          serialNumber: `MANY-${n}`,
          name: `Nr. ${n}`,
          model: 'DOC400',
          userId: owner.id,
        },
        ...{ connectionStatus: 'offline' as const, operationMode: 0, subscriptionLockMode: 0 },
      })),
    )
    const who = await somebody()
    const listener = await Listener.of(site, who.id)
    const link = await idOf(invite(who, owner.caller))
    const otp = await mailbox.code(who.username)
    expect((await who.caller('POST', '/crm/linked/verify', { id: link, otp })).status).toBe(204)
    await listener.heard('gateway_assigned', 100)
    await listener.quiet()
    expect(listener.own('gateway_assigned')).toHaveLength(100)
    // Asked for, all of them are there.
    expect(await site.store.gateways.ofUser(who.id)).toHaveLength(count)
  })

  // 3.7-114 3.7-116 3.4-035 3.4-036 3.3-046 3.3-047 3.3-048
  test('1.1-005 who is invited uses the home once the code from his mail was typed, and both hear of it', async () => {
    const who = await somebody()
    const listeners = [await Listener.of(site, 'demo-home'), await Listener.of(site, who.id)] as const
    const link = await idOf(invite(who))
    for (const listener of listeners)
      expect((await listener.heard('linked_account_created'))[0]?.data).toEqual({
        ...{ _id: link, masterAccountId: 'demo-home', secondaryAccountId: who.id },
        ...{ isSupport: false, verified: false },
      })
    expect((await mySecondary()).data).toContainEqual(
      expect.objectContaining({
        ...{ _id: link, standing: 'waiting' },
        person: { firstName: 'Anna', lastName: '<b>Moser</b>', username: who.username },
      }),
    )
    const info = `/udm/device/hg/${SN}/info`
    expect((await who.caller('GET', info)).status).toBe(404)
    const otp = await mailbox.code(who.username)
    const wrong = otp === '000000' ? '000001' : '000000'
    expect(codeOf(await home('POST', '/crm/linked/verify', { id: link, otp: wrong }))).toBe('OTP_INVALID')
    expect((await home('POST', '/crm/linked/verify', { id: link, otp })).status).toBe(204)
    for (const listener of listeners)
      expect((await listener.heard('linked_account_verified'))[0]?.data).toMatchObject({ verified: true })
    const [assigned] = await listeners[1].heard('gateway_assigned')
    expect(assigned?.data).toMatchObject({ gateway: { serialNumber: SN } })
    expect((await who.caller('GET', info)).status).toBe(200)
    expect(codeOf(await home('POST', '/crm/linked/verify', { id: link, otp }))).toBe(
      'LINKED_ACCOUNT_VERIFIED',
    )
    for (const { peer } of listeners) peer.kill()
  })

  // 3.6-002 3.7-110 3.7-111 3.7-112 1.6-032
  test('3.6-008 a secondary user sees whose homes he shares, uses them, and renames, removes and shares none', async () => {
    const who = await linked()
    const masters = await who.caller('GET', `/crm/linked/getWhereIAmSecondary/${who.id}`)
    expect(masters.json()).toMatchObject({ count: 1, data: [{ _id: who.link, standing: 'linked' }] })
    expect((await who.caller('GET', `/crm/linked/getParentIds/${who.id}`)).json()).toEqual(['demo-home'])
    expect(await mySecondary(who.id, who.caller)).toEqual({ data: [], count: 0 })
    expect((await who.caller('GET', '/crm/linked/getMySecondary/demo-home')).status).toBe(404)
    const rename = await who.caller('PUT', device('/rename'), { name: 'Mine' })
    expect([rename.status, codeOf(rename)]).toEqual([403, 'UDM_NOT_YOUR_DEVICE'])
    expect((await who.caller('DELETE', device(''))).status).toBe(403)
    // What he links to himself are his own homes, and he has none.
    const friend = await somebody()
    const link = await idOf(invite(friend, who.caller))
    const otp = await mailbox.code(friend.username)
    await friend.caller('POST', '/crm/linked/verify', { id: link, otp })
    expect((await friend.caller('GET', `/udm/device/hg/${SN}/info`)).status).toBe(404)
  })

  // 3.7-117 3.4-037
  test('Z-07 either side ends a link: the home is closed at once, on the open channel too', async () => {
    for (const by of ['master', 'secondary'] as const) {
      const who = await linked()
      const listener = await Listener.of(site, who.id, SN)
      expect((await listener.ask(SN, 'get_layout')).code).toBe(0)
      const caller = by === 'master' ? home : who.caller
      expect((await caller('POST', '/crm/linked/delete', { id: who.link })).status).toBe(204)
      const [lost] = await listener.heard('gateway_unassigned')
      expect(lost?.data).toEqual({ serialNumber: SN })
      await listener.heard('linked_account_deleted')
      expect((await who.caller('GET', `/udm/device/hg/${SN}/info`)).status).toBe(404)
      expect((await mySecondary()).data.map(({ _id }) => _id)).not.toContain(who.link)
      expect((await caller('POST', '/crm/linked/delete', { id: who.link })).status).toBe(404)
      listener.peer.kill()
    }
  })

  test('Z-02 nobody else resends, verifies or ends a link', async () => {
    const who = await somebody()
    const id = await idOf(invite(who))
    const otp = await mailbox.code(who.username)
    const stranger = (await somebody()).caller
    const answers = [
      await stranger('POST', '/crm/linked/verify', { id, otp }),
      await stranger('POST', `/crm/linked/resendOTP/${id}`),
      await stranger('POST', '/crm/linked/delete', { id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await home('POST', '/crm/linked/verify', { id, otp })).status).toBe(204)
  })

  // 3.7-113
  test('A-06 a code that is too old is sent again, and five wrong ones use it up', async () => {
    const who = await somebody()
    const id = await idOf(invite(who))
    const first = await mailbox.code(who.username)
    site.pass(11 * 60_000)
    const verify = (otp: string) => who.caller('POST', '/crm/linked/verify', { id, otp })
    expect(codeOf(await verify(first))).toBe('OTP_INVALID')
    expect((await home('POST', `/crm/linked/resendOTP/${id}`)).status).toBe(204)
    const second = await mailbox.code(who.username, 2)
    const wrong = second === '000000' ? '000001' : '000000'
    for (let turn = 0; turn < 5; turn++) expect(codeOf(await verify(wrong))).toBe('OTP_INVALID')
    expect(codeOf(await verify(second))).toBe('OTP_INVALID')
  })

  // 3.5-035 3.5-036 1.5-025 1.5-026 1.6-095
  test('3.8-027 an id of nobody, one’s own, an administrator’s, and one that no id can be', async () => {
    const admin = await somebody('admin')
    const own = (await home('GET', '/crm/profile/demo-home')).json<{ linkedAccountId: string }>()
    expect(own.linkedAccountId).toMatch(/^[A-Z0-9]{16}$/)
    for (const linkedAccountId of ['A'.repeat(16), own.linkedAccountId, admin.linkedAccountId]) {
      const answer = await invite({ linkedAccountId })
      expect([answer.status, codeOf(answer)]).toEqual([404, 'LINKED_USER_NOT_FOUND_ERROR'])
    }
    for (const linkedAccountId of ['A'.repeat(15), 'A'.repeat(17), `${'A'.repeat(15)}-`])
      expect((await invite({ linkedAccountId })).status).toBe(400)
    const marked = await somebody()
    await site.store.accounts.markForDeletion(marked.id, site.now)
    expect(codeOf(await invite(marked))).toBe('LINKED_USER_NOT_FOUND_ERROR')
    expect(codeOf(await invite(own, admin.caller))).toBe('NOT_ALLOWED')
  })

  test('of two who invite the same person at once one is told that he is linked already', async () => {
    site.pass(60_000)
    const who = await somebody()
    const answers = await Promise.all([invite(who), invite(who)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.map(codeOf)).toContain('LINKED_ALREADY')
  })

  test('B-01 a name with markup is text in the mail', async () => {
    const [by, who] = [await somebody(), await somebody()]
    await invite(who, by.caller)
    const { html = '', text = '' } = await mailbox.newest(who.username)
    expect(text).toContain('Anna <b>Moser</b>')
    expect(html).not.toContain('<b>Moser')
  })

  // 3.6-004 3.7-115
  test('3.6-004 support is let in at once and without a code, for a day', async () => {
    site.pass(60_000)
    const support = await somebody('users', 'support')
    const link = (who: { linkedAccountId: string }) =>
      home('POST', '/crm/linked/support', { linkedAccountId: who.linkedAccountId })
    expect(codeOf(await link(await somebody()))).toBe('LINKED_USER_NOT_FOUND_ERROR')
    const id = await idOf(link(support))
    const info = `/udm/device/hg/${SN}/info`
    expect((await support.caller('GET', info)).status).toBe(200)
    expect((await mySecondary()).data).toContainEqual(
      expect.objectContaining({
        ...{ _id: id, standing: 'support' },
        endsAt: new Date(site.now + 86_400_000).toISOString(),
      }),
    )
    await settledMails(site, mailbox)
    expect(await mailbox.to(support.username)).toEqual([])
    const told: unknown[] = []
    const nothing = { later: () => {}, recheck: () => {}, dismissUser: () => {}, end: async () => false }
    let now = site.now + 86_399_999
    const keeper = new LinkedAccounts({
      ...{ store: site.store, background: nothing, channel: nothing, privilege: nothing },
      codes: { send: async () => {}, redeem: async () => false },
      news: { tellUsers: (_users, { event }) => void told.push(event) },
      settings: readSettings('catalogue', undefined, () => {}),
      now: () => now,
    })
    await keeper.sweep()
    expect((await support.caller('GET', info)).status).toBe(200)
    now++
    await keeper.sweep()
    expect((await support.caller('GET', info)).status).toBe(404)
    expect(told).toEqual(['gateway_unassigned', 'linked_account_deleted'])
  })
})

// 1.6-037 3.6-032 3.6-041 3.6-042
test('LINKED_ACCOUNTS switched off links nobody, and lets people out; HIDE_SENSITIVE_DATA masks who it is', async () => {
  const file = join(newFolder(), 'settings.json')
  const flags = { LINKED_ACCOUNTS: false, HIDE_SENSITIVE_DATA: true }
  writeFileSync(file, JSON.stringify({ flags }))
  const other = await Site.open({ GATEHOUSE_SETTINGS: file })
  try {
    const caller = await callerOf(other, 'demo-home')
    const refused = await caller('POST', '/crm/linked/create', { linkedAccountId: 'A'.repeat(16) })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'LINKED_ACCOUNTS_OFF'])
    const { data } = await mySecondary('demo-home', caller)
    expect(data.map(({ person }) => person)).toEqual([{ username: 'g***@g***' }, { username: 's***@g***' }])
    expect((await caller('POST', '/crm/linked/delete', { id: 'demo-link-guest' })).status).toBe(204)
  } finally {
    await other.close()
  }
})
