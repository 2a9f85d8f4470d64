import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isLoopback } from '../lib/addresses.ts'
import { isObject, SettingsError } from '../settings.ts'

/** A program that people may allow to use a gateway; registered by the deployment's settings file. */
export interface OauthClient {
  clientId: string
  name: string
  /** The only addresses that a browser is sent back to, letter for letter. */
  redirectUris: readonly string[]
  scopes: readonly 'gateway'[]
  /** sha-256 of its secret, hexadecimal; a program without one proves itself by PKCE alone. */
  secretSha256?: string
}

export type OauthClients = ReadonlyMap<string, OauthClient>

const KEYS: readonly string[] = ['clientId', 'name', 'redirectUris', 'scopes', 'secretSha256']

/** `clients` of the settings file; throws SettingsError with the entry that cannot be. */
export function readClients(settingsFile: string | undefined): OauthClients {
  if (settingsFile === undefined) return new Map()
  const settings: unknown = JSON.parse(readFileSync(settingsFile, 'utf8'))
  const listed = isObject(settings) ? settings.clients : undefined
  if (listed === undefined) return new Map()
  if (!Array.isArray(listed)) throw new SettingsError(`${settingsFile}: clients must be a list`)
  const clients = new Map<string, OauthClient>()
  for (const [at, entry] of listed.entries()) {
    const client = clientOf(entry, `${settingsFile}: clients[${at}]`)
    if (clients.has(client.clientId))
      throw new SettingsError(`${settingsFile}: clients[${at}]: ${client.clientId} stands there twice`)
    clients.set(client.clientId, client)
  }
  return clients
}

function clientOf(entry: unknown, where: string): OauthClient {
  const fail = (what: string): never => {
    throw new SettingsError(`${where}: ${what}`)
  }
  if (!isObject(entry)) return fail('an object was expected')
  const strange = Object.keys(entry).find((key) => !KEYS.includes(key))
  if (strange !== undefined) fail(`${strange} is not one of ${KEYS.join(', ')}`)
  const { clientId, name, redirectUris, scopes = ['gateway'], secretSha256 } = entry
  if (typeof clientId !== 'string' || !/^[A-Za-z0-9._~-]{1,64}$/.test(clientId))
    return fail('clientId must have 1 to 64 letters, digits, dots, hyphens, underlines or tildes')
  if (typeof name !== 'string' || !/^\P{C}{1,80}$/u.test(name))
    return fail('name must have 1 to 80 visible characters')
  if (!Array.isArray(redirectUris) || redirectUris.length === 0)
    return fail('redirectUris must name an address')
  for (const uri of redirectUris) {
    const fault = redirectFault(uri)
    if (fault !== undefined) fail(`redirectUris: ${String(uri)} ${fault}`)
  }
  if (!Array.isArray(scopes) || scopes.length === 0 || scopes.some((scope) => scope !== 'gateway'))
    return fail('scopes may only name gateway')
  if (
    secretSha256 !== undefined &&
    !(typeof secretSha256 === 'string' && /^[0-9a-f]{64}$/.test(secretSha256))
  )
    return fail('secretSha256 must be the sha-256 of the secret, in 64 small hexadecimal digits')
  // the hash of what stands in examples is everybody's.
  if (
    typeof secretSha256 === 'string' &&
    SAMPLES.some((sample) => sha256(sample).toString('hex') === secretSha256)
  )
    return fail('secretSha256 is that of an example; choose a secret of your own')
  return {
    clientId,
    name,
    redirectUris: redirectUris as string[],
    scopes: ['gateway'],
    ...(typeof secretSha256 === 'string' ? { secretSha256 } : {}),
  }
}

const SAMPLES: readonly string[] = [
  '',
  'secret',
  'password',
  'changeme',
  'change-me',
  'example',
  'test',
  'client-secret',
]

/** What is wrong with an address that a program registers; undefined = it may be used. */
export function redirectFault(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !/^[\x21-\x7e]{1,2000}$/.test(uri))
    return 'must be plain ASCII without spaces'
  if (/[\\*#]/.test(uri)) return 'may not contain a backslash, an asterisk or a fragment'
  if (!URL.canParse(uri)) return 'is not an absolute address'
  const url = new URL(uri)
  if (url.href !== uri && url.href !== `${uri}/`) return `must be written as browsers write it: ${url.href}`
  if (url.username !== '' || url.password !== '') return 'may not contain credentials'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:') return isLoopback(url.hostname) ? undefined : 'must begin with https://'
  // RFC 8252 §7.1: a scheme of one's own is a domain name turned round; javascript: and data: have no dot.
  return /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol) ? undefined : 'has a scheme that nobody owns'
}

/** The same answer and time whether a secret is wrong or missing. */
export function secretFits({ secretSha256 }: OauthClient, secret: string | undefined): boolean {
  if (secretSha256 === undefined) return secret === undefined
  return timingSafeEqual(sha256(secret ?? ''), Buffer.from(secretSha256, 'hex')) && secret !== undefined
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
