import { limitAccount } from '../../auth/attempts.ts'
import { fold } from '../../store/text.ts'
import type { Parts } from '../parts.ts'

/** Counts a call about an account, whether there is one or not, from wherever it comes. Throws 429. */
export const countAccount = (
  { store, now }: Pick<Parts, 'store' | 'now'>,
  what: string,
  identity: string,
): Promise<void> => limitAccount(store.limits, now(), what, fold(identity))
