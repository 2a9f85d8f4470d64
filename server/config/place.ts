import { isLoopback } from '../http/addresses.ts'
import { ConfigError, readable } from './values.ts'

export type Mode = 'demo' | 'production'

export interface TlsConfig {
  cert: string
  key: string
}

export function modeOf(value: string | undefined, host: string): Mode {
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
