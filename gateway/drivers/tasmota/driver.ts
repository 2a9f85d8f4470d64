import { CommandError, codes } from '#gateway/core/errors.ts'
import type { Driver, DriverCommand, DriverHost } from '#gateway/core/ports.ts'
import type { Rules } from '#gateway/lib/rules.ts'
import { leavingOnly } from '../shared/leaving.ts'
import type { MqttPort } from '../shared/port.ts'
import { TasmotaBridge } from './bridge.ts'

export interface TasmotaOptions {
  mqtt: MqttPort
  /** catalogue/rules: what the names of the devices become. */
  rules: Rules
  name?: string
  /** Where devices announce themselves. */
  prefix?: string
}

/** Devices with Tasmota, by the discovery of their own. */
export function createTasmotaDriver({
  mqtt,
  rules,
  name = 'tasmota',
  prefix = 'tasmota/discovery',
}: TasmotaOptions): Driver {
  let bridge: TasmotaBridge | undefined
  const running = (): TasmotaBridge => {
    if (!bridge) throw new CommandError(codes.disabled, 'The driver is not started')
    return bridge
  }
  return {
    name,
    async start(host: DriverHost) {
      bridge = new TasmotaBridge({ mqtt, rules, prefix, host })
      bridge.start()
    },
    async stop() {
      bridge?.stop()
      bridge = undefined
      await mqtt.close()
    },
    async set(command: DriverCommand) {
      running().set(command)
    },
    network: leavingOnly((device) => running().remove(device)),
  }
}
