import { randomUUID } from 'node:crypto'
import { atLeast } from '#gateway/lib/gateways/versions.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { conflict, notFound } from '#server/lib/refusal.ts'
import { orderedId } from '#server/store/ordered-id.ts'
import type { Backups } from './backups/backups.ts'
import type { Job, Jobs } from './jobs.ts'
import { familyOf } from './numbers.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

/** What a replacement is asked with (spec 3 §3). */
export interface ReplacementRequest {
  failedGtwSN: string
  newGtwSN: string
  /** Id of a backup of the gateway that failed. */
  restorePoint: string
  /** Its owner, as far as whoever asks knows him. */
  userId?: string | undefined
  automaticFactoryReset: boolean
}

/** More of one family are hardly ever free and online at once. */
const MOST_SUCCESSORS = 1000

/** One gateway takes the place of another: its home from a restore point, its name, its PIN and its owner (spec 1 §4, spec 3 §4). */
export class Replacements {
  readonly #parts: NewsParts
  readonly #backups: Pick<Backups, 'hold' | 'bring' | 'release'>

  constructor(parts: NewsParts, backups: Pick<Backups, 'hold' | 'bring' | 'release'>) {
    this.#parts = parts
    this.#backups = backups
  }

  async create(jobs: Jobs, asked: ReplacementRequest, startedBy: string): Promise<void> {
    const { store, news, clock } = this.#parts
    const [old, other, point] = await Promise.all([
      store.gateways.find(asked.failedGtwSN),
      store.gateways.find(asked.newGtwSN),
      store.backups.find(asked.restorePoint),
    ])
    if (!old) throw notFound()
    if (!other || !old.userId || !this.#fits(old, other)) throw conflict('REPLACE_GTW_ERROR')
    const { userId } = old
    if (asked.userId !== undefined && asked.userId !== userId) throw conflict('REPLACE_GTW_ERROR')
    if (point?.serialNumber !== old.serialNumber || point.isEncrypted) throw conflict('REPLACE_GTW_ERROR')
    const { serialNumber } = old
    const facts = { with: other.serialNumber }
    const [held, log] = [randomUUID(), orderedId(clock.now())]
    await store.gatewayJobs.begin({
      id: held,
      serialNumber: other.serialNumber,
      kind: 'replacing',
      facts: { with: serialNumber },
      beganAt: clock.now(),
    })
    let target: string | undefined
    try {
      target = await this.#backups.hold(point, other.serialNumber)
      await store.replacements.begin({
        ...{ id: log, failed: serialNumber, other: other.serialNumber, startedBy, startedAt: clock.now() },
        restorePoint: point.snapshotName,
        factoryReset: asked.automaticFactoryReset,
      })
      for (const [one, its] of [
        [serialNumber, other.serialNumber],
        [other.serialNumber, serialNumber],
      ] as const) {
        await store.gatewayLife.setReplacement(one, its)
        await store.gateways.setState(one, { replacementInProgress: true, replacementFinsihed: false })
      }
      const { automaticFactoryReset: reset } = asked
      await jobs.begin(serialNumber, 'replacement', { ...facts, held, target, log, reset, userId })
    } catch (error) {
      await this.#mark(serialNumber, other.serialNumber, false)
      await store.replacements.remove(log)
      if (target !== undefined) await this.#backups.release(target)
      await store.gatewayJobs.end(held)
      throw error
    }
    news.tell(serialNumber, 'replacement_created', { serialNumber, ...facts })
    news.tell(other.serialNumber, 'replacement_created', { serialNumber, ...facts })
  }

  /** What could take its place now, by serial number. */
  async successors(old: Gateway): Promise<readonly Gateway[]> {
    const { data } = await this.#parts.store.gateways.query({
      ...{ unassigned: true, models: familyOf(old.model), connectionStatus: 'online' },
      ...{ page: 1, limit: MOST_SUCCESSORS },
    })
    return data.filter((other) => this.#fits(old, other))
  }

  /** Only by online, unassigned gateways of a compatible model with software that is new enough. */
  #fits(old: Gateway, other: Gateway): boolean {
    const { homes, settings } = this.#parts
    const { RPL_GTW, REPLACE_MIN_GTW_FW_VERSION } = settings.flags
    const isNewEnough = ({ currentFWVersion = '' }: Gateway): boolean =>
      atLeast(currentFWVersion, String(REPLACE_MIN_GTW_FW_VERSION))
    return (
      RPL_GTW === true &&
      old.serialNumber !== other.serialNumber &&
      familyOf(old.model).includes(other.model) &&
      other.connectionStatus === 'online' &&
      !other.userId &&
      !old.replacementInProgress &&
      !other.replacementInProgress &&
      [old, other].every((one) => homes.isInside(one) && isNewEnough(one))
    )
  }

  readonly replacing: Job = async ({ serialNumber, facts, pause, goOn }) => {
    const { homes, pace, store, news, broker, clock } = this.#parts
    const other = String(facts.with)
    if (facts.moved !== true) {
      await pause(pace.replacement)
      await homes.down(serialNumber, 'replaced')
      await homes.down(other, 'restart')
      const users = (await store.memberships.admittedUsers(serialNumber)).map(({ userId }) => userId)
      await this.#move(serialNumber, other)
      if (!(await goOn({ ...facts, moved: true }))) return
      for (const userId of users) broker.recheck(userId)
      news.tellUsers(users, { event: 'gateway_unassigned', data: { serialNumber } })
      news.changed(other, 'gateway_assigned')
    }
    await homes.up(other)
    const isTaken = await this.#backups.bring(other, String(facts.target), String(facts.userId))
    if (facts.reset === true) await this.#forget(serialNumber)
    await this.#mark(serialNumber, other, true)
    await store.replacements.end(String(facts.log), isTaken ? 'finished' : 'failed', clock.now())
    await this.#backups.release(String(facts.target))
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
    await store.atomically(async (inside) => {
      const { homes, gateways, gatewayLife, gatewayPins, history, linkLimits, groups, centres, statistics } =
        inside
      await history.move(serialNumber, other)
      await statistics.move(serialNumber, other)
      // Whoever reaches a house by its group or its centre reaches the gateway that is there now (decision 0291).
      await groups.move(serialNumber, other)
      await centres.move(serialNumber, other)
      await homes.clear(other)
      await homes.of(other).put(entries)
      await gatewayLife.setHomeOf(other, homeOf ?? serialNumber)
      await gatewayLife.setAddress(other, address ?? null)
      await gatewayPins.setHash(other, pin ?? null)
      if (!userId) return
      await gateways.unassign(serialNumber)
      await gateways.assign(other, userId, name)
      await linkLimits.move(serialNumber, other)
    })
  }

  /** The old gateway is as from the factory; the count of its events goes on, since clients take lower numbers for old news. */
  async #forget(serialNumber: string): Promise<void> {
    const { store } = this.#parts
    const seq = (await store.homes.of(serialNumber).load()).get('seq')
    await store.homes.clear(serialNumber)
    await store.homes.of(serialNumber).put(new Map([['seq', seq]]))
    await store.gatewayLife.setHomeOf(serialNumber, '')
    await store.gatewayPins.setHash(serialNumber, null)
  }

  async #mark(serialNumber: string, other: string, finished: boolean): Promise<void> {
    for (const one of [serialNumber, other])
      await this.#parts.store.gateways.setState(one, {
        replacementInProgress: false,
        replacementFinsihed: finished,
      })
  }
}
