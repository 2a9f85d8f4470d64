import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type DriverName, drivers } from '#gateway/drivers/drivers.ts'
import { isBridge } from './bridges.ts'
import { gatehouseAddress } from './gatehouse-address.ts'
import { UsageError } from './usage-error.ts'

const bridgeNames = drivers.map(({ name }) => name)
/** A line of the help, in two columns. */
const line = (option: string, about: string): string => `  ${option.padEnd(20)} ${about}`

export const help = `npm run gateway -- --broker <url> --serial <serial number> --driver <name> [options]

  --broker <url>       port for gateways of Gatehouse: mqtts://home.example:1884; mqtt:// on the same machine only
  --serial <number>    serial number of this gateway
  --secret <secret>    its secret, which an administrator gets from POST /api/udm/device/<serial number>/secret;
                       better in GATEHOUSE_GATEWAY_SECRET, where no process list shows it
  --server <url>       instead of a secret: where browsers reach Gatehouse, https://home.example; http:// on the same
                       machine only. Once somebody has been assigned this gateway it is given its secret, which is kept
                       in the data folder; needs the secure id in GATEHOUSE_SECURE_ID
${line('--driver <name>', `${bridgeNames.join(', ')} or virtual (default ${bridgeNames[0]}); several: once for each`)}
  --mqtt <url>         the devices' own broker (default mqtt://127.0.0.1:1883; password in GATEHOUSE_MQTT_PASSWORD)
  --mqtt-user <name>   user at that broker
${drivers.map(({ name, option }) => line(`--${option.name} <topic>`, `${name}: ${option.about}`)).join('\n')}
  --devices <file>     virtual: JSON list of { "device": … } as the channel describes devices
  --data <folder>      where names, rooms and last values are kept (default data/gateway-<serial number>)
  --setup-port <port>  serves the local setup page: Wi-Fi, time zone, password. Its first start prints the password;
                       --serial alone is enough with it, for a gateway that has no network yet
  --setup-host <name>  address that the setup page listens on (default 127.0.0.1; it speaks plain HTTP)
  --setup-reset        makes another password of the setup page and prints it; the one before is worth nothing

  GATEHOUSE_CA           file with certificates (PEM) of your own authority, trusted besides those of this system
  GATEHOUSE_CLIENT_CERT  file with the certificate by which this gateway shows who it is, where Gatehouse asks for one
  GATEHOUSE_CLIENT_KEY   its private key`

/** How this gateway gets to Gatehouse: with a secret, or with what stands on it until it has one. */
export type Access = { broker: URL; secret: string } | { broker: URL; server: URL; secureId: string }

export interface SetupPlace {
  host: string
  port: number
  /** The password so far shall be worth nothing. */
  reset: boolean
}

export interface GatewayOptions {
  serialNumber: string
  data: string
  drivers: readonly string[]
  /** Address of the devices' broker with who we are there. */
  mqtt: URL
  topics: Readonly<Partial<Record<DriverName, string | undefined>>>
  devices: string | undefined
  setup: SetupPlace | undefined
  /** Without it only the setup page is served. */
  access: Access | undefined
}

/** Reads what the gateway was started with; undefined: it was asked for help. Everything is checked before anything begins. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): GatewayOptions | undefined {
  const given = parsed(args)
  if (given.help) return undefined
  const { serial: serialNumber, driver: chosen } = given
  const setup = setupOf(given)
  const access = accessOf(given, environment)
  if (serialNumber === undefined || (access === undefined && setup === undefined))
    throw new UsageError(
      `--broker, --serial and a secret, or --server and a secure id, are needed.\n\n${help}`,
    )
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(serialNumber))
    throw new UsageError('--serial: letters, digits, _ and -, at most 64.')
  const unknown = chosen.find((name) => name !== 'virtual' && !isBridge(name))
  if (unknown !== undefined)
    throw new UsageError(`--driver: there is no driver ${unknown}: ${bridgeNames.join(', ')} or virtual.`)
  if (chosen.includes('virtual') && given.devices === undefined)
    throw new UsageError('--driver virtual needs --devices <file>.')
  return {
    ...{ serialNumber, drivers: chosen, setup, access },
    data: given.data ?? join('data', `gateway-${serialNumber}`),
    mqtt: devicesBroker(given, environment.GATEHOUSE_MQTT_PASSWORD ?? ''),
    topics: Object.fromEntries(drivers.map(({ name, option }) => [name, given[option.name]])),
    devices: given.devices,
  }
}

type TopicOption = (typeof drivers)[number]['option']['name']

const topicOptions = Object.fromEntries(
  drivers.map(({ option }) => [option.name, { type: 'string' }]),
) as Record<TopicOption, { type: 'string' }>

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        broker: { type: 'string' },
        serial: { type: 'string' },
        secret: { type: 'string' },
        server: { type: 'string' },
        driver: { type: 'string', multiple: true, default: ['zigbee2mqtt'] },
        mqtt: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
        'mqtt-user': { type: 'string' },
        ...topicOptions,
        devices: { type: 'string' },
        data: { type: 'string' },
        'setup-port': { type: 'string' },
        'setup-host': { type: 'string', default: '127.0.0.1' },
        'setup-reset': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'unknown option'}\n\n${help}`)
  }
}

type Given = ReturnType<typeof parsed>

function setupOf(given: Given): SetupPlace | undefined {
  const { 'setup-port': port, 'setup-host': host, 'setup-reset': reset } = given
  if (port === undefined) {
    if (reset) throw new UsageError('--setup-reset needs --setup-port: the page whose password it is.')
    return undefined
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--setup-port: a number up to 65535; 0 picks a free port.')
  return { host, port: Number(port), reset }
}

function accessOf(
  { broker, server, secret }: Given,
  environment: Readonly<Record<string, string | undefined>>,
): Access | undefined {
  if (broker === undefined) return undefined
  const at = { broker: gatehouseAddress('--broker', broker) }
  const known = secret ?? environment.GATEHOUSE_GATEWAY_SECRET
  if (known) return { ...at, secret: known }
  if (server === undefined)
    throw new UsageError('--broker needs a secret (GATEHOUSE_GATEWAY_SECRET), or --server to be given one.')
  const secureId = environment.GATEHOUSE_SECURE_ID
  if (!secureId)
    throw new UsageError('--server needs the secure id that stands on the gateway, in GATEHOUSE_SECURE_ID.')
  return { ...at, server: gatehouseAddress('--server', server), secureId }
}

function devicesBroker({ mqtt, 'mqtt-user': user = '' }: Given, password: string): URL {
  const url = URL.canParse(mqtt) ? new URL(mqtt) : undefined
  if (!url || !/^mqtts?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError(`--mqtt: ${mqtt} is no address such as mqtt://127.0.0.1:1883 or mqtts://192.0.2.10.`)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  return url
}
