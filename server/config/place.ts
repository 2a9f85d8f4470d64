import { isLoopback } from '../http/addresses.ts'
import { ConfigError, oneOf, readable } from './values.ts'

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

export function tlsOf(cert: string | undefined, key: string | undefined): TlsConfig | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined)
    throw new ConfigError('GATEHOUSE_TLS_CERT', 'needed together with GATEHOUSE_TLS_KEY')
  if (key === undefined) throw new ConfigError('GATEHOUSE_TLS_KEY', 'needed together with GATEHOUSE_TLS_CERT')
  return { cert: readable('GATEHOUSE_TLS_CERT', cert), key: readable('GATEHOUSE_TLS_KEY', key) }
}
