import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Comes with the first passkey that is used. */
const library = () => import('@simplewebauthn/browser')

/** What the browser or its person answered, or why there is no passkey. */
export type Asked<T> =
  | { passkey: T; refusal?: undefined }
  | { passkey?: undefined; refusal: 'PASSKEY_MISSING' | 'PASSKEYS_OFF' | 'PASSKEY_KNOWN' }

/** By the names that the standard gives these errors; any other one is a fault of ours. */
const REFUSALS = {
  // The person closed the browser's dialog, or no authenticator answered.
  NotAllowedError: 'PASSKEY_MISSING',
  AbortError: 'PASSKEY_MISSING',
  // The page stands under an address that passkeys of this server do not belong to.
  SecurityError: 'PASSKEYS_OFF',
  // This authenticator holds a passkey of the account already.
  InvalidStateError: 'PASSKEY_KNOWN',
} as const

const isRefusal = (name: string): name is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, name)

async function asked<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { passkey: await ask() }
  } catch (error) {
    if (error instanceof Error && isRefusal(error.name)) return { refusal: REFUSALS[error.name] }
    throw error
  }
}

/** Browsers know passkeys on safe pages with a name alone. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

export const signWithPasskey = (options: unknown) =>
  asked(async () =>
    (await library()).startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )

export const createPasskey = (options: unknown) =>
  asked(async () =>
    (await library()).startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
