import { isLoopback } from '../lib/addresses.ts'
import { ConfigError, listOf, oneOf } from './values.ts'
import type { VariableName } from './variables.ts'

/** The provider of the external sign-in. */
export interface IdentityProviderConfig {
  issuer: string
  clientId: string
  secret: string | undefined
  scopes: string
  hosts: readonly string[]
  privateAllowed: boolean
  accounts: 'create' | 'existing'
}

export interface MailConfig {
  smtp: URL | undefined
  from: string
}

/** The service that knows addresses by their place. */
export interface GeoConfig {
  address: string
  privateAllowed: boolean
}

type Get = (name: VariableName) => string | undefined

export function brokerOf(name: VariableName, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !/^mqtts?:$/.test(new URL(value).protocol))
    throw new ConfigError(name, 'the address of a broker, e.g. mqtt://127.0.0.1:1883')
  return new URL(value)
}

export function identityProviderOf(get: Get, origins: readonly string[]): IdentityProviderConfig | undefined {
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

export function mailOf(get: Get, origins: readonly string[]): MailConfig {
  const address = get('GATEHOUSE_SMTP')
  const smtp = address !== undefined && URL.canParse(address) ? new URL(address) : undefined
  if (address !== undefined && (!smtp || !/^smtps?:$/.test(smtp.protocol) || smtp.hostname === ''))
    throw new ConfigError('GATEHOUSE_SMTP', 'the address of a mail server, e.g. smtps://mail.example')
  const from = get('GATEHOUSE_MAIL_FROM') ?? `gatehouse@${new URL(origins[0] ?? 'http://localhost').hostname}`
  if (!/^(?:[^<>@\p{Cc}]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(from))
    throw new ConfigError('GATEHOUSE_MAIL_FROM', 'one address, e.g. Gatehouse <home@example.org>')
  return { smtp, from }
}

export function geoOf(get: Get): GeoConfig | undefined {
  const address = get('GATEHOUSE_GEO')
  if (address === undefined) return undefined
  const privateAllowed = oneOf('GATEHOUSE_GEO_PRIVATE', get('GATEHOUSE_GEO_PRIVATE'), ['yes', 'no']) === 'yes'
  const url = URL.canParse(address) ? new URL(address) : undefined
  const speaks = url?.protocol === 'https:' || (url?.protocol === 'http:' && privateAllowed)
  if (!speaks || !address.includes('{latitude}') || !address.includes('{longitude}'))
    throw new ConfigError('GATEHOUSE_GEO', 'an https:// address with {latitude} and {longitude} in it')
  return { address, privateAllowed }
}
