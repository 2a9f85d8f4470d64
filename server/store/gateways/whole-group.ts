import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import { type Database, isOnPostgres } from '../database.ts'
import { FEW } from '../lists/kept-counts.ts'

interface Members {
  members: number
  /** Whether these are all gateways that there are. */
  all: boolean
  /** Of a group of most: serial numbers that are not in it, as text for `among`, once that is known. */
  missing?: string | undefined
}

/** Of so many groups it is known who is in them. */
const KEPT = 20
/** Of a group of most of the fleet it is known who is not in it, when these are so many at most. */
const MISSING = 10_000

/**
 * Who is in large groups, for as long as nobody comes or goes (decision 0269). One process at a time owns a database
 * (S-05), so all that write pass here: whoever lets gateways come or go, or changes who is in a group, says so
 * (`changing`), and the next question is put to the database.
 */
export class WholeGroups {
  #known = new Map<string, Promise<Members>>()
  #changed = false

  /** Whether anybody has come or gone. */
  get changed(): boolean {
    return this.#changed
  }

  /** Nothing is known any more of what was asked before. */
  forget(): void {
    this.#changed = true
    this.#known = new Map()
  }

  /** Carries out what changes who there is, or who is in a group. */
  async changing<T>(written: Promise<T>): Promise<T> {
    try {
      return await written
    } finally {
      this.forget()
    }
  }

  of(database: Pick<Database, 'sql'>, group: string): Promise<Members> {
    const known = this.#known
    const there = known.get(group)
    if (there) return there
    const asked = countedIn(database, group)
    known.set(group, asked)
    // A few are counted each time, and what has failed is asked anew.
    const forget = () => void known.delete(group)
    asked.then(({ members }) => members <= FEW && forget(), forget)
    // Nobody waits for it: the first page is found without. Whoever has opened a list jumps about in it soon.
    if (!database.sql.isTransaction)
      asked.then((one) => learnMissing(database, group, one)).catch(() => undefined)
    const oldest = known.keys().next().value
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest)
    return asked
  }
}

async function countedIn({ sql }: Pick<Database, 'sql'>, group: string): Promise<Members> {
  const inGroup = await sql
    .selectFrom('group_gateways')
    .where('group_id', '=', group)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  const members = Number(inGroup?.n ?? 0)
  if (members <= FEW) return { members, all: false }
  const fleet = await sql
    .selectFrom('gateways')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return { members, all: members >= Number(fleet?.n ?? 0) }
}

async function learnMissing({ sql }: Pick<Database, 'sql'>, group: string, one: Members): Promise<void> {
  const { members, all } = one
  if (all || members <= FEW) return
  const everybody = sql.selectFrom('gateways').select('gateways.serial_number')
  // SQLite reads both in their order beside each other; PostgreSQL would put both in order first.
  const others = isOnPostgres(sql)
    ? everybody.where(
        raw<SqlBool>`not exists (select 1 from group_gateways
          where group_id = ${group} and group_gateways.serial_number = gateways.serial_number)`,
      )
    : everybody.except(
        sql.selectFrom('group_gateways').select('group_gateways.serial_number').where('group_id', '=', group),
      )
  const most = Math.min(MISSING, members)
  const found = await others.limit(most + 1).execute()
  if (found.length <= most) one.missing = JSON.stringify(found.map(({ serial_number }) => serial_number))
}

/** The rows of a list that comes as text: as one value, however many they are. */
export const among = (sql: Database['sql'], list: string): RawBuilder<string> =>
  isOnPostgres(sql)
    ? raw`(select json_array_elements_text(${list}::json))`
    : raw`(select value from json_each(${list}))`
