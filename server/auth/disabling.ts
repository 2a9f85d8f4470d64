import type { Channel } from '../lib/channel/port.ts'
import type { Store } from '../store/store.ts'
import { isClosed } from './closed.ts'
import { endProgramsOf, endSessionsOf } from './end-sessions.ts'
import { isLastAdministrator } from './last-administrator.ts'
import { voidProofs } from './void-proofs.ts'

interface Parts {
  store: Store
  channel: Pick<Channel, 'cutSession' | 'recheck'>
  now(): number
}

/** What came of it; `before`: it was disabled already. */
export type Disabled = 'done' | 'before' | 'lastAdministrator' | 'notInUse'

/** Shuts an account: nobody gets in, and whoever is in is out, on every way (Z-07). What is in it stays. */
export async function disable({ store, channel, now }: Parts, userId: string): Promise<Disabled> {
  const result = await store.atomically(async (within): Promise<Disabled> => {
    const account = await within.accounts.find(userId)
    if (account?.disabled) return 'before'
    if (account && !isClosed(account) && (await isLastAdministrator(within, userId)))
      return 'lastAdministrator'
    if (!(await within.accounts.disable(userId, now()))) return 'notInUse'
    await voidProofs(within, userId)
    return 'done'
  })
  if (result !== 'done' && result !== 'before') return result
  await endSessionsOf({ store, channel }, userId, 'account_disabled')
  await endProgramsOf({ store, channel }, userId)
  channel.recheck(userId)
  return result
}
