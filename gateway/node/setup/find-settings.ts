import type { NetworkSettings } from './network-settings.ts'
import { hasNetworkManager, nmcliWifi } from './nmcli.ts'
import { SimulatedSettings } from './simulated.ts'
import { systemTime } from './timezones.ts'

/** Those of this machine where NetworkManager runs, else simulated ones. */
export async function findSettings(): Promise<NetworkSettings> {
  if (process.platform === 'linux' && (await hasNetworkManager()))
    return { simulated: false, ...nmcliWifi, ...systemTime }
  return new SimulatedSettings()
}
