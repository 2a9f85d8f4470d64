import { Failure } from './failure.ts'
import type { Parts } from './parts.ts'

/** Z-03: who tried what is not his; ids that mean nothing to him are not worth a row. */
export async function noteRefusal(
  { store, now }: Pick<Parts, 'store' | 'now'>,
  what: string,
  who: string,
  gateway: string | undefined,
  refused: unknown,
): Promise<void> {
  if (refused instanceof Failure && refused.status === 403)
    await store.audit.append({ who, what, at: now(), gateway, result: 'refused' })
}
