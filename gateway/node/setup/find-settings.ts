import type { NetworkSettings } from './network-settings.ts'
import { hasNetworkManager, nmcliWifi } from './nmcli.ts'
import { runProgram } from './program.ts'
import { SimulatedSettings } from './simulated.ts'

type TimePart = Pick<NetworkSettings, 'timezones' | 'timezone' | 'setTimezone'>

const QUICK_MS = 15_000

const timedatectl = async (...args: string[]): Promise<string> =>
  (await runProgram('timedatectl', args, QUICK_MS)).trim()

/** The time zone by systemd. */
const systemTime: TimePart = {
  timezones: async () => (await timedatectl('--no-pager', 'list-timezones')).split('\n'),
  timezone: () => timedatectl('show', '--property', 'Timezone', '--value'),
  setTimezone: async (timezone) => void (await timedatectl('--no-ask-password', 'set-timezone', timezone)),
}

/** Those of this machine where NetworkManager runs, else simulated ones. */
export async function findSettings(): Promise<NetworkSettings> {
  if (process.platform === 'linux' && (await hasNetworkManager()))
    return { simulated: false, ...nmcliWifi, ...systemTime }
  return new SimulatedSettings()
}
