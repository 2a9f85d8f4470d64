import { randomUUID } from 'node:crypto'
import { atLeast } from '#gateway/lib/gateways/versions.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conflict } from '#server/lib/refusal.ts'
import type { Job, Jobs } from './jobs.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

/** One gateway takes the place of another: its home, its name, its PIN and its owner (spec 1 §4). */
export class Replacements {
  readonly #parts: NewsParts

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  async create(jobs: Jobs, old: Gateway, otherSerialNumber: string): Promise<void> {
    const { store, news } = this.#parts
    const other = await store.gateways.find(otherSerialNumber)
    if (!other || !this.#fits(old, other)) throw conflict('REPLACE_GTW_ERROR')
    const { serialNumber } = old
    const facts = { with: other.serialNumber }
    const held = randomUUID()
    await store.gatewayJobs.begin({
      id: held,
      serialNumber: other.serialNumber,
      kind: 'replacing',
      facts: { with: serialNumber },
      beganAt: this.#parts.clock.now(),
    })
    for (const [one, its] of [
      [serialNumber, other.serialNumber],
      [other.serialNumber, serialNumber],
    ] as const) {
      await store.gatewayLife.setReplacement(one, its)
      await store.gateways.setState(one, { replacementInProgress: true, replacementFinsihed: false })
    }
    try {
      await jobs.begin(serialNumber, 'replacement', { ...facts, held })
    } catch (error) {
      await this.#mark(serialNumber, other.serialNumber, false)
      await store.gatewayJobs.end(held)
      throw error
    }
    news.tell(serialNumber, 'replacement_created', { serialNumber, ...facts })
    news.tell(other.serialNumber, 'replacement_created', { serialNumber, ...facts })
  }

  /** spec 1 §4: only by online, unassigned gateways of a compatible model with software that is new enough. */
  #fits(old: Gateway, other: Gateway): boolean {
    const { homes, settings } = this.#parts
    const { RPL_GTW, REPLACE_MIN_GTW_FW_VERSION } = settings.flags
    const isNewEnough = ({ currentFWVersion = '' }: Gateway): boolean =>
      atLeast(currentFWVersion, String(REPLACE_MIN_GTW_FW_VERSION))
    return (
      RPL_GTW === true &&
      old.serialNumber !== other.serialNumber &&
      old.model === other.model &&
      other.connectionStatus === 'online' &&
      !other.userId &&
      !old.replacementInProgress &&
      !other.replacementInProgress &&
      [old, other].every((one) => homes.isInside(one) && isNewEnough(one))
    )
  }

  readonly replacing: Job = async ({ serialNumber, facts, pause, goOn }) => {
    const { homes, pace, store, news, broker } = this.#parts
    const other = String(facts.with)
    if (facts.moved !== true) {
      await pause(pace.replacement)
      await homes.down(serialNumber, 'replaced')
      await homes.down(other, 'restart')
      const users = (await store.memberships.entitledUsers(serialNumber)).map(({ userId }) => userId)
      await this.#move(serialNumber, other)
      if (!(await goOn({ ...facts, moved: true }))) return
      for (const userId of users) broker.recheck(userId)
      news.tellUsers(users, { event: 'gateway_unassigned', data: { serialNumber } })
      news.changed(other, 'gateway_assigned')
    }
    await homes.up(other)
    await this.#mark(serialNumber, other, true)
    const done = { serialNumber, with: other }
    news.tell(serialNumber, 'replacement_finished', done)
    news.tell(other, 'replacement_finished', done)
    news.counts()
    await store.gatewayJobs.end(String(facts.held))
  }

  async #move(serialNumber: string, other: string): Promise<void> {
    const { store } = this.#parts
    const { name, userId } = await gatewayOf(this.#parts, serialNumber)
    const entries = await store.homes.of(serialNumber).load()
    const [pin, address, homeOf] = await Promise.all([
      store.gatewayPins.hash(serialNumber),
      store.gatewayLife.address(serialNumber),
      store.gatewayLife.homeOf(serialNumber),
    ])
    await store.atomically(async ({ homes, gateways, gatewayLife, gatewayPins, history }) => {
      await history.move(serialNumber, other)
      await homes.clear(other)
      await homes.of(other).put(entries)
      await gatewayLife.setHomeOf(other, homeOf ?? serialNumber)
      await gatewayLife.setAddress(other, address ?? null)
      await gatewayPins.setHash(other, pin ?? null)
      if (!userId) return
      await gateways.unassign(serialNumber)
      await gateways.assign(other, userId, name)
    })
  }

  async #mark(serialNumber: string, other: string, finished: boolean): Promise<void> {
    for (const one of [serialNumber, other])
      await this.#parts.store.gateways.setState(one, {
        replacementInProgress: false,
        replacementFinsihed: finished,
      })
  }
}
