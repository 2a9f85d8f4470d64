import type { Database } from '../database.ts'
import { fold } from '../text.ts'
import type { Account } from './accounts.ts'

/** Somebody who may be told something, and what he can be reached by. */
export interface Recipient extends Pick<Account, 'id' | 'username' | 'contact'> {
  /** He has a device that is woken. */
  pushes: boolean
}

/** Whom something is for. */
export interface RecipientFilter {
  filterType: 'all' | 'city' | 'group'
  /** Names of cities, or of groups. */
  filter: readonly string[]
}

export interface Recipients {
  /**
   * Accounts that are in use, by id, page after page. A city is that of a person's own address, or of a gateway of his;
   * letters count whatever their case.
   */
  pages(filter: RecipientFilter): AsyncIterable<readonly Recipient[]>
  /** Ids of accounts whose gateways stand in one of these cities, in no order. */
  ownersIn(cities: readonly string[]): Promise<readonly string[]>
  /** Name of the first gateway of a person, by serial number. */
  gatewayOf(userId: string): Promise<string | undefined>
}

/** Rows in one statement. */
const PAGE = 5000

export const recipientsOn = ({ sql }: Database): Recipients => {
  /** Whose gateways stand in one of these cities. */
  const ownersIn = async (cities: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const owners = new Set<string>()
    for (let after = ''; ; ) {
      const rows = await sql
        .selectFrom('gateways')
        .select(['serial_number', 'user_id', 'address'])
        .where('address', 'is not', null)
        .where('user_id', 'is not', null)
        .where('serial_number', '>', after)
        .orderBy('serial_number')
        .limit(PAGE)
        .execute()
      for (const { user_id, address } of rows)
        if (user_id !== null && isIn(cities, address)) owners.add(user_id)
      if (rows.length < PAGE) return owners
      after = rows.at(-1)?.serial_number ?? after
    }
  }
  const page = (after: string, groups: readonly string[] | undefined) =>
    sql
      .selectFrom('accounts')
      .select(['id', 'username', 'contact', 'address'])
      .select((e) =>
        e
          .selectFrom('push_subscriptions')
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .whereRef('push_subscriptions.user_id', '=', 'accounts.id')
          .as('devices'),
      )
      .where('activated_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .where('deletion_marked_at', 'is', null)
      .where('id', '>', after)
      .$if(groups !== undefined, (query) =>
        query.where('id', 'in', (e) =>
          e
            .selectFrom('group_users')
            .innerJoin('groups', 'groups.id', 'group_users.group_id')
            .select('group_users.user_id')
            .where('groups.identity', 'in', groups ?? []),
        ),
      )
      .orderBy('id')
      .limit(PAGE)
      .execute()

  return {
    async *pages({ filterType, filter }) {
      const wanted = filter.map(fold)
      if (filterType !== 'all' && wanted.length === 0) return
      const cities = new Set(filterType === 'city' ? wanted : [])
      const owners = filterType === 'city' ? await ownersIn(cities) : undefined
      for (let after = ''; ; ) {
        const rows = await page(after, filterType === 'group' ? wanted : undefined)
        const meant = owners
          ? rows.filter(({ id, address }) => owners.has(id) || isIn(cities, address))
          : rows
        if (meant.length > 0)
          yield meant.map(({ id, username, contact, devices }) => ({
            ...{ id, username, pushes: Number(devices) > 0 },
            contact: JSON.parse(contact) as Recipient['contact'],
          }))
        if (rows.length < PAGE) return
        after = rows.at(-1)?.id ?? after
      }
    },
    ownersIn: async (cities) => [...(await ownersIn(new Set(cities.map(fold))))],
    async gatewayOf(userId) {
      const row = await sql
        .selectFrom('gateways')
        .select('name')
        .where('user_id', '=', userId)
        .orderBy('serial_number')
        .limit(1)
        .executeTakeFirst()
      return row?.name
    },
  }
}

/** An address is one, or a list of them, as JSON. */
function isIn(cities: ReadonlySet<string>, address: string | null): boolean {
  if (address === null) return false
  const all = [JSON.parse(address) as { city?: string } | readonly { city?: string }[]].flat()
  return all.some(({ city }) => city !== undefined && cities.has(fold(city)))
}
