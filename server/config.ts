import { type DriverName, drivers } from '#gateway/drivers/drivers.ts'
import { backupsOf } from './config/backups.ts'
import {
  asOrigin,
  forgetsDemo,
  type GatewayDoor,
  gatewayDoorOf,
  type Mode,
  modeOf,
  type TlsConfig,
  tlsOf,
} from './config/place.ts'
import { refuseSamples } from './config/samples.ts'
import {
  brokerOf,
  type GeoConfig,
  geoOf,
  type IdentityProviderConfig,
  identityProviderOf,
  type MailConfig,
  mailOf,
} from './config/services.ts'
import { ConfigError, listOf, oneOf, whole } from './config/values.ts'
import { type Environment, type VariableName, valueIn } from './config/variables.ts'
import { type WaysConfig, waysOf } from './config/ways.ts'
import { isLoopback, isNetwork } from './lib/addresses.ts'
import type { WholeBackupPlan } from './whole-backups.ts'

export interface Config {
  host: string
  port: number
  mode: Mode
  /** Production removes what a demo was seeded with. */
  forgetDemo: boolean
  /** What openStore takes. */
  store: string
  /** Origins of our own pages; empty = whichever loopback name and port the server has. */
  /** Copies of the whole server that it makes by itself. */
  backups: WholeBackupPlan | undefined
  origins: readonly string[]
  proxies: readonly string[]
  tls: TlsConfig | undefined
  admin: string
  settingsFile: string | undefined
  /** Folder of device models and rules, from the project's folder. */
  catalogue: string
  /** Brokers of bridges in this process. */
  bridges: Readonly<Partial<Record<DriverName, URL>>>
  identityProvider: IdentityProviderConfig | undefined
  geo: GeoConfig | undefined
  mail: MailConfig
  ways: WaysConfig
  deletionGraceMs: number
  /** Connections to the channel of one session a minute (M-08). */
  connectsPerMinute: number
  gateways: GatewayDoor | undefined
  session: { idleMs: number; maxMs: number }
  logLevel: string
  metricsToken: string | undefined
}

/** Reads the environment; throws ConfigError rather than start with something doubtful. */
export function readConfig(environment: Environment): Config {
  const get = (name: VariableName): string | undefined => valueIn(environment, name)
  const host = get('HOST') ?? '127.0.0.1'
  const origins = listOf(get('GATEHOUSE_ORIGIN')).map(asOrigin)
  const proxies = listOf(get('GATEHOUSE_PROXIES'))
  for (const network of proxies)
    if (!isNetwork(network))
      throw new ConfigError(
        'GATEHOUSE_PROXIES',
        `${network} is neither an address nor a network such as 10.0.0.0/8`,
      )
  const mode = modeOf(get('GATEHOUSE_MODE'), { host, origins, proxies })
  if (!isLoopback(host) && origins.length === 0)
    throw new ConfigError(
      'GATEHOUSE_ORIGIN',
      `needed because HOST is ${host}: say where browsers reach the server`,
    )
  refuseSamples(environment)
  const mail = mailOf(get, origins)
  return {
    host,
    mode,
    forgetDemo: forgetsDemo(get('GATEHOUSE_FORGET_DEMO'), mode),
    origins,
    port: whole('PORT', get('PORT'), 0, 65535),
    store: get('DATABASE_URL') ?? get('GATEHOUSE_DATA') ?? 'data',
    backups: backupsOf(environment, get),
    proxies,
    tls: tlsOf(get),
    admin: (
      get('GATEHOUSE_ADMIN') ?? `admin@${new URL(origins[0] ?? 'http://localhost').hostname}`
    ).toLowerCase(),
    settingsFile: get('GATEHOUSE_SETTINGS'),
    catalogue: get('GATEHOUSE_CATALOGUE') ?? 'catalogue',
    bridges: Object.fromEntries(
      drivers.flatMap(({ name, variable }) => {
        const address = brokerOf(variable.name, get(variable.name))
        return address ? [[name, address]] : []
      }),
    ),
    identityProvider: identityProviderOf(get, origins),
    geo: geoOf(get),
    mail,
    ways: waysOf(get, mail.from),
    connectsPerMinute: whole('GATEHOUSE_CONNECTS', get('GATEHOUSE_CONNECTS'), 1, 10_000),
    deletionGraceMs: whole('GATEHOUSE_DELETION_DAYS', get('GATEHOUSE_DELETION_DAYS'), 0, 365) * 86_400_000,
    gateways: gatewayDoorOf(get),
    session: {
      idleMs: whole('GATEHOUSE_SESSION_IDLE', get('GATEHOUSE_SESSION_IDLE'), 1, 8760) * 3_600_000,
      maxMs: whole('GATEHOUSE_SESSION_MAX', get('GATEHOUSE_SESSION_MAX'), 1, 8760) * 3_600_000,
    },
    logLevel: oneOf('GATEHOUSE_LOG', get('GATEHOUSE_LOG'), ['debug', 'info', 'warn', 'error', 'silent']),
    metricsToken: get('GATEHOUSE_METRICS_TOKEN'),
  }
}
