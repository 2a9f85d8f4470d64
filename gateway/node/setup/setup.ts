import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeZone, systemZone } from '../zone.ts'
import { Attempts } from './attempts.ts'
import { Joining } from './joining.ts'
import type { NetworkSettings } from './network-settings.ts'
import { hasNetworkManager, nmcliWifi } from './nmcli.ts'
import { SetupPassword } from './password.ts'
import { runProgram } from './program.ts'
import { createSetupServer } from './server.ts'
import { Sessions } from './sessions.ts'
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

/** Where `npm run build` puts the page. */
const PAGE = join(import.meta.dirname, '../../../dist-local')

export interface SetupOptions {
  serialNumber: string
  host: string
  /** 0 picks a free one. */
  port: number
  /** Folder of the gateway; the password's hash is kept in it. */
  data: string
  /** The password so far is worth nothing; another one is made. */
  forgetPassword?: boolean
  log(level: 'info' | 'warn' | 'error', message: string, facts?: Readonly<Record<string, unknown>>): void
  page?: string
}

export interface Setup {
  url: string
  /** A password that was just made. It must be shown, and then kept. */
  fresh: string | undefined
  keepPassword(): Promise<void>
  simulated: boolean
  /** The time zone as it is set, IANA name. */
  zone(): string
  close(): Promise<void>
}

/** The setup page that the gateway itself serves: Wi-Fi, time zone, password (spec 1 §2 "Local gateway setup interface"). */
export async function openSetup(options: SetupOptions): Promise<Setup> {
  const { serialNumber, host, port, data, forgetPassword, log, page = PAGE } = options
  const now = (): number => performance.now() + performance.timeOrigin
  const settings = await findSettings()
  let zone = await settings.timezone().then(homeZone, systemZone)
  const { password, fresh } = await SetupPassword.open(join(data, 'setup.json'), {
    forget: forgetPassword,
  })
  const failed = (error: unknown): void =>
    log('error', 'The setup page has failed', { error: error instanceof Error ? error.message : 'unknown' })
  if (!existsSync(page)) log('warn', 'The setup page is not built yet: npm run build')
  const server = await createSetupServer({
    serialNumber,
    settings,
    joining: new Joining(settings, failed),
    password,
    sessions: new Sessions(now),
    attempts: new Attempts(now),
    page,
    failed,
    zoneSet: (set) => {
      zone = homeZone(set)
    },
  })
  const url = await server.listen({ host, port })
  return {
    url,
    fresh,
    keepPassword: () => password.keep(),
    simulated: settings.simulated,
    zone: () => zone,
    close: () => server.close(),
  }
}
