import type { Store } from '../store/store.ts'

/** Whoever comes from an identity provider proves himself there, and neither by a password of before nor by a mail. */
export const comesFromProvider = async (
  { externalIdentities }: Pick<Store, 'externalIdentities'>,
  userId: string,
): Promise<boolean> => (await externalIdentities.issuersOf(userId)).length > 0
