import permissions from '#catalogue/permissions.json' with { type: 'json' }
import type { Response } from '#schemas/generated/channel.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import { whence } from '#server/lib/whence.ts'
import type { Store } from '#server/store/store.ts'

interface Parts {
  audit: Pick<Store['audit'], 'append'>
  sessions: Pick<Store['sessions'], 'findByKey'>
  log: ChannelLog
  now(): number
}

/** Who has asked, and in which connection. */
interface Asking {
  serialNumber: string
  userId: string
  sessionKey: string
}

/** What is kept to tell the second answer to a repeated request from the first. */
const MOST = 2000

const written: ReadonlySet<string> = new Set(
  Object.values(permissions.permissions).flatMap((one): string[] =>
    'audited' in one && one.audited ? one.commands : [],
  ),
)

/** Who has changed what of a home over the channel: rooms, devices, scenes and firmware, not every switch that is pressed. */
export class CommandLog {
  readonly #parts: Parts
  readonly #seen = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Nothing waits for it. */
  answered(asking: Asking, command: string, { id, code }: Response): void {
    if (!written.has(command)) return
    const key = `${asking.serialNumber} ${asking.sessionKey} ${id}`
    if (this.#seen.has(key)) return
    if (this.#seen.size >= MOST) this.#seen.clear()
    this.#seen.add(key)
    const result = code === 0 ? 'ok' : code === 403 ? 'refused' : 'failed'
    const { log, now } = this.#parts
    this.#append(asking, command, now(), result).catch((error: unknown) =>
      log.error({ error: String(error), command }, 'An audit row was not written'),
    )
  }

  async #append(
    { serialNumber, userId: who, sessionKey }: Asking,
    what: string,
    at: number,
    result: 'failed' | 'ok' | 'refused',
  ) {
    const { audit, sessions } = this.#parts
    // A program has no session of a person, and comes from where its maker's machine stands.
    const session = await sessions.findByKey(sessionKey)
    await audit.append({ who, what, at, gateway: serialNumber, result, facts: session && whence(session) })
  }
}
