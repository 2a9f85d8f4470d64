import type { LocalLogin } from '#schemas/generated/entities/local-login.ts'
import type { LocalPassword } from '#schemas/generated/entities/local-password.ts'
import type { PlatformInfo } from '#schemas/generated/entities/platform-info.ts'
import type { Timezone } from '#schemas/generated/entities/timezone.ts'
import type { WifiChoice } from '#schemas/generated/entities/wifi-choice.ts'
import { QueueFullError } from '../bounded-queue.ts'
import type { Attempts } from './attempts.ts'
import { boardInfo, softwareVersion } from './board.ts'
import { SetupFailure } from './failure.ts'
import type { Joining } from './joining.ts'
import type { NetworkSettings } from './network-settings.ts'
import type { SetupPassword } from './password.ts'
import { ProgramError } from './program.ts'
import type { Sessions } from './sessions.ts'

/** IEEE 802.11. */
const MAX_SSID_BYTES = 32

export interface Parts {
  serialNumber: string
  settings: NetworkSettings
  joining: Joining
  password: SetupPassword
  sessions: Sessions
  attempts: Attempts
  /** Hears of another time zone: rules go by it at once. */
  zoneSet?(zone: string): void
}

export interface Call {
  /** Checked against its operation. */
  body: unknown
  sessionId: string
  address: string
}

export type Handler = (call: Call) => Promise<unknown>

const listed = <T>(data: readonly T[]) => ({ data, count: data.length })

/** A password is asked for by whoever wants in and by whoever wants to change it: both may only guess so often. */
async function checked({ attempts, password }: Parts, address: string, secret: string): Promise<boolean> {
  if (!(await attempts.admitted(address))) throw new SetupFailure(429, 'TOO_MANY_REQUESTS')
  try {
    return await password.is(secret)
  } catch (error) {
    if (error instanceof QueueFullError) throw new SetupFailure(503, 'BUSY')
    throw error
  }
}

/** What the system refuses is an answer; everything else is a fault of ours. */
async function bySystem<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProgramError) throw new SetupFailure(503, 'SYSTEM_REFUSED')
    throw error
  }
}

/** One for each operation of schemas/local/openapi.json. */
export function handlersOf(parts: Parts): Readonly<Record<string, Handler>> {
  const { serialNumber, settings, joining, password, sessions } = parts
  /** Some systems live by a name that they do not list, such as UTC. */
  const timezones = async (): Promise<string[]> => {
    const [all, current] = await bySystem(Promise.all([settings.timezones(), settings.timezone()]))
    return all.includes(current) ? [...all] : [...all, current].toSorted()
  }
  return {
    async login({ body, address }) {
      const { secret } = body as LocalLogin
      if (!(await checked(parts, address, secret))) throw new SetupFailure(401, 'LOGIN_FAILED')
      return sessions.begin()
    },
    async logout({ sessionId }) {
      sessions.end(sessionId)
    },
    async changePassword({ body, address, sessionId }) {
      const { checkSecret, secret, confirmation } = body as LocalPassword
      // spec 1 §5: two that differ change nothing.
      if (secret !== confirmation) throw new SetupFailure(400, 'PASSWORD_CONFIRM_NO_MATCH', '/confirmation')
      if (!(await checked(parts, address, checkSecret)))
        throw new SetupFailure(400, 'WRONG_PASSWORD', '/checkSecret')
      await password.change(secret)
      sessions.endOthers(sessionId)
    },
    async setWifiNetwork({ body }) {
      const choice = body as WifiChoice
      if (Buffer.byteLength(choice.ssid) > MAX_SSID_BYTES) throw new SetupFailure(400, 'VALIDATION', '/ssid')
      if (!joining.begin(choice)) throw new SetupFailure(409, 'CONFLICT')
    },
    async setTimezone({ body }) {
      const { timezone } = body as Timezone
      const known = await timezones()
      if (!known.includes(timezone)) throw new SetupFailure(400, 'VALIDATION', '/timezone')
      await bySystem(settings.setTimezone(timezone))
      parts.zoneSet?.(timezone)
    },
    getBoardInfo: async () => boardInfo(serialNumber, settings.simulated),
    getPlatformInfo: async (): Promise<PlatformInfo> => ({
      gateway: { app_version: softwareVersion },
      network: await bySystem(joining.network()),
      lock_status: 0,
    }),
    scanWifiNetworks: async () => listed(await bySystem(settings.scan())),
    getAvailableTimezones: async () => listed(await timezones()),
    getCurrentTimezone: async (): Promise<Timezone> => ({ timezone: await bySystem(settings.timezone()) }),
  }
}
