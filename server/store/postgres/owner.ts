import { hostname } from 'node:os'
import pg from 'pg'
import { DatabaseInUseError, DatabaseUnreachableError } from '../errors.ts'

/** Any number will do as long as it is ours. */
const LOCK = 20_260_102
/** PostgreSQL keeps no more of a name. */
const LONGEST_NAME = 63
/** Our own question is answered within this time, or we are no longer the owner. */
const LOOK_MS = 4000
/**
 * When PostgreSQL gives up an owner that it no longer hears: later than the owner itself does, so that it has stopped
 * writing before anybody can follow it.
 */
const GIVEN_UP = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

const HOLDS = `select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
  and classid = 0 and objid = $1 and granted and database = (select oid from pg_database where datname = current_database())`

const OWNER = `select a.application_name as name, host(a.client_addr) as address, a.backend_start as since
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.granted and a.datname = current_database()`

/**
 * Makes this process the owner of the database until released (S-05): two servers on one would run the same homes. The
 * lock belongs to a connection of its own and ends with it, so a dead owner keeps nobody out; whoever loses the
 * connection is no longer the owner, and is told.
 */
export async function own(url: string, lost: (reason: string) => void): Promise<() => Promise<void>> {
  const name = `gatehouse ${process.pid}@${hostname()}`.slice(0, LONGEST_NAME)
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: LOOK_MS,
    options: GIVEN_UP,
  })
  let released = false
  let look: NodeJS.Timeout | undefined
  const lose = (reason: string): void => {
    if (released) return
    released = true
    clearInterval(look)
    lost(reason)
  }
  const connectionLost = (error?: Error): void => lose(error?.message ?? 'its connection has ended')
  try {
    await client.connect()
  } catch (cause) {
    throw new DatabaseUnreachableError(cause)
  }
  client.on('error', connectionLost)
  client.on('end', () => connectionLost())
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (!rows[0]?.mine) throw new DatabaseInUseError(await ownerOf(client))
  } catch (error) {
    released = true
    await client.end()
    throw error
  }
  // Through a proxy that shares connections the lock would be another's: that is found out here, too.
  const stillMine = async (): Promise<void> => {
    const { rowCount } = await client.query(HOLDS, [LOCK])
    if (rowCount === 0) lose('another connection has taken its place')
  }
  look = setInterval(() => void stillMine().catch(connectionLost), LOOK_MS)
  look.unref()
  return async () => {
    released = true
    clearInterval(look)
    await client.end()
  }
}

/** As the owner called itself; what a role of PostgreSQL may not see of another one stays unknown. */
async function ownerOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; address: string | null; since: Date | null }>(OWNER, [
    LOCK,
  ])
  const owner = rows[0]
  const [, pid, host] = /^gatehouse (\d+)@(.*)$/.exec(owner?.name ?? '') ?? []
  if (pid === undefined) return undefined
  const from = owner?.address ? ` (connected from ${owner.address})` : ''
  const since = owner?.since ? `, since ${owner.since.toISOString()}` : ''
  return `process ${pid} on ${host}${from}${since}`
}
