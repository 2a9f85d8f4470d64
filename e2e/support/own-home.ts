import { type Served, serve } from '../../tests/support/serve.ts'
import { accounts, type Signed, signIn, test } from './test.ts'

/** A home of its own for all journeys of a file, whose owner is signed in: what is made in it stays there. */
export function ownHome(environment: () => Promise<Record<string, string>> = async () => ({})): {
  readonly url: string
  readonly session: Signed
} {
  let server: Served | undefined
  let session: Signed | undefined
  test.beforeAll(async () => {
    server = await serve({ GATEHOUSE_CONNECTS: '1000', ...(await environment()) })
    session = await signIn(server.url, accounts.home)
  })
  test.afterAll(async () => {
    await server?.remove()
  })
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The home is there once the journeys have begun')
    return one
  }
  return {
    get url() {
      return there(server).url
    },
    get session() {
      return there(session)
    },
  }
}
