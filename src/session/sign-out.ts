import { http } from '#data/http.ts'
import { safeReturn } from '#lib/safe-return.ts'
import { session } from './session.ts'
import { forgetOwn } from './tab-storage.ts'

/** Leaves at once; the server is told, but nobody waits for it or hears that it did not answer. */
export async function signOut(): Promise<void> {
  // The page is left for the administrator's own: what is on its way then would not arrive.
  if (session.state().viewing !== undefined) {
    await http.call('logout', {}).catch(() => undefined)
    return session.end()
  }
  const elsewhere = await providerSession()
  const told = http.call('logout', {}).catch(() => undefined)
  session.end()
  forgetOwn()
  await told
  if (elsewhere !== undefined) location.assign(elsewhere)
}

/** Where the session of the identity provider is ended as well (flag EXTERNAL_LOGOUT); only this session may ask. */
async function providerSession(): Promise<string | undefined> {
  if (session.state().settings?.flags.EXTERNAL_LOGOUT !== true) return undefined
  try {
    const { url } = (await http.call('externalLogout', {})).data
    return safeReturn(url, location.origin, [url])
  } catch {
    return undefined
  }
}
