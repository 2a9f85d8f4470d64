import { http } from '#data/http.ts'
import { session } from './session.ts'

/** Leaves at once; the server is told, but nobody waits for it or hears that it did not answer. */
export async function signOut(): Promise<void> {
  const told = http.call('logout', {}).catch(() => undefined)
  session.end()
  await told
}
