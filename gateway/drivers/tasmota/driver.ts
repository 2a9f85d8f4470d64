import type { Driver } from '#gateway/core/ports.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { leavingOnly } from '../shared/leaving.ts'
import type { MqttPort } from '../shared/port.ts'
import { startedBridge } from '../shared/started.ts'
import { TasmotaBridge } from './bridge.ts'

export interface TasmotaOptions {
  mqtt: MqttPort
  /** catalogue/rules: what the names of the devices become. */
  rules: CatalogueRules
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
  const { running, driver } = startedBridge(mqtt, (host) => new TasmotaBridge({ mqtt, rules, prefix, host }))
  return {
    name,
    ...driver,
    network: leavingOnly((device) => running().remove(device)),
  }
}
