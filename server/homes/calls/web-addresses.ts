import { randomBytes, randomUUID } from 'node:crypto'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'
import { conflict, invalid, notFound } from '#server/lib/refusal.ts'
import { refuseUnsaved } from '#server/lib/saving.ts'
import type { CalledAddress } from '#server/outbound/carriers/web-call.ts'
import { OutboundError, refuseAddress } from '#server/outbound/guarded-fetch.ts'
import type { Seal } from '#server/outbound/seal.ts'
import type { Rights } from '#server/rights.ts'
import type { KeptWebAddress, WebMethod } from '#server/store/homes/web-addresses.ts'
import type { Store } from '#server/store/store.ts'

export interface WantedWebAddress {
  name: string
  url: string
  method: WebMethod
}

/** What of an address is kept sealed. */
interface Inside {
  url: string
  secret: string
}

interface Parts {
  store: Pick<Store, 'webAddresses'>
  rights: Pick<Rights, 'mayUseGateway' | 'permits'>
  seal: Seal
  /** Hosts with their port that the deployment allows although they are in a private network. */
  privateHosts: readonly string[]
  now(): number
}

const MOST = 20

/**
 * Addresses elsewhere that scenes call (decision 0245). They belong to the home and not to a scene: what a scene, its
 * versions, backups and files say is an id and a name. Each is worth what the person may do who made it.
 */
export class WebAddressBook {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async of(serialNumber: string): Promise<WebAddress[]> {
    const kept = await this.#parts.store.webAddresses.of(serialNumber)
    return kept.map((one) => shown(one, this.#open(one)?.url ?? ''))
  }

  /** Its secret is told now and never again. */
  async make(
    serialNumber: string,
    userId: string,
    wanted: WantedWebAddress,
  ): Promise<{ address: WebAddress; secret: string }> {
    const { store, now } = this.#parts
    const { url, name, method } = this.#checked(wanted)
    if ((await store.webAddresses.of(serialNumber)).length >= MOST) throw conflict('TOO_MANY_CALL_ADDRESSES')
    const secret = newSecret()
    const kept = {
      ...{ id: randomUUID(), serialNumber, name, method, sealed: this.#close({ url, secret }) },
      ...{ madeBy: userId, madeAt: now(), revision: 1 },
    }
    await store.webAddresses.put(kept)
    return { address: shown(kept, url), secret }
  }

  /** Whoever says where it leads answers for it from now on. */
  async change(
    seen: Pick<KeptWebAddress, 'serialNumber' | 'id' | 'revision'>,
    userId: string,
    wanted: WantedWebAddress,
  ): Promise<WebAddress> {
    const { store } = this.#parts
    const { url, name, method } = this.#checked(wanted)
    const kept = await this.#find(seen.serialNumber, seen.id)
    const { secret = newSecret() } = this.#open(kept) ?? {}
    const part = { name, method, sealed: this.#close({ url, secret }), madeBy: userId }
    refuseUnsaved(await store.webAddresses.change(seen, part))
    return shown({ ...kept, ...part, revision: seen.revision + 1 }, url)
  }

  /** Another secret, told once; the one before signs nothing any more. */
  async renew(serialNumber: string, id: string): Promise<{ secret: string }> {
    const { store } = this.#parts
    const kept = await this.#find(serialNumber, id)
    const { url = '' } = this.#open(kept) ?? {}
    const secret = newSecret()
    refuseUnsaved(await store.webAddresses.change(kept, { sealed: this.#close({ url, secret }) }))
    return { secret }
  }

  async remove(serialNumber: string, id: string): Promise<void> {
    if (!(await this.#parts.store.webAddresses.remove(serialNumber, id))) throw notFound()
  }

  /** Who made the address of a home, as long as it is worth anything. */
  async makerOf(serialNumber: string, id: string): Promise<string | undefined> {
    const kept = await this.#parts.store.webAddresses.find(id)
    if (!kept || kept.serialNumber !== serialNumber) return undefined
    return (await this.#isWorth(kept)) ? kept.madeBy : undefined
  }

  /** What is called; undefined where it is gone, or its maker may not any more. */
  async called(id: string): Promise<CalledAddress | undefined> {
    const kept = await this.#parts.store.webAddresses.find(id)
    const inside = kept && this.#open(kept)
    return inside && (await this.#isWorth(kept)) ? { ...inside, id, method: kept.method } : undefined
  }

  async settled(id: string, answer: string): Promise<void> {
    const { store, now } = this.#parts
    await store.webAddresses.settled(id, now(), answer)
  }

  /** Private networks are called only where the deployment says so for this very host. */
  isPrivateAllowed(host: string): boolean {
    return this.#parts.privateHosts.includes(host)
  }

  async #find(serialNumber: string, id: string): Promise<KeptWebAddress> {
    const kept = await this.#parts.store.webAddresses.find(id)
    if (!kept || kept.serialNumber !== serialNumber) throw notFound()
    return kept
  }

  async #isWorth({ madeBy, serialNumber }: KeptWebAddress): Promise<boolean> {
    const { rights } = this.#parts
    return (
      (await rights.mayUseGateway(madeBy, serialNumber)) &&
      (await rights.permits(madeBy, 'operations', 'makeWebAddress', true))
    )
  }

  #checked({ name, url, method }: WantedWebAddress): WantedWebAddress {
    const address = URL.canParse(url) ? new URL(url) : undefined
    if (!address) throw invalid('/url', undefined, 'BAD_WEB_ADDRESS')
    try {
      refuseAddress(address, { hosts: [address.host], privateAllowed: this.isPrivateAllowed(address.host) })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw invalid('/url', undefined, 'BAD_WEB_ADDRESS')
    }
    address.hash = ''
    return { name: name.trim(), url: address.href, method }
  }

  #close(inside: Inside): string {
    return this.#parts.seal.close(JSON.stringify(inside))
  }

  #open({ sealed }: KeptWebAddress): Inside | undefined {
    const text = this.#parts.seal.open(sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Inside)
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url')

const shown = (
  { id, name, method, madeBy, madeAt, calledAt, answer, revision }: KeptWebAddress,
  url: string,
): WebAddress => ({
  ...{ id, name, url, method, made_by: madeBy, made_at: madeAt, revision },
  ...(calledAt !== undefined && { called_at: calledAt }),
  ...(answer !== undefined && { answer }),
})
