import type { PendingFactor } from '#schemas/generated/entities/pending-factor.ts'
import { hashPassword } from '#server/auth/passwords/password-hash.ts'
import type { Surroundings } from '#server/start.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { type Answer, type Sent, Site, silent, stranger } from './kit.ts'

export const ORIGIN = 'https://home.example'
export const STEP_MS = 30_000

/** Not the demo: administrators need a second factor, and passkeys have a domain. */
export const productionSite = (more: Record<string, string> = {}, surroundings: Partial<Surroundings> = {}) =>
  Site.open(
    { GATEHOUSE_MODE: 'production', GATEHOUSE_ORIGIN: ORIGIN, ...more },
    silent,
    undefined,
    surroundings,
  )

export interface Person {
  id: string
  identity: string
  secret: string
}

let people = 0
let hash: Promise<string> | undefined
/** Somebody who has a password and has accepted everything. */
export async function personAt(site: Site, ...groups: [string, ...string[]]): Promise<Person> {
  people++
  const id = `${groups[0]}-${people}`
  const secret = 'Gatehouse-Test-1'
  hash ??= hashPassword(secret)
  await site.store.accounts.create(
    { id, username: `${id}@gatehouse.test`, groups, preferredLanguage: 'ch_EN', contact: [] },
    { passwordHash: await hash, at: site.now, policyVersion: await policyVersionOf(site) },
  )
  return { id, identity: `${id}@gatehouse.test`, secret }
}

const versions = new WeakMap<Site, string>()
/** The server says nowhere which version it wants; whoever accepts one is written down with it. */
async function policyVersionOf(site: Site): Promise<string> {
  const known = versions.get(site)
  if (known !== undefined) return known
  const first = { id: `reader-${people}`, username: `reader-${people}@gatehouse.test` }
  await site.store.accounts.create(
    { ...first, groups: ['users'], preferredLanguage: 'ch_EN', contact: [] },
    { passwordHash: (await hash) ?? null, at: site.now },
  )
  const body = { identity: first.username, secret: 'Gatehouse-Test-1' }
  await site.call('POST', '/api/auth/login', {
    body: { ...body, isPrivacyPolicyAccepted: true, areTermsOfServiceAccepted: true },
    headers: { 'x-forwarded-for': stranger() },
  })
  const version = (await site.store.accounts.credentials(first.username))?.standing.policyVersion ?? ''
  versions.set(site, version)
  return version
}

export const send = (
  site: Site,
  method: string,
  path: string,
  body?: unknown,
  sessionId?: string,
): Promise<Answer> => {
  const sent: Sent = { headers: { 'x-forwarded-for': stranger(), ...(sessionId && { sessionId }) }, body }
  return site.call(method, `/api/auth/${path}`, sent)
}

/** The first proof: answers what is missing. */
export async function firstProof(site: Site, { identity, secret }: Person): Promise<PendingFactor> {
  const answer = await site.login({ identity, secret })
  if (answer.status !== 300) throw new Error(`${identity}: ${answer.status} ${answer.text}`)
  return answer.json<PendingFactor>()
}

/** Sets up an authenticator app with a session that is there already. */
export async function withApp(site: Site, { id, secret: password }: Person) {
  const sessionId = await site.sessionOf(id)
  const begun = await send(site, 'POST', 'factors/authenticator', { proof: password }, sessionId)
  const { secret } = begun.json<{ secret: string }>()
  const done = await send(site, 'PUT', 'factors/authenticator', { code: codeOf(secret, site.now) }, sessionId)
  if (done.status !== 200) throw new Error(`${id}: ${begun.text} ${done.text}`)
  const { recoveryCodes = [] } = done.json<{ recoveryCodes?: string[] }>()
  site.pass(STEP_MS)
  return { secret, recoveryCodes, sessionId }
}

export const errorOf = (answer: Answer): string =>
  `${answer.status} ${answer.json<{ errorCode: string }[]>()[0]?.errorCode}`
