import type { Driver } from '#gateway/core/ports.ts'
import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'
import type { Guard } from '../homeassistant/guard.ts'
import type { Ignored } from '../homeassistant/identity.ts'
import type { MqttPort } from './port.ts'

/** What a driver is handed when its home starts. */
export interface DriverParts {
  mqtt: MqttPort
  /** catalogue/rules: what the names of the bridge become. */
  rules: CatalogueRules
  /** Below which it finds its devices, if it is not the usual one. */
  topic: string | undefined
  /** What drivers beside it serve already. */
  ignore: readonly Ignored[]
  /** Watches over work that comes from the network; only for an isolated driver. */
  guard?: Guard
}

/** All that process, server and documents know of a driver that speaks with devices over a broker of their own. */
export interface DriverDeclaration {
  name: string
  /** The gateway that stands for it where the server hosts it. */
  gateway: { serialNumber: string; name: string }
  /** Where its broker is, as the server's configuration has it; a password may be in it. */
  variable: { name: `GATEHOUSE_${string}`; about: string; secret: true }
  /** The topic, as an option of a gateway of its own: --<name> <topic>. */
  option: { name: string; about: string }
  /** Whether it works out what strangers send, in a thread that may be ended. */
  isolated?: true
  /** Which devices that are announced to Home Assistant are its own. */
  claims?: (topic: string | undefined) => Ignored
  /** Its code is loaded by those only who use it. */
  load: () => Promise<(parts: DriverParts) => Driver>
}
