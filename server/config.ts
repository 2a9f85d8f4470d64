import { readFileSync } from 'node:fs'
import { isLoopback } from './http/addresses.ts'

/** One variable of the environment; README and docs are made from this table. */
export interface Variable {
  name: string
  /** As shown to operators; undefined = not set. */
  default?: string
  about: string
  /** Its value is never shown and may not be a sample. */
  secret?: true
}

export const variables = [
  { name: 'HOST', default: '127.0.0.1', about: 'Address that the server listens on.' },
  { name: 'PORT', default: '8080', about: 'Port of app, API and message channel; 0 picks a free one.' },
  {
    name: 'GATEHOUSE_MODE',
    about:
      'demo or production. demo creates the demo accounts and their home, and serves this machine only. ' +
      'Default: demo on a loopback address, else production.',
  },
  { name: 'GATEHOUSE_DATA', default: 'data', about: 'Folder of the embedded database.' },
  {
    name: 'DATABASE_URL',
    about: 'PostgreSQL, e.g. postgres://user:password@host/database; replaces the embedded database.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_ORIGIN',
    about:
      'Where browsers reach the server, e.g. https://home.example; several with commas, the first is used in links. ' +
      'Needed unless the server listens on a loopback address.',
  },
  {
    name: 'GATEHOUSE_PROXIES',
    about: 'Addresses or networks of proxies whose X-Forwarded-For is believed, with commas.',
  },
  {
    name: 'GATEHOUSE_TLS_CERT',
    about: 'File with the certificate chain (PEM); with the key, the server speaks TLS.',
  },
  { name: 'GATEHOUSE_TLS_KEY', about: 'File with the private key (PEM).' },
  {
    name: 'GATEHOUSE_ADMIN',
    about:
      'Production: user name of the first administrator. Default: admin@ and the host of GATEHOUSE_ORIGIN.',
  },
  {
    name: 'GATEHOUSE_ZIGBEE2MQTT',
    about:
      'Broker of a Zigbee2MQTT, e.g. mqtt://user:password@host:1883/zigbee2mqtt (the path is its base topic); ' +
      'its devices appear as the gateway "Zigbee2MQTT".',
    secret: true,
  },
  {
    name: 'GATEHOUSE_CATALOGUE',
    default: 'catalogue',
    about: 'Folder of device models and rules; changes appear at once.',
  },
  {
    name: 'GATEHOUSE_SETTINGS',
    about:
      'JSON file { "flags": {…}, "modules": {…}, "clients": […] } that overrides shipped values and registers ' +
      'programs which people may allow to use a gateway (OAuth 2).',
  },
  {
    name: 'GATEHOUSE_OIDC_ISSUER',
    about:
      'OpenID provider of the external sign-in (flag EXTERNAL_LOGIN), e.g. https://id.example; needs GATEHOUSE_ORIGIN, ' +
      'to whose /ssoredirect the provider sends people back.',
  },
  { name: 'GATEHOUSE_OIDC_CLIENT', about: 'Name under which this server is registered at the provider.' },
  { name: 'GATEHOUSE_OIDC_SECRET', about: 'Its secret, if it has one.', secret: true },
  { name: 'GATEHOUSE_OIDC_SCOPES', default: 'openid profile email', about: 'What is asked of the provider.' },
  {
    name: 'GATEHOUSE_OIDC_HOSTS',
    about: 'Further hosts of the provider that the server may call, with commas; others are never called.',
  },
  {
    name: 'GATEHOUSE_OIDC_PRIVATE',
    default: 'no',
    about: 'yes = the provider may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_OIDC_ACCOUNTS',
    default: 'create',
    about:
      'create = the first external sign-in makes an account; existing = only people who have one get in.',
  },
  {
    name: 'GATEHOUSE_SMTP',
    about:
      'Server for mails, e.g. smtps://user:password@mail.example; without it, mails stay in the outbox, where ' +
      'administrators read them.',
    secret: true,
  },
  {
    name: 'GATEHOUSE_MAIL_FROM',
    about:
      'Sender of mails, e.g. Gatehouse <home@example.org>. Default: gatehouse@ and the host of GATEHOUSE_ORIGIN.',
  },
  {
    name: 'GATEHOUSE_CONNECTS',
    default: '15',
    about:
      'Connections to the message channel that one session may make in a minute; more keep it out for five minutes. Wall panels that are reloaded often need more.',
  },
  {
    name: 'GATEHOUSE_DELETION_DAYS',
    default: '14',
    about: 'Days between the deletion of an account by its owner and its end.',
  },
  {
    name: 'GATEHOUSE_GEO',
    about:
      'Service that knows the address of a place, with {latitude} and {longitude} in its address; ' +
      'without it a list of Swiss towns is used.',
  },
  {
    name: 'GATEHOUSE_GEO_PRIVATE',
    default: 'no',
    about: 'yes = that service may be on this machine or in a private network.',
  },
  {
    name: 'GATEHOUSE_GATEWAY_PORT',
    about: 'Port on which gateways of their own sign in over MQTT; without it there are none.',
  },
  { name: 'GATEHOUSE_GATEWAY_HOST', default: '127.0.0.1', about: 'Address of that port.' },
  { name: 'GATEHOUSE_SESSION_IDLE', default: '168', about: 'Hours without use after which a session ends.' },
  { name: 'GATEHOUSE_SESSION_MAX', default: '720', about: 'Hours after which a session ends in any case.' },
  {
    name: 'GATEHOUSE_LOG',
    default: 'info',
    about: 'Least level that is logged: debug, info, warn, error or silent.',
  },
  {
    name: 'GATEHOUSE_METRICS_TOKEN',
    about: 'Bearer token for GET /metrics; without it only this machine may read them.',
    secret: true,
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']
export type Environment = Readonly<Record<string, string | undefined>>

export interface Config {
  host: string
  port: number
  mode: 'demo' | 'production'
  /** What openStore takes. */
  store: string
  /** Origins of our own pages; empty = whichever loopback name and port the server has. */
  origins: readonly string[]
  proxies: readonly string[]
  tls: { cert: string; key: string } | undefined
  admin: string
  settingsFile: string | undefined
  /** Folder of device models and rules, from the project's folder. */
  catalogue: string
  zigbee2mqtt: URL | undefined
  /** Of the external sign-in. */
  identityProvider:
    | {
        issuer: string
        clientId: string
        secret: string | undefined
        scopes: string
        hosts: readonly string[]
        privateAllowed: boolean
        accounts: 'create' | 'existing'
      }
    | undefined
  /** Of addresses by their place. */
  geo: { address: string; privateAllowed: boolean } | undefined
  mail: { smtp: URL | undefined; from: string }
  deletionGraceMs: number
  /** Connections to the channel of one session a minute (M-08). */
  connectsPerMinute: number
  gateways: { host: string; port: number } | undefined
  session: { idleMs: number; maxMs: number }
  logLevel: string
  metricsToken: string | undefined
}

/** A variable that cannot be used; the message says which and what to do. */
export class ConfigError extends Error {
  constructor(name: VariableName, what: string) {
    super(`${name}: ${what}`)
    this.name = 'ConfigError'
  }
}

/** Reads the environment; throws ConfigError rather than start with something doubtful. */
export function readConfig(environment: Environment): Config {
  const get = (name: VariableName): string | undefined => environment[name]?.trim() || fallback(name)
  const host = get('HOST') ?? '127.0.0.1'
  const mode = modeOf(get('GATEHOUSE_MODE'), host)
  const origins = listOf(get('GATEHOUSE_ORIGIN')).map(asOrigin)
  if (!isLoopback(host) && origins.length === 0)
    throw new ConfigError(
      'GATEHOUSE_ORIGIN',
      `needed because HOST is ${host}: say where browsers reach the server`,
    )
  refuseSamples(environment)
  const gatewayPort = get('GATEHOUSE_GATEWAY_PORT')
  return {
    host,
    mode,
    origins,
    port: whole('PORT', get('PORT'), 0, 65535),
    store: get('DATABASE_URL') ?? get('GATEHOUSE_DATA') ?? 'data',
    proxies: listOf(get('GATEHOUSE_PROXIES')),
    tls: tlsOf(get('GATEHOUSE_TLS_CERT'), get('GATEHOUSE_TLS_KEY')),
    admin: (
      get('GATEHOUSE_ADMIN') ?? `admin@${new URL(origins[0] ?? 'http://localhost').hostname}`
    ).toLowerCase(),
    settingsFile: get('GATEHOUSE_SETTINGS'),
    catalogue: get('GATEHOUSE_CATALOGUE') ?? 'catalogue',
    zigbee2mqtt: brokerOf('GATEHOUSE_ZIGBEE2MQTT', get('GATEHOUSE_ZIGBEE2MQTT')),
    identityProvider: identityProviderOf(get, origins),
    geo: geoOf(get),
    mail: mailOf(get, origins),
    connectsPerMinute: whole('GATEHOUSE_CONNECTS', get('GATEHOUSE_CONNECTS'), 1, 10_000),
    deletionGraceMs: whole('GATEHOUSE_DELETION_DAYS', get('GATEHOUSE_DELETION_DAYS'), 0, 365) * 86_400_000,
    gateways:
      gatewayPort === undefined
        ? undefined
        : {
            host: get('GATEHOUSE_GATEWAY_HOST') ?? '127.0.0.1',
            port: whole('GATEHOUSE_GATEWAY_PORT', gatewayPort, 0, 65535),
          },
    session: {
      idleMs: whole('GATEHOUSE_SESSION_IDLE', get('GATEHOUSE_SESSION_IDLE'), 1, 8760) * 3_600_000,
      maxMs: whole('GATEHOUSE_SESSION_MAX', get('GATEHOUSE_SESSION_MAX'), 1, 8760) * 3_600_000,
    },
    logLevel: oneOf('GATEHOUSE_LOG', get('GATEHOUSE_LOG'), ['debug', 'info', 'warn', 'error', 'silent']),
    metricsToken: get('GATEHOUSE_METRICS_TOKEN'),
  }
}

const table: readonly Variable[] = variables
const fallback = (name: VariableName): string | undefined => table.find((one) => one.name === name)?.default

const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function modeOf(value: string | undefined, host: string): Config['mode'] {
  const mode = value ?? (isLoopback(host) ? 'demo' : 'production')
  if (mode !== 'demo' && mode !== 'production') throw new ConfigError('GATEHOUSE_MODE', 'demo or production')
  // everybody knows the demo passwords.
  if (mode === 'demo' && !isLoopback(host))
    throw new ConfigError(
      'GATEHOUSE_MODE',
      `the demo serves this machine only, but HOST is ${host}; use production`,
    )
  return mode
}

function asOrigin(value: string): string {
  if (!URL.canParse(value))
    throw new ConfigError('GATEHOUSE_ORIGIN', `${value} is no origin such as https://home.example`)
  const url = new URL(value)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ConfigError('GATEHOUSE_ORIGIN', `${value} must begin with https:// or http://`)
  // M-10: without encryption only on this machine.
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ConfigError(
      'GATEHOUSE_ORIGIN',
      `${value} must begin with https://; only loopback addresses may go without`,
    )
  return url.origin
}

function brokerOf(name: VariableName, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^mqtts?:$/.test(new URL(value).protocol))
    throw new ConfigError(name, 'the address of a broker, e.g. mqtt://127.0.0.1:1883')
  return new URL(value)
}

function identityProviderOf(
  get: (name: VariableName) => string | undefined,
  origins: readonly string[],
): Config['identityProvider'] {
  const issuer = get('GATEHOUSE_OIDC_ISSUER')
  if (issuer === undefined) return undefined
  const yes = oneOf('GATEHOUSE_OIDC_PRIVATE', get('GATEHOUSE_OIDC_PRIVATE'), ['yes', 'no']) === 'yes'
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    throw new ConfigError('GATEHOUSE_OIDC_ISSUER', `${issuer} is no address such as https://id.example`)
  const { protocol, hostname } = new URL(issuer)
  if (protocol === 'http:' && !(yes && isLoopback(hostname)))
    throw new ConfigError(
      'GATEHOUSE_OIDC_ISSUER',
      `${issuer} must begin with https://; only a loopback address may go without, with GATEHOUSE_OIDC_PRIVATE=yes`,
    )
  if (origins.length === 0)
    throw new ConfigError('GATEHOUSE_ORIGIN', 'needed for the external sign-in: people are sent back there')
  const clientId = get('GATEHOUSE_OIDC_CLIENT')
  if (clientId === undefined)
    throw new ConfigError('GATEHOUSE_OIDC_CLIENT', 'needed together with GATEHOUSE_OIDC_ISSUER')
  const scopes = get('GATEHOUSE_OIDC_SCOPES') ?? 'openid'
  if (!scopes.split(' ').includes('openid'))
    throw new ConfigError('GATEHOUSE_OIDC_SCOPES', 'must contain openid')
  return {
    issuer,
    clientId,
    scopes,
    secret: get('GATEHOUSE_OIDC_SECRET'),
    hosts: listOf(get('GATEHOUSE_OIDC_HOSTS')),
    privateAllowed: yes,
    accounts:
      oneOf('GATEHOUSE_OIDC_ACCOUNTS', get('GATEHOUSE_OIDC_ACCOUNTS'), ['create', 'existing']) === 'create'
        ? 'create'
        : 'existing',
  }
}

function mailOf(get: (name: VariableName) => string | undefined, origins: readonly string[]): Config['mail'] {
  const address = get('GATEHOUSE_SMTP')
  const smtp = address !== undefined && URL.canParse(address) ? new URL(address) : undefined
  if (address !== undefined && (!smtp || !/^smtps?:$/.test(smtp.protocol) || smtp.hostname === ''))
    throw new ConfigError('GATEHOUSE_SMTP', 'the address of a mail server, e.g. smtps://mail.example')
  const from = get('GATEHOUSE_MAIL_FROM') ?? `gatehouse@${new URL(origins[0] ?? 'http://localhost').hostname}`
  if (!/^(?:[^<>@\p{Cc}]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(from))
    throw new ConfigError('GATEHOUSE_MAIL_FROM', 'one address, e.g. Gatehouse <home@example.org>')
  return { smtp, from }
}

function geoOf(get: (name: VariableName) => string | undefined): Config['geo'] {
  const address = get('GATEHOUSE_GEO')
  if (address === undefined) return undefined
  const privateAllowed = oneOf('GATEHOUSE_GEO_PRIVATE', get('GATEHOUSE_GEO_PRIVATE'), ['yes', 'no']) === 'yes'
  const url = URL.canParse(address) ? new URL(address) : undefined
  const speaks = url?.protocol === 'https:' || (url?.protocol === 'http:' && privateAllowed)
  if (!speaks || !address.includes('{latitude}') || !address.includes('{longitude}'))
    throw new ConfigError('GATEHOUSE_GEO', 'an https:// address with {latitude} and {longitude} in it')
  return { address, privateAllowed }
}

function tlsOf(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined)
    throw new ConfigError('GATEHOUSE_TLS_CERT', 'needed together with GATEHOUSE_TLS_KEY')
  if (key === undefined) throw new ConfigError('GATEHOUSE_TLS_KEY', 'needed together with GATEHOUSE_TLS_CERT')
  return { cert: readable('GATEHOUSE_TLS_CERT', cert), key: readable('GATEHOUSE_TLS_KEY', key) }
}

function readable(name: VariableName, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(
      name,
      `${file} cannot be read (${cause instanceof Error ? cause.message : 'unknown'})`,
    )
  }
}

function whole(name: VariableName, value: string | undefined, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(value ?? '') ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new ConfigError(name, `a whole number from ${min} to ${max}`)
  return number
}

function oneOf(name: VariableName, value: string | undefined, allowed: readonly string[]): string {
  if (value === undefined || !allowed.includes(value)) throw new ConfigError(name, allowed.join(', '))
  return value
}

/** What stands in examples; nobody's secret. */
const SAMPLE = /^(?:change.?me|secret|password|sample|example|test|default|admin|gatehouse|x+|<.*>)$/i

function refuseSamples(environment: Environment): void {
  for (const { name, secret } of table) {
    const value = environment[name]?.trim()
    if (!secret || !value) continue
    const shown = name as VariableName
    if (SAMPLE.test(passwordIn(value)))
      throw new ConfigError(shown, 'still has the value of an example; choose your own')
  }
}

function passwordIn(value: string): string {
  if (!URL.canParse(value)) return value
  try {
    return decodeURIComponent(new URL(value).password)
  } catch {
    return value
  }
}
