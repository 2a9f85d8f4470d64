import { randomBytes } from 'node:crypto'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import { Authenticator } from '../support/authenticator.ts'
import { codeOf } from '../support/authenticator-app.ts'
import type { Success } from './account-successes.ts'
import { send } from './factor-kit.ts'
import type { Site } from './kit.ts'
import { origin } from './oauth-successes.ts'

const secret = 'Gatehouse-Test-1'

/** Somebody with a password, an app and a passkey, for one call. */
async function holder(site: Site, factors: 'app' | 'none' = 'app') {
  const id = `holder-${randomBytes(6).toString('hex')}`
  await site.store.accounts.create(
    { id, username: `${id}@gatehouse.test`, groups: ['users'], preferredLanguage: 'ch_EN', contact: [] },
    { passwordHash: await hashPassword(secret), at: site.now },
  )
  const sessionId = await site.sessionOf(id)
  const post = (path: string, body: unknown) => send(site, 'POST', `factors/${path}`, body, sessionId)
  const put = (path: string, body: unknown) => send(site, 'PUT', `factors/${path}`, body, sessionId)
  const beginApp = async () =>
    (await post('authenticator', { proof: secret })).json<{ secret: string }>().secret
  const beginKey = async () => {
    const key = new Authenticator(origin)
    const begun = await post('passkey', { proof: secret })
    return { key, passkey: key.register(begun.json<{ challenge: string; user: { id: string } }>()) }
  }
  if (factors === 'app') await put('authenticator', { code: codeOf(await beginApp(), site.now) })
  return { id, sessionId, headers: { sessionId }, put, beginApp, beginKey }
}

const waitingSignIn = async (site: Site, userId: string, payload: object): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = site.now + 60_000
  await site.store.tokens.put({ token, purpose: 'secondFactor', subject: userId, payload, expiresAt })
  return token
}

/** What makes the operations about second factors succeed. */
export const factorSuccesses: Readonly<Record<string, (site: Site) => Promise<Success>>> = {
  async giveFactor(site) {
    const { id, put, beginKey } = await holder(site)
    const { key, passkey } = await beginKey()
    await put('passkey', { name: 'Key', passkey })
    const challenge = randomBytes(32).toString('base64url')
    const token = await waitingSignIn(site, id, { by: 'password', challenge })
    return { body: { token, passkey: key.sign({ challenge }) } }
  },
  async disownSignIn(site) {
    const { id } = await holder(site, 'none')
    await site.store.tokens.put({
      token: 'not-me',
      purpose: 'notMe',
      subject: id,
      expiresAt: site.now + 1000,
    })
    return { body: { token: 'not-me' } }
  },
  async beginFactorSetUp(site) {
    const { id } = await holder(site, 'none')
    return { body: { token: await waitingSignIn(site, id, { by: 'password', setUp: true }) } }
  },
  async finishFactorSetUp(site) {
    const { id } = await holder(site, 'none')
    const token = await waitingSignIn(site, id, { by: 'password', setUp: true })
    const begun = await send(site, 'POST', 'factor/setUp', { token })
    const { authenticator } = begun.json<{ authenticator: { secret: string } }>()
    return { body: { token, code: codeOf(authenticator.secret, site.now) } }
  },
  async signInByPasskey(site) {
    const { id, put, beginKey } = await holder(site)
    const { key, passkey } = await beginKey()
    await put('passkey', { name: 'Key', passkey })
    const guest = await site.store.accounts.credentials('guest@gatehouse.test')
    await site.store.accounts.acceptPolicies(id, guest?.standing.policyVersion ?? '', site.now)
    const begun = await send(site, 'POST', 'passkey')
    const { token, passkey: asked } = begun.json<{ token: string; passkey: { challenge: string } }>()
    return { body: { token, passkey: key.sign(asked) } }
  },
  beginAuthenticator: async (site) => ({ headers: (await holder(site)).headers, body: { proof: secret } }),
  async finishAuthenticator(site) {
    const { headers, beginApp } = await holder(site, 'none')
    return { headers, body: { code: codeOf(await beginApp(), site.now) } }
  },
  beginPasskey: async (site) => ({ headers: (await holder(site)).headers, body: { proof: secret } }),
  async finishPasskey(site) {
    const { headers, beginKey } = await holder(site)
    return { headers, body: { name: 'Key', passkey: (await beginKey()).passkey } }
  },
  renewRecoveryCodes: async (site) => ({ headers: (await holder(site)).headers, body: { proof: secret } }),
  async renameFactor(site) {
    const { headers, put, beginKey } = await holder(site)
    const { key, passkey } = await beginKey()
    await put('passkey', { name: 'Key', passkey })
    return { headers, ids: { factor: key.id.toString('base64url') }, body: { name: 'Blue key' } }
  },
  removeFactor: async (site) => ({
    headers: (await holder(site)).headers,
    ids: { factor: 'authenticator' },
    body: { proof: secret },
  }),
  resetFactors: async (site) => ({
    ids: { id: (await holder(site)).id },
    body: { proof: 'Gatehouse-Admin-1' },
  }),
}
