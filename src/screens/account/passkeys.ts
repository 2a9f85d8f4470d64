import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Comes with the first passkey that is used. */
const library = () => import('@simplewebauthn/browser')

/** The person closed the browser's dialog, or the authenticator did not answer: undefined. */
async function answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
      return undefined
    throw error
  }
}

/** Browsers know passkeys on safe pages with a name alone. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

export const signWithPasskey = (options: unknown) =>
  answered(async () =>
    (await library()).startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  )

export const createPasskey = (options: unknown) =>
  answered(async () =>
    (await library()).startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
