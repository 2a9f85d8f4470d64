import type { Driver, DriverHost } from '#gateway/core/ports.ts'
import { type DriverName, drivers } from '#gateway/drivers/drivers.ts'
import type { DriverDeclaration } from '#gateway/drivers/shared/declaration.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { BridgeThread } from './isolated/bridge-thread.ts'
import type { MqttAccess } from './mqtt-port.ts'
import { unreachable } from './reason.ts'

export const isBridge = (name: string): name is DriverName => drivers.some((one) => one.name === name)

const declared = (name: DriverName): DriverDeclaration => {
  const found = drivers.find((one) => one.name === name)
  if (!found) throw new Error(`There is no driver ${name}`)
  return found
}

export interface BridgeAccess {
  /** mqtt://user:password@host:1883/topic: the path is the topic below which the bridge publishes, if it is not the usual one. */
  address: URL
  rules(): CatalogueRules
  /** The others beside it: what they serve, it leaves alone. */
  beside: readonly Neighbour[]
  /** Is told why the broker cannot be reached. */
  log: DriverHost['log']
}

/** Another bridge on the same broker, with the topic below which it publishes if it is not the usual one. */
export interface Neighbour {
  name: DriverName
  topic?: string | undefined
}

/** What makes the driver, as often as its home starts. */
export async function bridgeDriver(
  name: DriverName,
  { address, rules, beside, log }: BridgeAccess,
): Promise<() => Driver> {
  const driver = declared(name)
  const url = new URL(address)
  const topic = decodeURIComponent(url.pathname.slice(1)) || undefined
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.pathname = url.username = url.password = ''
  const access: MqttAccess = { url: url.href, ...(username && { username, password }) }
  const ignore = beside.flatMap((one) => declared(one.name).claims?.(one.topic) ?? [])
  if (driver.isolated) {
    const { isolatedDriver } = await import('./isolated/driver.ts')
    const entry = new URL('./isolated/bridge-thread.ts', import.meta.url)
    return () => {
      const options: BridgeThread = { name, access, topic, ignore, rules: rules() }
      return isolatedDriver({ name, entry, options })
    }
  }
  const make = await driver.load()
  const { openMqttPort } = await import('./mqtt-port.ts')
  // Hears once of each reason why the broker cannot be reached.
  const failed = (error: string): void => log('warn', unreachable(name), { broker: url.host, error })
  return () => make({ mqtt: openMqttPort(access, failed), rules: rules(), topic, ignore })
}
