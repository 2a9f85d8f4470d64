import type { Channel } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { endSessionsOf } from './end-sessions.ts'
import { isLastAdministrator } from './last-administrator.ts'
import { voidProofs } from './void-proofs.ts'

interface Parts {
  store: Store
  channel: Pick<Channel, 'cutSession' | 'recheck'>
  /** Makes a gateway free, and tells everybody who used it. */
  release(serialNumber: string, owner: string): Promise<unknown>
  graceMs: number
  now(): number
}

/** How an account ends: marked at once, gone when the days of grace are over. */
export class Deletion {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Nobody uses it any more from here on. Answers when it will be gone; undefined when nobody would administer then. */
  async mark(userId: string): Promise<number | undefined> {
    const { store, channel, graceMs, now } = this.#parts
    const isDone = await store.atomically(async (within) => {
      if (await isLastAdministrator(within, userId)) return false
      await within.accounts.markForDeletion(userId, now())
      await voidProofs(within, userId)
      return true
    })
    if (!isDone) return undefined
    await endSessionsOf({ store, channel }, userId, 'account_deleted')
    return now() + graceMs
  }

  /** Removes accounts whose time is over; their gateways become free. */
  async sweep(): Promise<void> {
    const { store, channel, release, graceMs, now } = this.#parts
    for (const userId of await store.accounts.markedBefore(now() - graceMs)) {
      await endSessionsOf({ store, channel }, userId, 'account_deleted')
      for (const { serialNumber, role } of await store.memberships.entitledGateways(userId))
        if (role === 'owner') await release(serialNumber, userId)
      await store.accounts.remove(userId)
      channel.recheck(userId)
      await store.audit.append({
        who: 'system',
        what: 'removeAccount',
        at: now(),
        result: 'ok',
        facts: { userId },
      })
    }
  }
}
