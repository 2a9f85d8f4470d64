import { codes } from '#gateway/core/errors.ts'
import type { Commands } from '#schemas/generated/channel.ts'
import type { WebCall } from '#schemas/generated/entities/rule.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Settled } from '#server/outbound/carriers/carrier.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { type Orders, SERVER } from '../asker.ts'
import type { WebAddressBook } from './web-addresses.ts'

/** Which run of which scene has made a call. */
interface Caller {
  serialNumber: string
  rule_id: string
  run_id: string
  delivery: string
}

type Told = Commands['note_scene_call']['params']

interface Parts {
  addresses: Pick<WebAddressBook, 'makerOf' | 'settled'>
  log: ChannelLog
}

interface Home extends Orders {
  onOnline(listen: (serialNumber: string) => void): () => void
}

const PATIENCE = { patience: 5000, retries: 1 }
/** What a gateway that is away has yet to be told; it asks for nothing older. */
const MOST_WAITING = 100

/** Calls of addresses elsewhere that scenes make: handed to what leaves this server, and told what became of them. */
export class SceneCalls {
  readonly #parts: Parts
  #serves: { homes: Home; outbound: Pick<Outbound, 'postNamed'> } | undefined
  readonly #waiting = new Map<string, Told[]>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  serve(homes: Home, outbound: Pick<Outbound, 'postNamed'>): void {
    this.#serves = { homes, outbound }
    homes.onOnline((serialNumber) => {
      const waiting = this.#waiting.get(serialNumber) ?? []
      this.#waiting.delete(serialNumber)
      for (const told of waiting) this.#tell(serialNumber, told)
    })
  }

  /** Kept when it resolves; a gateway that says so twice makes one call. */
  async post(caller: Caller, { address_id }: Pick<WebCall, 'address_id'>, body: object): Promise<void> {
    const maker = await this.#parts.addresses.makerOf(caller.serialNumber, address_id)
    if (maker === undefined) return this.failed(caller, 'WEB_GONE')
    await this.#serves?.outbound.postNamed({
      ...{ channel: 'web', userId: maker, message: nameOf(caller), target: address_id },
      // Where it leads is known when it is called: nobody reads it here.
      ...{ to: caller.serialNumber, subject: '', text: JSON.stringify(body), html: '' },
    })
  }

  /** Nothing was called. */
  failed({ serialNumber, ...caller }: Caller, reason: string): void {
    this.#tell(serialNumber, { ...caller, arrived: false, reason })
  }

  settled({ message, target, failure }: Settled): void {
    const { addresses, log } = this.#parts
    const caller = callerOf(message)
    if (!caller) return
    const { serialNumber, ...of } = caller
    this.#tell(serialNumber, { ...of, arrived: failure === undefined, ...(failure && { reason: failure }) })
    addresses.settled(target ?? '', failure ?? '').catch((error: unknown) => {
      log.warn({ serialNumber, error: String(error) }, 'What became of a call was not kept')
    })
  }

  #tell(serialNumber: string, told: Told): void {
    const { log } = this.#parts
    this.#serves?.homes.order(serialNumber, SERVER, 'note_scene_call', told, PATIENCE).then(
      ({ code }) => {
        if (code !== codes.disabled) return
        const waiting = this.#waiting.get(serialNumber) ?? []
        this.#waiting.set(serialNumber, [...waiting, told].slice(-MOST_WAITING))
      },
      (error: unknown) =>
        log.warn({ serialNumber, error: String(error) }, 'A gateway was not told of a call'),
    )
  }
}

const PARTS = ['serialNumber', 'rule_id', 'run_id', 'delivery'] as const

/** `web/<serial number>/<scene>/<run>/<delivery>`: none of them has a slash in it. */
const nameOf = (caller: Caller): string => ['web', ...PARTS.map((part) => caller[part])].join('/')

function callerOf(message: string): Caller | undefined {
  const [kind, serialNumber, rule_id, run_id, delivery] = message.split('/')
  if (kind !== 'web' || !serialNumber || !rule_id || !run_id || !delivery) return undefined
  return { serialNumber, rule_id, run_id, delivery }
}
