import { conditionOf } from '#server/homes/conditions.ts'
import type { ServerAnswers } from '#server/homes/server-commands.ts'
import { conflict, notAllowed, notYourDevice } from '#server/lib/refusal.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

/** Privileged mode: one user works on a gateway alone, orders of all others are refused (spec 1 §4). */
export class Privilege {
  readonly #parts: NewsParts

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  /** The owner, whom he has let look after his home, and administrators: a guest does not keep the others out. */
  async may(serialNumber: string, userId: string): Promise<boolean> {
    const { store, rights } = this.#parts
    const role = await store.memberships.roleFor(userId, serialNumber)
    return role === 'owner' || role === 'support' || (await rights.isAdmin(userId))
  }

  /** How it stands for whoever asks. */
  async standing(
    serialNumber: string,
    userId: string,
  ): Promise<{ privileged: boolean; byMe: boolean; allowed: boolean }> {
    const { privileged = false, privilegedBy } = await gatewayOf(this.#parts, serialNumber)
    const allowed = await this.may(serialNumber, userId)
    return { privileged, byMe: privileged && privilegedBy === userId, allowed }
  }

  /** What the channel says of it (spec 3 §7); it is begun and ended by calls. */
  commands(): Pick<ServerAnswers, 'privileged_mode'> {
    return { privileged_mode: (serialNumber, _params, userId) => this.standing(serialNumber, userId) }
  }

  async activate(serialNumber: string, userId: string): Promise<void> {
    const { store, news } = this.#parts
    if (!(await this.may(serialNumber, userId))) throw notYourDevice()
    await this.#endOfFormer(serialNumber)
    const before = await gatewayOf(this.#parts, serialNumber)
    const condition = conditionOf(before, userId)
    if (condition) throw conflict(condition.errorCode)
    if (!(await store.gatewayLife.takePrivilege(serialNumber, userId))) throw conflict('PRIVILEGED')
    if (before.privilegedBy !== userId)
      news.tell(serialNumber, 'privilege_changed', { serialNumber, privileged: true, userId })
  }

  /** Whoever holds it; owners and administrators also when somebody else does. */
  async deactivate(serialNumber: string, userId: string): Promise<void> {
    const { store, rights } = this.#parts
    const { userId: owner } = await gatewayOf(this.#parts, serialNumber)
    const mayEndAny = owner === userId || (await rights.isAdmin(userId))
    if (await this.end(serialNumber, mayEndAny ? undefined : userId)) return
    if ((await store.gateways.find(serialNumber))?.privileged === true) throw notAllowed()
  }

  /** Who may no longer use the gateway does not keep it from others. */
  async #endOfFormer(serialNumber: string): Promise<void> {
    const { privilegedBy } = await gatewayOf(this.#parts, serialNumber)
    if (privilegedBy === undefined) return
    if (!(await this.#parts.rights.mayUseGateway(privilegedBy, serialNumber)))
      await this.end(serialNumber, privilegedBy)
  }

  /** Ends it, or only that of this holder; false when there was nothing to end. */
  async end(serialNumber: string, holder?: string): Promise<boolean> {
    const { store, news } = this.#parts
    const ended = await store.gatewayLife.endPrivilege(serialNumber, holder)
    if (ended) news.tell(serialNumber, 'privilege_changed', { serialNumber, privileged: false })
    return ended
  }
}
