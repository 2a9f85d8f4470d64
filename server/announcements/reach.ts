import type { AnnouncementType } from '#schemas/generated/entities/announcement-content.ts'
import type { AnnouncementPlan } from '#schemas/generated/entities/announcement-plan.ts'
import { addresseesOf } from '../outbound/messenger.ts'
import type { Recipient, RecipientFilter } from '../store/people/recipients.ts'
import type { Store } from '../store/store.ts'
import { WAYS } from './views.ts'

/** In the order in which they are tried. */
export const TYPES: readonly AnnouncementType[] = ['pushMobile', 'email', 'whatsapp']

export interface Reached {
  accounts: number
  /** Ids of accounts that each way leads to, whether it is chosen or not. */
  reachable: Readonly<Record<AnnouncementType, number>>
  /** Ids of accounts that are told by each of the chosen ways: each by the first that reaches it. */
  told: ReadonlyMap<AnnouncementType, readonly string[]>
}

const reaches = (recipient: Recipient, type: AnnouncementType): boolean => {
  const way = WAYS[type]
  return way === 'push' ? recipient.pushes : addresseesOf(recipient, way).length > 0
}

/** Whom an announcement would reach by which way; everybody at most once. */
export async function reachOf(
  { recipients }: Pick<Store, 'recipients'>,
  filter: RecipientFilter,
  types: readonly AnnouncementType[],
): Promise<Reached> {
  const reachable = { email: 0, pushMobile: 0, whatsapp: 0 }
  const told = new Map<AnnouncementType, string[]>(types.map((type) => [type, []]))
  let accounts = 0
  for await (const page of recipients.pages(filter))
    for (const recipient of page) {
      accounts++
      const leading = TYPES.filter((type) => reaches(recipient, type))
      for (const type of leading) reachable[type]++
      const first = leading.find((type) => told.has(type))
      if (first) told.get(first)?.push(recipient.id)
    }
  return { accounts, reachable, told }
}

export function planOf(
  { accounts, reachable, told }: Reached,
  available: (type: AnnouncementType) => boolean,
): AnnouncementPlan {
  const ways = TYPES.map((type) => ({
    ...{ type, available: available(type), reachable: reachable[type] },
    count: told.get(type)?.length ?? 0,
  }))
  return { accounts, ways, unreachable: accounts - ways.reduce((sum, { count }) => sum + count, 0) }
}
