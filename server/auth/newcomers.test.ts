import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Registration } from '#schemas/generated/entities/registration.ts'
import { oneStore } from '../../tests/store/one.ts'
import { account } from '../../tests/store/samples.ts'
import { invite } from './invitation.ts'
import { ACTIVATION, INVITATION_LINK, INVITATION_MS, issueLink } from './links.ts'
import { checkRegistration, createAccount, faultsOfPerson } from './registration.ts'

const open = oneStore()
const NOW = Date.UTC(2026, 10, 14)
const SECRET = 'Brunnen-Kabel 7 Wald'
const flags = {
  NAME_REGEX: '^\\p{L}+$',
  EMAIL_REGEX: '^[a-z0-9-]+@[a-z.]+$',
  USER_ON_BOARDING_SOURCE: 'APP',
}
const address = (): string => `${randomUUID()}@gatehouse.test`
const body = (more: Partial<Registration> = {}): Registration => {
  const identity = more.identity ?? address()
  return {
    identity,
    firstName: 'Anna',
    lastName: 'Muster',
    gender: 'female',
    country: 'CH',
    preferredLanguage: 'ch_DE',
    contact: [{ contact: identity, contactType: 'email', isDefault: true }],
    secret: SECRET,
    confirmation: SECRET,
    userOnBoardingSource: 'APP',
    agreeRegister: true,
    isPrivacyPolicyAccepted: true,
    areTermsOfServiceAccepted: true,
    ...more,
  } as Registration
}
const faults = (given: Registration, settings: object = flags): unknown => {
  try {
    checkRegistration(given, { flags: settings as Record<string, unknown>, modules: {} })
    return 'good'
  } catch (error) {
    return (error as { faults: unknown }).faults
  }
}
const choices = { passwordHash: 'hash', policyVersion: 'v1', activated: false, now: NOW }

describe('spec 1 §5 a registration', () => {
  test('is good with all that it asks for, whatever the case of the address', () => {
    expect(faults(body())).toBe('good')
    expect(
      faults(
        body({ identity: 'ANNA@Gatehouse.test', contact: [{ contact: 'anna@gatehouse.TEST' }] as never }),
      ),
    ).toBe('good')
    const { country: _, ...without } = body()
    expect(faults(without as Registration)).toBe('good')
  })

  test.each([
    [{ firstName: 'Anna1' }, { errorCode: 'VALIDATION', field: '/firstName' }],
    [{ lastName: '' }, { errorCode: 'VALIDATION', field: '/lastName' }],
    [{ country: 'XX' }, { errorCode: 'VALIDATION', field: '/country' }],
    [{ userOnBoardingSource: 'OTHER' }, { errorCode: 'VALIDATION', field: '/userOnBoardingSource' }],
    [
      { contact: [{ contact: 'other@gatehouse.test' }] },
      { errorCode: 'VALIDATION', field: '/contact/0/contact' },
    ],
    [{ contact: [] }, { errorCode: 'VALIDATION', field: '/contact/0/contact' }],
    [{ agreeRegister: false }, { errorCode: 'MUST_BE_ACCEPTED', field: '/agreeRegister' }],
    [
      { isPrivacyPolicyAccepted: false },
      { errorCode: 'MUST_BE_ACCEPTED', field: '/isPrivacyPolicyAccepted' },
    ],
    [
      { areTermsOfServiceAccepted: false },
      { errorCode: 'MUST_BE_ACCEPTED', field: '/areTermsOfServiceAccepted' },
    ],
    [{ confirmation: 'other' }, { errorCode: 'PASSWORD_CONFIRM_NO_MATCH', field: '/confirmation' }],
  ])('with %j names the fault', (more, fault) => {
    expect(faults(body(more as Partial<Registration>))).toEqual([fault])
  })

  test('names every fault at once', () => {
    expect(
      faults(body({ identity: 'nobody', firstName: '1', secret: 'short', confirmation: 'short' })),
    ).toEqual([
      { errorCode: 'VALIDATION', field: '/firstName' },
      { errorCode: 'INVALID_MAIL_FORMAT', field: '/identity' },
      { errorCode: 'PASSWORD_RULES', field: '/secret' },
    ])
  })

  test('where the settings have no patterns, any name and address will do', () => {
    const nobody = { firstName: '1', lastName: '2', identity: 'nobody' }
    expect(faultsOfPerson(nobody, { flags: {}, modules: {} })).toEqual([])
    expect(faultsOfPerson(nobody, { flags: { NAME_REGEX: '1|2' }, modules: {} })).toEqual([])
  })
})

describe('spec 1 §5 an account that somebody registers', () => {
  test('has what he wrote, cleaned, and waits for its activation', async () => {
    const given = body({ firstName: ' Anna ', lastName: 'Muster\u200b' })
    const id = await createAccount(open.store, { ...given, identity: given.identity.toUpperCase() }, choices)
    expect(await open.store.accounts.credentials(given.identity)).toMatchObject({
      account: {
        id,
        username: given.identity,
        firstName: 'Anna',
        lastName: 'Muster',
        country: 'CH',
        groups: ['users'],
        contact: [{ contact: given.identity, contactType: 'email', isDefault: true }],
      },
      passwordHash: 'hash',
      standing: { activated: false, policyVersion: 'v1' },
    })
  })

  test('need not say its country', async () => {
    const { country: _, ...given } = body()
    const id = await createAccount(open.store, given as Registration, { ...choices, activated: true })
    expect(await open.store.accounts.find(id ?? '')).not.toHaveProperty('country')
    expect((await open.store.accounts.credentials(given.identity))?.standing.activated).toBe(true)
  })

  test('takes the place of one that was never activated, whose link is void', async () => {
    const given = body()
    const first = (await createAccount(open.store, given, choices)) ?? ''
    const token = await issueLink(open.store, { purpose: ACTIVATION, subject: first, now: NOW })
    const second = await createAccount(open.store, given, { ...choices, passwordHash: 'other' })
    expect(second).not.toBe(first)
    expect(await open.store.accounts.find(first)).toBeUndefined()
    expect(await open.store.tokens.peek(ACTIVATION, token, NOW)).toBeUndefined()
  })

  test('is none where somebody has the name', async () => {
    const given = body()
    await createAccount(open.store, given, { ...choices, activated: true })
    expect(await createAccount(open.store, given, choices)).toBeUndefined()
    expect((await open.store.accounts.credentials(given.identity))?.passwordHash).toBe('hash')
  })

  test('of two at once one is made', async () => {
    const given = body()
    const made = await Promise.all(
      [1, 2].map(() => createAccount(open.store, given, { ...choices, activated: true })),
    )
    expect(made.filter((id) => id !== undefined)).toHaveLength(1)
  })

  test('that cannot be stored for another reason says so', async () => {
    const broken = { ...open.store, atomically: () => Promise.reject(new Error('no room')) }
    await expect(createAccount(broken, body(), choices)).rejects.toThrow('no room')
    await expect(invite(broken, body(), NOW)).rejects.toThrow('no room')
  })
})

describe('somebody who is invited', () => {
  const invited = (identity: string) =>
    invite(open.store, { identity, firstName: ' Beat ', lastName: 'Muster', preferredLanguage: 'ch_EN' }, NOW)

  test('has an account without a password, which a link opens for a week', async () => {
    const identity = address()
    const made = await invited(identity.toUpperCase())
    const { id, token } = typeof made === 'object' ? made : { id: '', token: '' }
    expect(await open.store.accounts.credentials(identity)).toMatchObject({
      account: {
        id,
        firstName: 'Beat',
        groups: ['users'],
        preferredLanguage: 'ch_EN',
        contact: [{ contact: identity, contactType: 'email', isDefault: true }],
      },
      passwordHash: null,
      standing: { activated: false },
    })
    expect((await open.store.people.find(id))?.state).toBe('invited')
    const { tokens } = open.store
    expect(await tokens.peek(INVITATION_LINK, token, NOW + INVITATION_MS - 1)).toMatchObject({ subject: id })
    expect(await tokens.peek(INVITATION_LINK, token, NOW + INVITATION_MS)).toBeUndefined()
  })

  test('is invited once, and whoever is here is not', async () => {
    const identity = address()
    await invited(identity)
    expect(await invited(identity)).toBe('invited')
    const here = address()
    await open.store.accounts.create(account(randomUUID(), { username: here }), {
      passwordHash: null,
      at: NOW,
    })
    expect(await invited(here)).toBe('taken')
  })

  test('takes the place of whom registered that address and never came', async () => {
    const given = body()
    const first = (await createAccount(open.store, given, choices)) ?? ''
    const token = await issueLink(open.store, { purpose: ACTIVATION, subject: first, now: NOW })
    expect(await invited(given.identity)).toMatchObject({ id: expect.any(String) })
    expect(await open.store.accounts.find(first)).toBeUndefined()
    expect(await open.store.tokens.peek(ACTIVATION, token, NOW)).toBeUndefined()
  })

  test('by two at once is invited once', async () => {
    const identity = address()
    const made = await Promise.all([invited(identity), invited(identity)])
    expect(made.map((one) => typeof one).sort()).toEqual(['object', 'string'])
  })
})
