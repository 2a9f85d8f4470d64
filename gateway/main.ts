/** A gateway of its own: hosts a home here and connects it to Gatehouse. `npm run gateway -- --help` */
import { join } from 'node:path'
import type { Driver, DriverHost } from './core/ports.ts'
import { createVirtualDriver } from './drivers/virtual/driver.ts'
import { bridgeDriver, isBridge } from './node/bridges.ts'
import { readCatalogueRules } from './node/catalogue-rules.ts'
import { type Enrolment, enrolled, forgetSecret } from './node/enrol.ts'
import { ListenError, listenError } from './node/listening.ts'
import { type Access, type GatewayOptions, help, readOptions, type SetupPlace } from './node/options.ts'
import { Residence } from './node/residence.ts'
import { openSetup } from './node/setup/setup.ts'
import { clientCertificate, trustAuthority } from './node/trust.ts'
import { UsageError } from './node/usage-error.ts'
import { readVirtualDevices } from './node/virtual-devices.ts'

const log: DriverHost['log'] = (level, message, facts = {}) => {
  if (level !== 'debug')
    console.log(JSON.stringify({ at: new Date().toISOString(), level, message, ...facts }))
}

/** What has to be ended in order when this process is. */
const running: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.allSettled(running.map((end) => end())).then(() => process.exit(0))
  })
}

/** What makes the driver of this name; several drivers leave each other's devices alone. */
async function driverOf(
  name: string,
  { drivers, mqtt, topics, devices }: GatewayOptions,
): Promise<() => Driver> {
  if (isBridge(name)) {
    const address = new URL(mqtt)
    address.pathname = (topics[name] ?? '').split('/').map(encodeURIComponent).join('/')
    const beside = drivers.filter(isBridge).map((one) => ({ name: one, topic: topics[one] }))
    return bridgeDriver(name, { address, rules: readCatalogueRules, beside, log })
  }
  const described = readVirtualDevices(devices ?? '')
  return () => createVirtualDriver({ devices: described })
}

/** Serves the setup page, and answers the zone that is set there. */
async function serveSetup(
  { host, port, reset }: SetupPlace,
  { serialNumber, data }: GatewayOptions,
): Promise<() => string> {
  const setup = await openSetup({ serialNumber, host, port, data, forgetPassword: reset, log }).catch(
    (error: unknown) => {
      throw listenError(error, { host, port, instead: 'choose another with --setup-port.' })
    },
  )
  running.push(setup.close)
  const { url, simulated, fresh } = setup
  log('info', 'The setup page is open', { url, simulated })
  if (fresh !== undefined) {
    // Kept only once it was shown: a start that fails before locks nobody out.
    console.log(`Password of the setup page, shown this once: ${fresh}`)
    await setup.keepPassword()
  }
  return setup.zone
}

type Live = (secret: string, refused?: () => void) => Promise<Residence>

/** Gets the secret from Gatehouse, and another one when the gateway has found somebody else. */
async function liveEnrolled(live: Live, enrolment: Enrolment): Promise<void> {
  for (;;) {
    const known = await enrolled(enrolment)
    let refuse: () => void = () => undefined
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    const residence = await live(known, refuse)
    await refused
    await residence.close()
    await forgetSecret(enrolment.file)
  }
}

async function run(options: GatewayOptions): Promise<void> {
  const { env } = process
  trustAuthority(env.GATEHOUSE_CA || undefined)
  const certificate = clientCertificate(
    env.GATEHOUSE_CLIENT_CERT || undefined,
    env.GATEHOUSE_CLIENT_KEY || undefined,
  )
  const { serialNumber, data, access, setup } = options
  // All files are read before anything is opened: what is wrong with them is said at once.
  const makers = access ? await Promise.all(options.drivers.map((name) => driverOf(name, options))) : []
  const zone = setup && (await serveSetup(setup, options))
  if (!access) return
  const live: Live = async (secret, refused) => {
    const drivers = () => makers.map((make) => make())
    const broker = access.broker.href
    const residence = new Residence({
      serialNumber,
      broker,
      certificate,
      secret,
      data,
      drivers,
      log,
      refused,
      zone,
    })
    running.push(() => residence.close())
    await residence.start()
    return residence
  }
  await begin(live, access, { serialNumber, file: join(data, 'secret'), log })
}

async function begin(
  live: Live,
  access: Access,
  enrolment: Omit<Enrolment, 'server' | 'secureId'>,
): Promise<void> {
  if ('secret' in access) await live(access.secret)
  else await liveEnrolled(live, { ...enrolment, server: access.server.href, secureId: access.secureId })
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options) await run(options)
  else console.log(help)
} catch (error) {
  // What can be mended is said in a sentence; the rest with its trace.
  if (!(error instanceof UsageError || error instanceof ListenError)) throw error
  console.error(error.message)
  process.exit(2)
}
