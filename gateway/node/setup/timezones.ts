import type { NetworkSettings } from './network-settings.ts'
import { runProgram } from './program.ts'

type TimePart = Pick<NetworkSettings, 'timezones' | 'timezone' | 'setTimezone'>

const QUICK_MS = 15_000

const timedatectl = async (...args: string[]): Promise<string> =>
  (await runProgram('timedatectl', args, QUICK_MS)).trim()

/** The time zone by systemd. */
export const systemTime: TimePart = {
  timezones: async () => (await timedatectl('--no-pager', 'list-timezones')).split('\n'),
  timezone: () => timedatectl('show', '--property', 'Timezone', '--value'),
  setTimezone: async (timezone) => void (await timedatectl('--no-ask-password', 'set-timezone', timezone)),
}
