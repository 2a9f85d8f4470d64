import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import type { WifiNetwork } from '#schemas/generated/entities/wifi-network.ts'

type Network = PlatformInfo['network']

/** Why a network could not be joined. */
export type JoinFailure = NonNullable<Network['reason']>

/** The settings of the machine that the local setup page changes. */
export interface NetworkSettings {
  /** Nothing real is behind it; the page says so. */
  readonly simulated: boolean
  /** Each name once, the strongest first. */
  scan(): Promise<WifiNetwork[]>
  /** How the machine is connected now: type and address, and the name of its Wi-Fi. */
  network(): Promise<Pick<Network, 'type' | 'ip' | 'ssid'>>
  /** Tries to join; undefined when it has worked. What was joined before stays known in case it has not. */
  join(choice: WifiChoice): Promise<JoinFailure | undefined>
  timezones(): Promise<readonly string[]>
  timezone(): Promise<string>
  /** Only names of `timezones` come here. */
  setTimezone(timezone: string): Promise<void>
}
