import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Mails } from '#server/outbound/mails.ts'
import type { Account } from '#server/store/people/accounts.ts'
import { oneStore } from '../../tests/store/one.ts'
import { account } from '../../tests/store/samples.ts'
import { AccountNotices } from './account-notices.ts'
import { Devices, deviceIn, NOT_ME } from './devices.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14, 11, 30)
const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

interface Posted {
  kind: string
  to: string
  language: string
  path: string
  facts: Record<string, string>
}

/** Somebody whose browsers come, and the mails that he gets. */
async function world(more: Partial<Account> = {}, secure = true) {
  const clock = { now: NOW }
  const mails: Posted[] = []
  const posting = {
    background: { later: (task: () => Promise<void>) => void task() },
    post: async (mail: Posted) => void mails.push(mail),
  } as unknown as Mails
  const who = account(randomUUID(), more)
  await open.store.accounts.create(who, { passwordHash: null, at: NOW })
  const devices = new Devices({
    store: open.store,
    accountNotices: new AccountNotices(posting),
    secure,
    now: () => clock.now,
  })
  const comes = async (token?: string, userAgent: string | undefined = FIREFOX, address = '192.0.2.1') =>
    devices.arrived({ account: who, token, userAgent, address })
  return { clock, mails, comes, who }
}

describe('A-12 what a browser keeps', () => {
  test('A-12 is read from among its other cookies, and only as it was given', () => {
    const token = 'abcdefghijklmnopqrst_-'
    for (const cookies of [
      `device=${token}`,
      `a=1; device=${token}`,
      `a=1;device=${token};b=2`,
      `device=${token}; b=2`,
    ])
      expect(deviceIn(cookies)).toBe(token)
    for (const cookies of [
      undefined,
      '',
      `mydevice=${token}`,
      `device=${token}x`,
      `device=${token.slice(1)}`,
      `device=${token} x`,
    ])
      expect(deviceIn(cookies)).toBeUndefined()
  })

  test('A-12 is a random word for four hundred days that no page reads and only sign-ins are sent', async () => {
    const { comes } = await world()
    const cookie = await comes()
    expect(cookie).toMatch(
      /^device=[\w-]{22}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(await (await world({}, false)).comes()).toMatch(/SameSite=Strict$/)
  })

  test('A-12 stays the same', async () => {
    const { comes } = await world()
    const token = deviceIn(await comes())
    expect(deviceIn(await comes(token))).toBe(token)
  })
})

describe('A-12 a sign-in from a browser that is not known', () => {
  test('A-12 is told to whom it concerns, but for the first one of an account', async () => {
    const { mails, comes } = await world()
    await comes()
    expect(mails).toEqual([])
    await comes(undefined, SAFARI)
    expect(mails).toHaveLength(1)
  })

  test('A-12 is not told again when it is known by what it keeps', async () => {
    const { mails, comes } = await world()
    await comes()
    const token = deviceIn(await comes(undefined, SAFARI))
    await comes(token, SAFARI, '198.51.100.7')
    expect(mails).toHaveLength(1)
  })

  test('A-12 that keeps nothing is told of once a day, network and kind', async () => {
    const { clock, mails, comes } = await world()
    await comes()
    await comes(undefined, SAFARI)
    await comes(undefined, SAFARI)
    expect(mails).toHaveLength(1)
    await comes(undefined, SAFARI, '198.51.100.7')
    expect(mails).toHaveLength(2)
    await comes(undefined, FIREFOX)
    expect(mails).toHaveLength(3)
    clock.now = NOW + DAY - 1
    await comes(undefined, SAFARI)
    expect(mails).toHaveLength(3)
    clock.now = NOW + DAY
    await comes(undefined, SAFARI)
    expect(mails).toHaveLength(4)
  })

  test('A-12 says which device, where and when, in his language, with a link for whom it was not', async () => {
    const { mails, comes, who } = await world({ preferredLanguage: 'ch_DE' })
    await comes()
    await comes(undefined, SAFARI, '198.51.100.7')
    const [mail] = mails
    expect(mail).toMatchObject({
      kind: 'newDevice',
      to: who.username,
      language: 'ch_DE',
      facts: { address: '198.51.100.7', time: expect.stringContaining('14. November 2026') },
    })
    expect(mail?.facts.time).toContain('12:30')
    expect(mail?.facts.device).not.toBe('')
    const token = mail?.path.replace('/not_me/', '') ?? ''
    const { tokens, audit } = open.store
    expect(await tokens.peek(NOT_ME, token, NOW + 7 * DAY - 1)).toMatchObject({ subject: who.id })
    expect(await tokens.peek(NOT_ME, token, NOW + 7 * DAY)).toBeUndefined()
    expect(await audit.list({ who: who.id, limit: 5 })).toMatchObject([
      { what: 'newDevice', result: 'ok', facts: { address: '198.51.100.7', client: mail?.facts.device } },
    ])
  })

  test('A-12 a browser that does not say what it is has a dash for a name', async () => {
    const { mails, comes } = await world({ preferredLanguage: 'ch_EN' })
    await comes()
    await comes(undefined, 'x')
    expect(mails[0]?.facts).toMatchObject({ time: expect.stringMatching(/14 November 2026/) })
    expect(mails[0]?.facts.device?.length).toBeGreaterThan(0)
  })

  test('A-12 is not mailed to whom has no address', async () => {
    const { mails, comes } = await world({ username: `root-${randomUUID()}` })
    await comes()
    await comes(undefined, SAFARI)
    expect(mails).toEqual([])
  })
})

test('what changes about how somebody proves himself is mailed to him, with the way to his settings', async () => {
  const mails: Posted[] = []
  const posting = {
    background: { later: (task: () => Promise<void>) => void task() },
    post: async (mail: Posted) => void mails.push(mail),
  } as unknown as Mails
  new AccountNotices(posting).tell(
    { username: 'anna@gatehouse.test', preferredLanguage: 'ch_EN' },
    'factorAdded',
  )
  expect(mails).toEqual([
    { kind: 'factorAdded', language: 'ch_EN', to: 'anna@gatehouse.test', path: '/user_settings', facts: {} },
  ])
})
