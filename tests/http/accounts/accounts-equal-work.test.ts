import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { demo, type Site, stranger } from '../kit.ts'
import { newPerson } from '../mail-kit.ts'

// Time says little on a busy machine; what takes the time can be counted.
const work = vi.hoisted(() => ({ hashed: 0, verified: 0 }))
vi.mock('#gateway/node/password-hash.ts', async (original) => {
  const real = await original<typeof import('#gateway/node/password-hash.ts')>()
  return {
    ...real,
    hashPassword: (password: string) => {
      work.hashed++
      return real.hashPassword(password)
    },
    verifyPassword: (password: string, hash: string | null | undefined) => {
      work.verified++
      return real.verifyPassword(password, hash)
    },
  }
})

let site: Site
beforeAll(async () => {
  // Read by the files before it, the server would do without what is counted here; those after it need not count.
  vi.resetModules()
  const kit = await import('../kit.ts')
  site = await kit.Site.open()
})
afterAll(async () => {
  await site.close()
  vi.resetModules()
})
beforeEach(() => {
  work.hashed = 0
  work.verified = 0
})

/** What a call answered and cost until it had answered. */
async function costOf(path: string, body: unknown) {
  const before = { ...work }
  const answer = await site.call('POST', `/api/auth/${path}`, {
    body,
    headers: { 'x-forwarded-for': stranger() },
  })
  const { date: _date, ...headers } = answer.headers
  const told = {
    status: answer.status,
    // Each has a key of its own, as long as any other's.
    text: answer.text.replaceAll(/[\w.-]+@gatehouse\.test|(?<="key":")[\w-]{22}/g, '…'),
    headers,
  }
  return { told, hashed: work.hashed - before.hashed, verified: work.verified - before.verified }
}

describe('A-04 whether there is an account shows in nothing', () => {
  const [known, unknown] = [demo.home.identity, 'nobody@gatehouse.test']

  test('A-04 a sign-in verifies one hash, for a known and an unknown name', async () => {
    const mine = await costOf('login', { identity: known, secret: 'Gatehouse-No-1' })
    const none = await costOf('login', { identity: unknown, secret: 'Gatehouse-No-1' })
    expect([mine.hashed, mine.verified]).toEqual([0, 1])
    expect(none).toEqual(mine)
  })

  test('A-04 a sign-in by a code verifies one hash, for a code, no code and no account', async () => {
    const none = await costOf('hashLogin', { identity: unknown, otp: '000000' })
    const without = await costOf('hashLogin', { identity: known, otp: '000000' })
    await site.store.otps.replace({
      userId: 'demo-home',
      action: 'hashLogin',
      uniqueIdentifier: 'demo-home',
      hash: '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      expiresAt: site.now + 60_000,
    })
    const wrong = await costOf('hashLogin', { identity: known, otp: '000000' })
    expect([none.hashed, none.verified]).toEqual([0, 1])
    expect(without).toEqual(none)
    expect(wrong).toEqual(none)
  })

  test('A-04 a registration makes one hash, whether the name is free or taken', async () => {
    const taken = newPerson({ identity: known })
    const mine = await costOf('register', {
      ...taken,
      contact: [{ ...taken.contact[0], contact: known }],
    })
    const free = await costOf('register', newPerson())
    expect([mine.hashed, mine.verified]).toEqual([1, 0])
    expect({ ...free, told: { ...free.told, headers: {} } }).toEqual({
      ...mine,
      told: { ...mine.told, headers: {} },
    })
  })

  test.each([
    ['forgotPass', { email: known, language: 'ch_DE' }, { email: unknown, language: 'ch_DE' }],
    ['sendotp', { identity: known }, { identity: unknown }],
    ['resendActivation', { identity: known }, { identity: unknown }],
  ])('A-04 %s looks for the account only after it has answered', async (path, mine, none) => {
    const { accounts } = site.store
    const real = accounts.credentials.bind(accounts)
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const looked = vi.spyOn(accounts, 'credentials').mockImplementation(async (identity) => {
      await gate
      return real(identity)
    })
    // Both are answered while nobody can look.
    const [first, second] = [await costOf(path, mine), await costOf(path, none)]
    expect(second.told).toEqual(first.told)
    open()
    await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(2), { timeout: 20_000 })
    looked.mockRestore()
  })
})
