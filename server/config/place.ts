import { createSecureContext } from 'node:tls'
import { isLoopback } from '../lib/addresses.ts'
import { ConfigError, oneOf, readable, whole } from './values.ts'
import type { VariableName } from './variables.ts'

export type Mode = 'demo' | 'production'

export interface TlsConfig {
  cert: string
  key: string
}

export interface Reach {
  host: string
  origins: readonly string[]
  proxies: readonly string[]
}

/** Others than this machine may get here, be it through a proxy. */
export const isReachable = ({ host, origins, proxies }: Reach): boolean =>
  !isLoopback(host) || proxies.length > 0 || origins.some((origin) => !isLoopback(new URL(origin).hostname))

export function modeOf(value: string | undefined, reach: Reach): Mode {
  const mode = value ?? (isReachable(reach) ? 'production' : 'demo')
  if (mode !== 'demo' && mode !== 'production') throw new ConfigError('GATEHOUSE_MODE', 'demo or production')
  // everybody knows the demo passwords. Behind a proxy it is shown by who says so outright.
  if (mode === 'demo' && !isLoopback(reach.host))
    throw new ConfigError(
      'GATEHOUSE_MODE',
      `the demo serves this machine only, but HOST is ${reach.host}; use production`,
    )
  return mode
}

export function forgetsDemo(value: string | undefined, mode: Mode): boolean {
  const forget = oneOf('GATEHOUSE_FORGET_DEMO', value, ['yes', 'no']) === 'yes'
  if (forget && mode === 'demo')
    throw new ConfigError('GATEHOUSE_FORGET_DEMO', 'only production forgets a demo, and this is one')
  return forget
}

export function asOrigin(value: string): string {
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

/** The variables with the files of a certificate and its key. */
interface TlsNames {
  cert: VariableName
  key: VariableName
}

const OWN_TLS: TlsNames = { cert: 'GATEHOUSE_TLS_CERT', key: 'GATEHOUSE_TLS_KEY' }
const GATEWAY_TLS: TlsNames = { cert: 'GATEHOUSE_GATEWAY_TLS_CERT', key: 'GATEHOUSE_GATEWAY_TLS_KEY' }

type Get = (name: VariableName) => string | undefined

export const tlsOf = (get: Get): TlsConfig | undefined => pairOf(get, OWN_TLS)

function pairOf(get: Get, names: TlsNames): TlsConfig | undefined {
  const [cert, key] = [get(names.cert), get(names.key)]
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new ConfigError(names.cert, `needed together with ${names.key}`)
  if (key === undefined) throw new ConfigError(names.key, `needed together with ${names.cert}`)
  const pair = { cert: readable(names.cert, cert), key: readable(names.key, key) }
  try {
    createSecureContext(pair)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown'
    throw new ConfigError(names.key, `${key} and ${cert} are no key and certificate that fit (${why})`)
  }
  return pair
}

/** Where gateways of their own sign in. */
export interface GatewayDoor {
  host: string
  port: number
  tls: GatewayTls | undefined
}

interface GatewayTls extends TlsConfig {
  minVersion: 'TLSv1.2'
  /** Gateways show a certificate of this authority, besides their secret. */
  ca?: string
  requestCert?: true
  rejectUnauthorized?: true
}

export function gatewayDoorOf(get: Get): GatewayDoor | undefined {
  const port = get('GATEHOUSE_GATEWAY_PORT')
  if (port === undefined) return undefined
  const host = get('GATEHOUSE_GATEWAY_HOST') ?? '127.0.0.1'
  const tls = gatewayTlsOf(get)
  // M-10: a gateway's secret is not sent where others can read it.
  if (!tls && !isLoopback(host))
    throw new ConfigError(
      'GATEHOUSE_GATEWAY_HOST',
      `gateways on other machines (${host}) sign in over TLS only: set GATEHOUSE_GATEWAY_TLS_CERT and ` +
        'GATEHOUSE_GATEWAY_TLS_KEY, or GATEHOUSE_TLS_CERT and GATEHOUSE_TLS_KEY',
    )
  return { host, port: whole('GATEHOUSE_GATEWAY_PORT', port, 0, 65535), tls }
}

function gatewayTlsOf(get: Get): GatewayTls | undefined {
  const pair = pairOf(get, GATEWAY_TLS) ?? tlsOf(get)
  const clients = get('GATEHOUSE_GATEWAY_CLIENT_CA')
  if (!pair) {
    if (clients !== undefined)
      throw new ConfigError('GATEHOUSE_GATEWAY_CLIENT_CA', 'needs GATEHOUSE_GATEWAY_TLS_CERT and its key')
    return undefined
  }
  const door = { ...pair, minVersion: 'TLSv1.2' } as const
  if (clients === undefined) return door
  const ca = readable('GATEHOUSE_GATEWAY_CLIENT_CA', clients)
  if (!ca.includes('-----BEGIN CERTIFICATE-----'))
    throw new ConfigError('GATEHOUSE_GATEWAY_CLIENT_CA', `${clients} holds no certificate (PEM)`)
  return { ...door, ca, requestCert: true, rejectUnauthorized: true }
}
