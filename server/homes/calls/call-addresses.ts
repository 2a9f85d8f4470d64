import { randomBytes, randomUUID } from 'node:crypto'
import { codes } from '#gateway/core/errors.ts'
import type { Response } from '#schemas/generated/channel.ts'
import type { CallAddress } from '#schemas/generated/entities/call-address.ts'
import { limitAccount } from '#server/auth/attempts.ts'
import { conflict, notFound } from '#server/lib/refusal.ts'
import type { Metrics } from '#server/metrics.ts'
import type { Rights } from '#server/rights.ts'
import type { Called, KeptAddress } from '#server/store/homes/call-addresses.ts'
import type { Store } from '#server/store/store.ts'
import { type Orders, SERVER } from '../asker.ts'

interface Parts {
  store: Pick<Store, 'callAddresses' | 'limits'>
  rights: Pick<Rights, 'mayUseGateway' | 'permits'>
  homes: Orders
  metrics: Pick<Metrics, 'count'>
  now(): number
}

/** Every scene and status that somebody calls from elsewhere. */
const MOST = 50
/** Whoever calls waits for the answer, and calls again himself. */
const PATIENCE = { patience: 5000, retries: 1 }

/**
 * Addresses with a secret in them that begin a scene or set a status when they are called (decision 0214). Whoever has
 * the address needs nothing else; it is worth what the person may do who made it, asked at each call.
 */
export class CallAddressBook {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async of(serialNumber: string): Promise<CallAddress[]> {
    return (await this.#worth(serialNumber)).map(shown)
  }

  /** A new one, in place of the one that did the same. Its secret is told now and never again. */
  async make(
    serialNumber: string,
    userId: string,
    called: Called,
  ): Promise<CallAddress & { secret: string }> {
    const { callAddresses } = this.#parts.store
    const known = await callAddresses.of(serialNumber)
    if (known.length >= MOST && !known.some((one) => sameCall(one.called, called)))
      await this.#makeRoom(serialNumber, known)
    const secret = randomBytes(32).toString('base64url')
    const address = { id: randomUUID(), serialNumber, called, madeBy: userId, madeAt: this.#parts.now() }
    await callAddresses.put(address, secret)
    return { ...shown({ ...address, calledAt: undefined, calls: 0 }), secret }
  }

  async remove(serialNumber: string, id: string): Promise<void> {
    if (!(await this.#parts.store.callAddresses.remove(serialNumber, id))) throw notFound()
  }

  /** Somebody calls. `state`: what a status is set to; a scene is begun without one. */
  async call(secret: string, state: boolean | undefined): Promise<void> {
    const { store, rights, homes, metrics, now } = this.#parts
    const address = await store.callAddresses.bySecret(secret)
    const known = address && 'rule_id' in address.called === (state === undefined)
    if (!known || !(await this.#isWorth(address, rights))) {
      metrics.count('calls_refused')
      throw notFound()
    }
    await limitAccount(store.limits, now(), 'calledAddress', address.id)
    const { code } = await this.#order(homes, address, state)
    if (code === codes.unknown) {
      metrics.count('calls_refused')
      throw notFound()
    }
    if (code !== codes.ok) throw conflict(code === codes.disabled ? 'GATEWAY_OFFLINE' : 'GATEWAY_REFUSED')
    await store.callAddresses.called(address.id, now())
  }

  #order(homes: Orders, { serialNumber, called }: KeptAddress, state = false): Promise<Response> {
    return 'rule_id' in called
      ? homes.order(serialNumber, SERVER, 'call_rule', called, PATIENCE)
      : homes.order(serialNumber, SERVER, 'set_scenario_status', { ...called, state, called: true }, PATIENCE)
  }

  /** Whoever made it may still do so himself. */
  async #isWorth({ madeBy, serialNumber, called }: KeptAddress, rights: Parts['rights']): Promise<boolean> {
    const command = 'rule_id' in called ? 'call_rule' : 'set_scenario_status'
    return (
      (await rights.mayUseGateway(madeBy, serialNumber)) &&
      (await rights.permits(madeBy, 'commands', command, true))
    )
  }

  /** Of people who may still use the home: what others have made is worth nothing. */
  async #worth(serialNumber: string): Promise<readonly KeptAddress[]> {
    const { store, rights } = this.#parts
    const known = await store.callAddresses.of(serialNumber)
    const makers = [...new Set(known.map(({ madeBy }) => madeBy))]
    const may = await Promise.all(makers.map((one) => rights.mayUseGateway(one, serialNumber)))
    return known.filter(({ madeBy }) => may[makers.indexOf(madeBy)])
  }

  /** What nobody can call any more goes first: its maker, its scene or its status is gone. */
  async #makeRoom(serialNumber: string, known: readonly KeptAddress[]): Promise<void> {
    const { store, homes } = this.#parts
    const asked = { ...PATIENCE, retries: 0 }
    const [rules, statuses] = await Promise.all([
      homes.order(serialNumber, SERVER, 'get_rules_list', {}, asked),
      homes.order(serialNumber, SERVER, 'get_scenario_statuses', {}, asked),
    ])
    const worth = new Set((await this.#worth(serialNumber)).map(({ id }) => id))
    const there = (answer: Response, id: string): boolean =>
      answer.code !== codes.ok || JSON.stringify(answer.data).includes(JSON.stringify(id))
    const gone = known.filter(
      ({ id, called }) =>
        !worth.has(id) ||
        !('rule_id' in called ? there(rules, called.rule_id) : there(statuses, called.resource_id)),
    )
    if (gone.length === 0) throw conflict('TOO_MANY_CALL_ADDRESSES')
    for (const { id } of gone) await store.callAddresses.remove(serialNumber, id)
  }
}

const sameCall = (a: Called, b: Called): boolean =>
  'rule_id' in a
    ? 'rule_id' in b && a.rule_id === b.rule_id && a.trigger_id === b.trigger_id
    : !('rule_id' in b) && a.resource_id === b.resource_id

const shown = ({
  id,
  called,
  madeBy,
  madeAt,
  calledAt,
  calls,
}: Omit<KeptAddress, 'serialNumber'>): CallAddress => ({
  id,
  ...called,
  made_by: madeBy,
  made_at: madeAt,
  ...(calledAt !== undefined && { called_at: calledAt }),
  calls,
})
