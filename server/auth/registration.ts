import { randomUUID } from 'node:crypto'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { Registration } from '#schemas/generated/entities/registration.ts'
import { isCountry } from '../countries.ts'
import { type Fault, Refusal } from '../lib/refusal.ts'
import type { Settings } from '../settings.ts'
import { ConflictError } from '../store/errors.ts'
import type { Store } from '../store/store.ts'
import { ACTIVATION } from './links.ts'
import { checkNewPassword } from './passwords/password-rules.ts'

/** spec 1 §5: what a registration must be beyond its schema. Throws a Refusal with every field at fault. */
export function checkRegistration(body: Registration, settings: Settings): void {
  const { flags } = settings
  const faults: Fault[] = []
  const need = (good: boolean, field: string, errorCode = 'VALIDATION') => {
    if (!good) faults.push({ errorCode, field })
  }
  const identity = body.identity.toLowerCase()
  faults.push(...faultsOfPerson(body, settings))
  // The link of the activation goes to the user name: it proves that contact and no other.
  need(body.contact[0]?.contact.toLowerCase() === identity, '/contact/0/contact')
  need(body.country === undefined || isCountry(body.country), '/country')
  need(body.userOnBoardingSource === flags.USER_ON_BOARDING_SOURCE, '/userOnBoardingSource')
  for (const box of ['agreeRegister', 'isPrivacyPolicyAccepted', 'areTermsOfServiceAccepted'] as const)
    need(body[box], `/${box}`, 'MUST_BE_ACCEPTED')
  try {
    checkNewPassword(body.secret, body.confirmation, settings)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    faults.push(...error.faults)
  }
  if (faults.length > 0) throw new Refusal('invalid', faults)
}

/** What is wrong with names and address of whoever is to have an account. */
export function faultsOfPerson(
  { firstName, lastName, identity }: Pick<Registration, 'firstName' | 'lastName' | 'identity'>,
  { flags }: Settings,
): readonly Fault[] {
  const faults: Fault[] = []
  if (!matches(flags.NAME_REGEX, cleanName(firstName)))
    faults.push({ errorCode: 'VALIDATION', field: '/firstName' })
  if (!matches(flags.NAME_REGEX, cleanName(lastName)))
    faults.push({ errorCode: 'VALIDATION', field: '/lastName' })
  if (!matches(flags.EMAIL_REGEX, identity.toLowerCase()))
    faults.push({ errorCode: 'INVALID_MAIL_FORMAT', field: '/identity' })
  return faults
}

const matches = (pattern: unknown, text: string): boolean =>
  typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text)

interface Choices {
  passwordHash: string
  policyVersion: string
  activated: boolean
  now: number
}

/**
 * Makes the account; undefined when somebody has the name. An account that was never activated has proved nothing and
 * gives way: whoever registers a foreign address keeps nobody from it.
 */
export async function createAccount(
  store: Store,
  body: Registration,
  { passwordHash, policyVersion, activated, now }: Choices,
): Promise<string | undefined> {
  const username = body.identity.toLowerCase()
  const id = randomUUID()
  try {
    return await store.atomically(async ({ accounts, tokens }) => {
      const known = await accounts.credentials(username)
      // Nor does one that somebody was invited to: the way in is already on its way to that address.
      if (known?.standing.activated || known?.standing.invited) return undefined
      if (known) {
        await accounts.remove(known.account.id)
        await tokens.invalidate(ACTIVATION, known.account.id)
      }
      await accounts.create(
        {
          id,
          username,
          firstName: cleanName(body.firstName),
          lastName: cleanName(body.lastName),
          gender: body.gender,
          ...(body.country === undefined ? {} : { country: body.country }),
          groups: ['users'],
          preferredLanguage: body.preferredLanguage,
          contact: [
            { _id: randomUUID(), label: 'Default', contact: username, contactType: 'email', isDefault: true },
          ],
        },
        { passwordHash, policyVersion, activated, at: now, onBoardingSource: body.userOnBoardingSource },
      )
      return id
    })
  } catch (error) {
    // Two registrations of one name at once.
    if (error instanceof ConflictError) return undefined
    throw error
  }
}
