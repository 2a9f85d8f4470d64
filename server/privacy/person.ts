import { isProved } from '#server/lib/contact.ts'
import type { Store } from '#server/store/store.ts'
import { fold } from '#server/store/text.ts'

/** Where a person is reached, as far as it was proved that he is. */
export async function addressesOf(
  { accounts }: Pick<Store, 'accounts'>,
  userId: string,
): Promise<readonly string[]> {
  const account = await accounts.find(userId)
  if (!account) return []
  return [account.username, ...account.contact.filter(isProved).map(({ contact }) => contact)]
}

/** Whether something is one of these addresses, however it is written. */
export function ownAmong(addresses: readonly string[]): (address: string) => boolean {
  const own = new Set(addresses.map(fold))
  return (address) => own.has(fold(address))
}
