import type { Driver } from '#gateway/core/ports.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import { leavingOnly } from '../shared/leaving.ts'
import type { MqttPort } from '../shared/port.ts'
import { startedBridge } from '../shared/started.ts'
import { HomeAssistantBridge } from './bridge.ts'
import type { Guard } from './guard.ts'
import type { Ignored } from './identity.ts'

export interface HomeAssistantOptions {
  mqtt: MqttPort
  /** catalogue/rules: what the names of the discovery become. */
  rules: CatalogueRules
  name?: string
  /** `discovery_prefix`. */
  prefix?: string
  /** Bridges whose devices are left alone, since a driver of their own serves them. */
  ignore?: readonly Ignored[]
  /** Whether to say on the broker that somebody has come, so that all states are told anew. */
  birth?: boolean
  /** Watches over the templates that come from the network. */
  guard?: Guard
}

/** Everything that announces itself by Home Assistant's MQTT discovery. */
export function createHomeAssistantDriver({
  mqtt,
  rules,
  name = 'homeassistant',
  prefix = 'homeassistant',
  ignore = [],
  birth = true,
  guard,
}: HomeAssistantOptions): Driver {
  const { running, driver } = startedBridge(
    mqtt,
    (host) => new HomeAssistantBridge({ mqtt, rules, prefix, ignore, birth, guard, host }),
  )
  return {
    name,
    ...driver,
    network: leavingOnly((device) => running().remove(device)),
  }
}
