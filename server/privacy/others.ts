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

/** Anything that looks like an address of e-mail, also within a sentence. */
const ADDRESS = /[^\s<>()[\]{}"',;:@]{1,64}@[^\s<>()[\]{}"',;:@]{1,190}\.\p{L}{2,24}/gu

/** What stands in the place of what belongs to somebody else. */
const SOMEBODY_ELSE = '[…]'

/** Fields that hold an address or a number and nothing besides. */
const TO: ReadonlySet<string> = new Set(['destination', 'recipient'])

/** The same without where other people are reached: neither as a value nor within a text. */
export function withoutOthers<T>(value: T, isOwn: (address: string) => boolean): T {
  const seen = (one: unknown, field: string): unknown => {
    if (typeof one === 'string')
      return TO.has(field) && !isOwn(one)
        ? SOMEBODY_ELSE
        : one.replaceAll(ADDRESS, (address) => (isOwn(address) ? address : SOMEBODY_ELSE))
    if (Array.isArray(one)) return one.map((each) => seen(each, field))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, seen(inner, name)]))
  }
  return seen(value, '') as T
}
