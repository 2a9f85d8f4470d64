import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Account } from '../../store/people/accounts.ts'
import type { Passkey, Passkeys } from '../../store/people/passkeys.ts'
import type { PasskeyPlace } from './place.ts'

export type { AuthenticationResponseJSON, RegistrationResponseJSON }

/** Comes with the first passkey that anybody uses: the start waits for none of it. */
const webauthn = () => import('@simplewebauthn/server')

/** How long a person may take to find key or telephone. */
export const CHALLENGE_MS = 5 * 60_000

const NAME = 'Gatehouse'
/** It proves who holds it and that it knows its holder: two factors in one, good for signing in without a password too. */
const VERIFIED = { userVerification: 'required' } as const

const transportsOf = ({ transports }: Passkey): AuthenticatorTransport[] => [
  ...(transports as readonly AuthenticatorTransport[]),
]
const credentialOf = (one: Passkey) => ({ id: one.id, transports: transportsOf(one) })

/** What an authenticator is asked for, to become one of the account's. */
export const registrationOptions = async (
  { id, username }: Pick<Account, 'id' | 'username'>,
  known: readonly Passkey[],
  place: PasskeyPlace,
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await webauthn()).generateRegistrationOptions({
    rpName: NAME,
    rpID: place.id,
    userID: new TextEncoder().encode(id),
    userName: username,
    timeout: CHALLENGE_MS,
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', ...VERIFIED },
  })

/** What an authenticator is asked to sign. Without keys any of this place may answer, and says whose it is. */
export const assertionOptions = async (
  place: PasskeyPlace,
  known: readonly Passkey[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: place.id,
    timeout: CHALLENGE_MS,
    allowCredentials: known.map(credentialOf),
    ...VERIFIED,
  })

/** What was registered; undefined when the answer proves nothing. */
export async function registered(
  response: RegistrationResponseJSON,
  challenge: string,
  place: PasskeyPlace,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...place.origins],
      expectedRPID: place.id,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    // What strangers send is no fault of ours, in whatever way it is wrong.
    return undefined
  }
}

/** The passkey that has signed this challenge, now used; undefined when none of this place has. */
export async function signedBy(
  passkeys: Passkeys,
  {
    response,
    challenge,
    place,
    now,
  }: {
    response: AuthenticationResponseJSON
    challenge: string
    place: PasskeyPlace
    now: number
  },
): Promise<Passkey | undefined> {
  const known = await passkeys.find(response.id)
  if (!known) return undefined
  const { userHandle } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== known.userId) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: [...place.origins],
      expectedRPID: place.id,
      credential: {
        ...credentialOf(known),
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
      requireUserVerification: true,
    })
    // One whose count does not go on was copied, or signs twice at once.
    return verified && (await passkeys.used(known.id, authenticationInfo.newCounter, now)) ? known : undefined
  } catch {
    return undefined
  }
}
