import { setTimeout as after } from 'node:timers/promises'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import type { WifiNetwork } from '#schemas/generated/entities/wifi-network.ts'
import { addressOf } from './board.ts'
import type { JoinFailure, NetworkSettings } from './network-settings.ts'

/** Names that people give their networks, the odd ones included. */
const AIR: readonly Omit<WifiNetwork, 'connected'>[] = [
  { ssid: 'Lindenweg 14', signal: 92, encryption: 'wpa2' },
  { ssid: 'Café Bühler ☕', signal: 71, encryption: 'none' },
  { ssid: 'Werkstatt', signal: 58, encryption: 'wpa' },
  { ssid: 'Alter Router', signal: 33, encryption: 'wep' },
  { ssid: 'Firma: Gäste & "Partner"', signal: 21, encryption: 'other' },
  { ssid: '', signal: 12, encryption: 'wpa2' },
]
/** No network of the simulation lets this one in. */
const WRONG = 'wrong-password'

export interface SimulatedOptions {
  /** How long joining takes, in ms. */
  takes?: number
}

/** Settings of a machine without NetworkManager: everything can be tried, and nothing is changed. */
export class SimulatedSettings implements NetworkSettings {
  readonly simulated = true
  readonly #takes: number
  #ssid: string | undefined
  #timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

  constructor({ takes = 2500 }: SimulatedOptions = {}) {
    this.#takes = takes
  }

  scan = async (): Promise<WifiNetwork[]> =>
    AIR.map((network) => ({ ...network, connected: network.ssid !== '' && network.ssid === this.#ssid }))

  network: NetworkSettings['network'] = async () => ({
    type: this.#ssid === undefined ? 'ethernet_client' : 'wifi_client',
    ip: addressOf(),
    ...(this.#ssid !== undefined && { ssid: this.#ssid }),
  })

  async join({ ssid, encryption, password, hidden }: WifiChoice): Promise<JoinFailure | undefined> {
    await after(this.#takes)
    const there = AIR.find((network) => network.ssid === ssid && network.encryption === encryption)
    if (!there && !hidden) return 'notFound'
    if (password === WRONG) return 'wrongPassword'
    this.#ssid = ssid
    return undefined
  }

  timezones = async (): Promise<readonly string[]> => Intl.supportedValuesOf('timeZone')
  timezone = async (): Promise<string> => this.#timezone
  setTimezone = async (timezone: string): Promise<void> => {
    this.#timezone = timezone
  }
}
