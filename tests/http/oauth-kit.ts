import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, newFolder, type Site, stranger } from './kit.ts'

/** A voice assistant with a secret, and a program on somebody's telephone without one. */
export const voice = {
  clientId: 'voice',
  name: 'Voice Assistant',
  redirectUris: ['https://voice.example/link', 'https://voice.example/link?region=eu'],
  secret: 'a-long-secret-of-the-voice-assistant',
} as const
export const pocket = {
  clientId: 'pocket',
  name: 'Pocket Remote',
  redirectUris: ['example.pocket.remote:/done', 'http://127.0.0.1:7777/done'],
} as const

const sha256 = (text: string) => createHash('sha256').update(text)

/** A settings file with both programs, and with flags. */
export function settingsFile(flags: Readonly<Record<string, unknown>> = {}, brands: unknown = {}): string {
  const file = join(newFolder(), 'settings.json')
  const { secret, ...known } = voice
  const clients = [{ ...known, secretSha256: sha256(secret).digest('hex') }, pocket]
  writeFileSync(file, JSON.stringify({ flags, brands, clients }))
  return file
}

export interface Proof {
  verifier: string
  challenge: string
}

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: sha256(verifier).digest('base64url') }
}

type Request = Record<string, string | undefined>

/** What the voice assistant asks for, as it stands in the address. */
export const requestOf = ({ challenge }: Pick<Proof, 'challenge'>, changes: Request = {}): Request => ({
  client_id: voice.clientId,
  redirect_uri: voice.redirectUris[0],
  response_type: 'code',
  scope: 'gateway',
  state: 'state-of-the-program',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...changes,
})

export const queryOf = (request: Request): string =>
  new URLSearchParams(
    Object.entries(request).filter((one): one is [string, string] => one[1] !== undefined),
  ).toString()

export const decide = (site: Site, sessionId: string, body: Request): Promise<Answer> =>
  site.call('POST', '/api/oauth2/authorize', { headers: { sessionId, 'x-forwarded-for': stranger() }, body })

/** The code that the program would find in the address it registered. */
export async function codeOf(
  site: Site,
  sessionId: string,
  request: Request,
  serialNumber: string,
): Promise<string> {
  const answer = await decide(site, sessionId, { ...request, serialNumber, decision: 'allow' })
  if (answer.status !== 200) throw new Error(answer.text)
  return new URL(answer.json<{ redirectTo: string }>().redirectTo).searchParams.get('code') ?? ''
}

export const exchange = (site: Site, body: Request): Promise<Answer> =>
  site.call('POST', '/api/oauth2_v2/token', {
    headers: { 'x-forwarded-for': stranger() },
    body: { client_id: voice.clientId, client_secret: voice.secret, ...body },
  })

export interface Tokens {
  access_token: string
  refresh_token: string
}

/** A whole authorization by this person for this gateway. */
export async function tokensFor(site: Site, userId: string, serialNumber: string): Promise<Tokens> {
  const proof = newProof()
  const code = await codeOf(site, await site.sessionOf(userId), requestOf(proof), serialNumber)
  const answer = await exchange(site, exchangeOf(code, proof))
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<Tokens>()
}

export const exchangeOf = (code: string, { verifier }: Proof, changes: Request = {}): Request => ({
  grant_type: 'authorization_code',
  code,
  code_verifier: verifier,
  redirect_uri: voice.redirectUris[0],
  ...changes,
})

export const asProgram = (
  site: Site,
  path: string,
  token: string,
  method = 'GET',
  body?: unknown,
): Promise<Answer> => site.call(method, path, { headers: { authorization: `Bearer ${token}` }, body })
