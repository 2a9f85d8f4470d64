import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Mails } from '#server/outbound/mails.ts'
import { Seal } from '#server/outbound/seal.ts'
import { oneStore } from '../../tests/store/one.ts'
import { account } from '../../tests/store/samples.ts'
import { Codes } from './codes.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const MINUTE = 60_000

/** Codes for somebody, and the mails that he gets. */
async function world({ mayWrite = true } = {}) {
  const clock = { now: NOW }
  const sent: { to: string; code?: string; kind: string }[] = []
  const mails = {
    async answer(to: { to: string; kind: string }, make: () => Promise<{ code?: string }>) {
      if (mayWrite) sent.push({ ...to, ...(await make()) })
    },
  } as unknown as Mails
  const codes = new Codes(open.store, mails, new Seal(randomBytes(32)), () => clock.now)
  const userId = randomUUID()
  await open.store.accounts.create(account(userId), { passwordHash: null, at: NOW })
  const purpose = { userId, action: 'delete', uniqueIdentifier: 'GW1' }
  const asks = async (more: Partial<typeof purpose> = {}): Promise<string> => {
    await codes.send({ ...purpose, ...more }, { kind: 'otp' })
    return sent.at(-1)?.code ?? ''
  }
  return { clock, codes, sent, purpose, asks, userId }
}
const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('A-06 a one-time code', () => {
  test('A-06 has six digits, is mailed to whom it is for, and works once', async () => {
    const { codes, sent, purpose, asks, userId } = await world()
    const code = await asks()
    expect(code).toMatch(/^\d{6}$/)
    expect(sent).toMatchObject([
      { kind: 'otp', to: `${userId}@gatehouse.test`, language: 'ch_DE', facts: {} },
    ])
    expect(await codes.redeem(purpose, code)).toBe(true)
    expect(await codes.redeem(purpose, code)).toBe(false)
  })

  test.each([{ action: 'rename' }, { uniqueIdentifier: 'GW2' }])(
    'A-06 is good for nothing else (%j)',
    async (more) => {
      const { codes, purpose, asks } = await world()
      const code = await asks()
      expect(await codes.redeem({ ...purpose, ...more }, code)).toBe(false)
      expect(await codes.redeem(purpose, code)).toBe(true)
    },
  )

  test('A-06 of somebody else is worth nothing, and so is one without a person', async () => {
    const { codes, purpose, asks } = await world()
    const code = await asks()
    const other = await world()
    expect(await codes.redeem({ ...purpose, userId: other.userId }, code)).toBe(false)
    expect(await codes.redeem(undefined, code)).toBe(false)
  })

  test('A-06 may be tried five times', async () => {
    const patient = await world()
    const code = await patient.asks()
    for (let time = 0; time < 4; time++)
      expect(await patient.codes.redeem(patient.purpose, wrongFor(code))).toBe(false)
    expect(await patient.codes.redeem(patient.purpose, code)).toBe(true)
    const guesser = await world()
    const guessed = await guesser.asks()
    for (let time = 0; time < 5; time++) await guesser.codes.redeem(guesser.purpose, wrongFor(guessed))
    expect(await guesser.codes.redeem(guesser.purpose, guessed)).toBe(false)
  })

  test('A-06 lives for ten minutes', async () => {
    const [young, old] = [await world(), await world()]
    const [one, other] = [await young.asks(), await old.asks()]
    young.clock.now = NOW + 10 * MINUTE - 1
    old.clock.now = NOW + 10 * MINUTE
    expect(await young.codes.redeem(young.purpose, one)).toBe(true)
    expect(await old.codes.redeem(old.purpose, other)).toBe(false)
  })

  test('A-06 is sent again as long as it lives three minutes more, and then another', async () => {
    const { clock, codes, purpose, asks } = await world()
    const code = await asks()
    clock.now = NOW + 7 * MINUTE
    expect(await asks()).toBe(code)
    clock.now += 1
    const next = await asks()
    expect(next).not.toBe(code)
    expect(await codes.redeem(purpose, code)).toBe(false)
    expect(await codes.redeem(purpose, next)).toBe(true)
  })

  test('A-06 that was used, or tried too often, is not sent again', async () => {
    const { codes, purpose, asks } = await world()
    const code = await asks()
    await codes.redeem(purpose, code)
    const second = await asks()
    for (let time = 0; time < 5; time++) await codes.redeem(purpose, wrongFor(second))
    const third = await asks()
    expect(await codes.redeem(purpose, third)).toBe(true)
  })

  test('A-06 each thing has its own', async () => {
    const { codes, purpose, asks } = await world()
    const code = await asks()
    const other = await asks({ uniqueIdentifier: 'GW2' })
    expect(await codes.redeem(purpose, code)).toBe(true)
    expect(await codes.redeem({ ...purpose, uniqueIdentifier: 'GW2' }, other)).toBe(true)
  })

  test('A-06 is neither made nor mailed where nobody is, or where somebody has had enough mails', async () => {
    const nobody = await world()
    await nobody.codes.send({ ...nobody.purpose, userId: 'unheard-of' }, { kind: 'otp' })
    expect(nobody.sent).toEqual([])
    const flooded = await world({ mayWrite: false })
    await flooded.codes.send(flooded.purpose, { kind: 'otp' })
    expect(await open.store.otps.lives(flooded.purpose, 5, NOW)).toBe(false)
  })

  test('S-08 neither of what is stored of it tells it', async () => {
    const { asks, userId } = await world()
    const code = await asks()
    const otp = await open.store.otps.countTry({ userId, action: 'delete', uniqueIdentifier: 'GW1' }, 5, NOW)
    expect(otp).toMatch(/^\$argon2id\$/)
    expect(otp).not.toContain(code)
  })
})
