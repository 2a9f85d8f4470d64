import { statSync } from 'node:fs'
import { isReachable } from '../config/place.ts'
import type { Config } from '../config.ts'
import { isLoopback } from '../lib/addresses.ts'
import type { Store } from '../store/store.ts'

/** unsafe: somebody may get in or listen in, or data may be lost. advice: something will not work, or not well. */
export type Weight = 'unsafe' | 'advice'

/** What a check may look at. */
export interface Deployment {
  config: Config
  store: Store
  /** Addresses of proxies that passed something on although nobody named them, since the start. */
  strangeProxies: readonly string[]
  /** How many things are wrong in the files of the catalogue's folder. */
  faults?: number
  /** Why the last copy of the server could not be made. */
  backupFailure?: string | undefined
}

/** What stands for {{name}} in the words of a check. */
type Facts = Readonly<Record<string, string>>

export interface Check {
  /** Its words are `checks.<id>` in locales/<language>/selfcheck.json: what is, and what to do. */
  id: string
  weight: Weight
  /** The facts of what is wrong; undefined: nothing is. */
  look(deployment: Deployment): Promise<Facts | undefined> | Facts | undefined
}

const wrong = (is: boolean, facts: Facts = {}): Facts | undefined => (is ? facts : undefined)

const plainOrigin = (origins: readonly string[]): string | undefined =>
  origins.find((origin) => origin.startsWith('http:'))

/** Read by everybody on this machine; where there are no such rights, nothing is known. */
function openToOthers(folder: string): boolean {
  try {
    return process.platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0
  } catch {
    return false
  }
}

/** PostgreSQL on another machine, without a word about TLS. */
function plainDatabase(location: string): string | undefined {
  if (!URL.canParse(location)) return undefined
  const { protocol, hostname, searchParams } = new URL(location)
  if (!protocol.startsWith('postgres') || hostname === '' || isLoopback(hostname)) return undefined
  const mode = searchParams.get('sslmode')
  return mode === null || mode === 'disable' ? hostname : undefined
}

/** Each thing that makes a deployment unsafe. Another one is one entry here and its words in both languages. */
export const checks: readonly Check[] = [
  {
    id: 'demoReachable',
    weight: 'unsafe',
    look: ({ config }) => wrong(config.mode === 'demo' && isReachable(config)),
  },
  {
    id: 'demo',
    weight: 'advice',
    look: ({ config }) => wrong(config.mode === 'demo' && !isReachable(config)),
  },
  {
    id: 'strangeProxy',
    weight: 'unsafe',
    look: ({ strangeProxies }) => wrong(strangeProxies.length > 0, { addresses: strangeProxies.join(', ') }),
  },
  {
    id: 'proxyWithoutOrigin',
    weight: 'unsafe',
    look: ({ config }) => wrong(config.proxies.length > 0 && config.origins.length === 0),
  },
  {
    id: 'plainOrigin',
    weight: 'unsafe',
    look: ({ config: { mode, origins } }) => {
      const origin = plainOrigin(origins)
      return mode === 'production' && origin !== undefined ? { origin } : undefined
    },
  },
  {
    id: 'plainPort',
    weight: 'unsafe',
    look: ({ config: { host, tls, proxies } }) =>
      wrong(!isLoopback(host) && tls === undefined, {
        host,
        proxies: proxies.length > 0 ? proxies.join(', ') : '–',
      }),
  },
  {
    id: 'proxiesEverywhere',
    weight: 'unsafe',
    look: ({ config: { proxies } }) => {
      const wide = proxies.find((network) => /\/[0-7]$/.test(network))
      return wide === undefined ? undefined : { network: wide }
    },
  },
  {
    id: 'plainGateways',
    weight: 'unsafe',
    look: ({ config: { gateways } }) =>
      gateways && !gateways.tls && !isLoopback(gateways.host) ? { host: gateways.host } : undefined,
  },
  {
    id: 'metricsOpen',
    weight: 'advice',
    look: ({ config }) =>
      wrong(config.mode === 'production' && config.metricsToken === undefined && isReachable(config)),
  },
  {
    id: 'plainDatabase',
    weight: 'unsafe',
    look: ({ config }) => {
      const host = plainDatabase(config.store)
      return host === undefined ? undefined : { host }
    },
  },
  {
    id: 'openFolder',
    weight: 'unsafe',
    look: ({ config, store }) =>
      wrong(store.engine === 'sqlite' && openToOthers(config.store), { folder: config.store }),
  },
  {
    id: 'catalogueFaults',
    weight: 'advice',
    look: ({ faults = 0 }) => wrong(faults > 0, { number: String(faults) }),
  },
  {
    id: 'noBackups',
    weight: 'advice',
    look: ({ config, store }) =>
      wrong(config.mode === 'production' && store.engine === 'sqlite' && config.backups === undefined),
  },
  {
    id: 'backupFailed',
    weight: 'unsafe',
    look: ({ config: { backups }, backupFailure }) =>
      backups && backupFailure !== undefined ? { folder: backups.to, failure: backupFailure } : undefined,
  },
  {
    id: 'noMail',
    weight: 'advice',
    look: ({ config }) => wrong(config.mode === 'production' && config.mail.smtp === undefined),
  },
  {
    id: 'noAdministrator',
    weight: 'unsafe',
    look: async ({ config, store }) =>
      wrong(config.mode === 'production' && (await store.accounts.count('admin')) === 0),
  },
  {
    // Sign-in asks them to set one up: until then a password alone is enough to do that in their place.
    id: 'administratorsWithoutFactor',
    weight: 'unsafe',
    look: async ({ config, store }) => {
      const without = config.mode === 'production' ? await store.factors.lackedBy('admin') : 0
      return wrong(without > 0, { number: String(without) })
    },
  },
]
