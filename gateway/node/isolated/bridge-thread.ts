/** Thread of a driver that works out what strangers send: Home Assistant's discovery brings templates along. */
import { type DriverName, drivers } from '#gateway/drivers/drivers.ts'
import type { DriverParts } from '#gateway/drivers/shared/declaration.ts'
import { type MqttAccess, openMqttPort } from '../mqtt-port.ts'
import { unreachable } from '../reason.ts'
import { trustAuthority } from '../trust.ts'
import { serveDriver } from './inside.ts'

export interface BridgeThread extends Pick<DriverParts, 'rules' | 'topic' | 'ignore'> {
  name: DriverName
  access: MqttAccess
}

// Each thread has its own list of whom it trusts.
trustAuthority(process.env.GATEHOUSE_CA || undefined)

await serveDriver<BridgeThread>(async ({ name, access, ...options }, guard, log) => {
  const failed = (error: string): void =>
    log('warn', unreachable(name), { broker: new URL(access.url).host, error })
  const make = await drivers.find((one) => one.name === name)?.load()
  if (!make) throw new Error(`There is no driver ${name}`)
  return make({ ...options, mqtt: openMqttPort(access, failed), guard })
})
